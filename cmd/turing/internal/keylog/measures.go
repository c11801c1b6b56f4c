package keylog

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/turing/lpp"
)

// Value is the value of a measure, NaN if there is too little to measure. In JSON, NaN is null.
type Value float64

// MarshalJSON implements [json.Marshaler].
func (v Value) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(math.Round(float64(v)*1e6) / 1e6)
}

// Measure is one of the measures of typing.
type Measure struct {
	Name    string `json:"name"`    // as in the JSON form
	Unit    string `json:"unit"`    // such as "ms"
	Meaning string `json:"meaning"` // in a few words
}

// measures lists the measures in the order of the values that typist.values returns.
var measures = []Measure{
	{"keys", "keys", "keys in the round"},
	{"backspaces", "%", "BackSpaces, of all keys"},
	{"within_words", "ms", "median time between two letters or digits"},
	{"before_words", "ms", "median time between a space and the letter or digit after it"},
	{"spread", "ratio", "distance of the quartiles of the times within words, by their median"},
	{"reply", "s", "median time from the end of the other's turn to the beginning of one's own"},
	{"words_per_minute", "words/min", "five characters that remain, by the minute of a turn"},
	{"characters", "characters", "mean length of a turn"},
	{"turns", "turns", "turns in the round"},
	{"typing", "%", "time in turns, of the round or sub-round"},
}

// Measures returns the measures of typing.
func Measures() []Measure { return slices.Clone(measures) }

// Participant is a party in a round. The judge counts as two: one talks to the program, one to the
// human.
type Participant struct {
	File  string `json:"file"` // the name of the log
	Round int    `json:"round"`
	Judge string `json:"judge"`
	Side  Side   `json:"side"` // the terminal; of a judge, the one typed at
	// Who is "program", "human" or "judge", or "left" or "right" if the log does not say.
	Who string `json:"who"`
	// With says to whom the judge talks, in the terms of Who. It is empty for others.
	With string `json:"with,omitempty"`
	// Values holds the values of the measures by name.
	Values map[string]Value `json:"values"`
}

// Participants measures how the parties of a log type.
func (l *Log) Participants(file string) []Participant {
	var list []Participant
	for _, g := range l.groups() {
		c := conversation(g)
		for _, side := range []Side{Left, Right} {
			entity := c.nature(side)
			for _, local := range []bool{false, true} {
				t := newTypist(g, c, side, local)
				if t.keys == 0 {
					continue
				}
				p := Participant{File: file, Round: c.Round, Judge: c.Judge, Side: side,
					Who: entity, Values: map[string]Value{}}
				if local {
					p.Who, p.With = Judge, entity
				}
				for i, v := range t.values() {
					if math.IsInf(v, 0) {
						v = math.NaN()
					}
					p.Values[measures[i].Name] = Value(v)
				}
				list = append(list, p)
			}
		}
	}
	return list
}

// nature returns what is behind a terminal, or the terminal if the log does not say.
func (c Conversation) nature(side Side) string {
	return cmp.Or(map[Side]string{Left: c.Left, Right: c.Right}[side], string(side))
}

// typist holds the measurements of a party at a terminal.
type typist struct {
	keys, erasers           int
	within, before, replies []float64 // in ms, ms and s
	turns, characters       int
	typing, seconds         float64
}

func newTypist(rounds []Round, c Conversation, side Side, local bool) *typist {
	t := &typist{}
	for _, r := range rounds {
		t.gaps(r.Strokes, side, local)
		here := func(s Stroke) bool { return s.Side == side }
		if times := clock(r.Strokes); slices.ContainsFunc(r.Strokes, here) {
			t.seconds += float64(times[len(times)-1]-times[0]) / second
		}
	}
	from := string(side)
	if local {
		from = Judge
	}
	var last *Turn
	for i, turn := range c.Turns {
		if turn.From != string(side) && turn.To != string(side) {
			continue
		}
		if turn.From == from {
			t.turns++
			t.characters += utf8.RuneCountInString(turn.Text)
			t.typing += turn.End - turn.T
			if last != nil && last.From != from && turn.T >= last.End && turn.Part == last.Part {
				t.replies = append(t.replies, turn.T-last.End)
			}
		}
		last = &c.Turns[i]
	}
	return t
}

// gaps collects the times between keys.
func (t *typist) gaps(strokes []Stroke, side Side, local bool) {
	times := clock(strokes)
	last := -1
	for i, s := range strokes {
		if s.Side != side || s.Local != local {
			continue
		}
		t.keys++
		if s.Key == lpp.BackSpace {
			t.erasers++
		}
		if last >= 0 && inWord(s) {
			gap := float64(times[i]-times[last]) / 1000
			switch before := strokes[last]; {
			case inWord(before):
				t.within = append(t.within, gap)
			case before.Key == ' ':
				t.before = append(t.before, gap)
			}
		}
		last = i
	}
}

func inWord(s Stroke) bool {
	c, ok := s.char()
	return ok && (unicode.IsLetter(c) || unicode.IsDigit(c))
}

func (t *typist) values() []float64 {
	low, high := quantile(t.within, .25), quantile(t.within, .75)
	speed := math.NaN()
	if t.typing > 0 {
		speed = float64(t.characters) / 5 / (t.typing / 60)
	}
	return []float64{
		float64(t.keys),
		100 * float64(t.erasers) / float64(t.keys),
		quantile(t.within, .5),
		quantile(t.before, .5),
		(high - low) / quantile(t.within, .5),
		quantile(t.replies, .5),
		speed,
		float64(t.characters) / float64(t.turns),
		float64(t.turns),
		100 * t.typing / t.seconds,
	}
}

// quantile is [numbers.Quantile] of a list, which it sorts.
func quantile(list []float64, p float64) float64 {
	slices.Sort(list)
	return numbers.Quantile(list, p)
}

// Quartiles are the quartiles of a measure over participants.
type Quartiles struct {
	N      int   `json:"n"`      // participants
	Low    Value `json:"low"`    // the first quartile
	Median Value `json:"median"` // the second
	High   Value `json:"high"`   // the third
}

// Comparison compares programs with humans in one measure.
type Comparison struct {
	Measure
	Programs Quartiles `json:"programs"`
	Humans   Quartiles `json:"humans"`
	// Pairs is the number of rounds in which both can be measured and differ, and HumanMore the
	// number of those in which the human has more. Low and High are Wilson's 95% interval of the
	// share.
	Pairs     int   `json:"pairs"`
	HumanMore int   `json:"human_more"`
	Low       Value `json:"low"`  // the lower limit
	High      Value `json:"high"` // the upper limit
	// P is the p-value of the two-sided sign test, which treats rounds as independent.
	P Value `json:"p"`
}

// Compare compares programs with humans, over all rounds and within each.
func Compare(list []Participant) []Comparison {
	type place struct {
		file, judge string
		round       int
	}
	rounds := map[place]map[string]Participant{} // by place, then program or human
	for _, p := range list {
		at := place{p.File, p.Judge, p.Round}
		if rounds[at] == nil {
			rounds[at] = map[string]Participant{}
		}
		rounds[at][p.Who] = p
	}
	out := make([]Comparison, len(measures))
	for i, m := range measures {
		c := Comparison{Measure: m, Programs: quartiles(list, Program, m.Name),
			Humans: quartiles(list, Human, m.Name)}
		for _, both := range rounds { // values that are NaN, or missing, differ from none
			program, human := both[Program].Values[m.Name], both[Human].Values[m.Name]
			if len(both[Program].Values) > 0 && len(both[Human].Values) > 0 && (program < human || program > human) {
				c.Pairs++
				if program < human {
					c.HumanMore++
				}
			}
		}
		c.Low = Value(math.NaN())
		c.High = Value(math.NaN())
		c.P = Value(math.NaN())
		if c.Pairs > 0 {
			share := numbers.Wilson(c.HumanMore, c.Pairs)
			c.Low, c.High = Value(share[0]), Value(share[1])
			c.P = Value(signTest(c.HumanMore, c.Pairs))
		}
		out[i] = c
	}
	return out
}

func quartiles(list []Participant, who, name string) Quartiles {
	var values []float64
	for _, p := range list {
		if v := float64(p.Values[name]); p.Who == who && !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return Quartiles{len(values), Value(quantile(values, .25)), Value(quantile(values, .5)),
		Value(quantile(values, .75))}
}

// signTest returns the probability of k or fewer heads, or as far on the other side, in n throws of
// a fair coin.
func signTest(k, n int) float64 {
	k = min(k, n-k)
	return min(1, 2*distuv.Binomial{N: float64(n), P: .5}.CDF(float64(k)))
}
