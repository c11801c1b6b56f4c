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
