package floor

// SetToss fixes what is left to chance in later games.
func (f *Floor) SetToss(human func() bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.toss = func() toss {
		t := newToss()
		t.human = human()
		return t
	}
}

// NewToss tosses as a floor does.
func NewToss() Toss { return Toss{newToss()} }

// Toss is the result of a toss.
type Toss struct{ t toss }

// Human reports whether the target is a person.
func (t Toss) Human() bool { return t.t.human }
