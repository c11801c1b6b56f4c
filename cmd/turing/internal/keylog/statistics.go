package keylog

import (
	"cmp"
	"strings"
)

// Participant is what a party did in a round. The judge counts once for each terminal.
type Participant struct {
	File  string `json:"file"` // the name of the log
	Round int    `json:"round"`
	Judge string `json:"judge"`
	Side  Side   `json:"side"` // the terminal; of a judge, the one typed at
	// Who is "program", "human" or "judge", or "left" or "right" if the log does not say.
	Who string `json:"who"`
	// With says to whom the judge talks, in the terms of Who. It is empty for others.
	With       string  `json:"with,omitempty"`
	Keys       int     `json:"keys"`
	BackSpaces int     `json:"backspaces"`
	Turns      int     `json:"turns"`
	Words      int     `json:"words"`   // of the turns, between blanks
	Seconds    float64 `json:"seconds"` // from the beginnings of turns to their ends
}

// Participants counts what each party at the terminals of a log did. A terminal that the log does
// not speak of counts only if somebody typed there.
func (l *Log) Participants(file string) []Participant {
	var list []Participant
	for _, c := range l.Conversations() {
		for _, side := range []Side{Left, Right} {
			nature := c.Nature(side)
			who := cmp.Or(nature, string(side))
			entity := Participant{File: file, Round: c.Number, Judge: c.Judge, Side: side, Who: who}
			judge := entity
			judge.Who, judge.With = Judge, who
			for _, t := range c.Turns {
				if t.From == string(side) {
					entity.add(t)
				} else if t.To == string(side) {
					judge.add(t)
				}
			}
			if nature != "" || entity.Turns+judge.Turns > 0 {
				list = append(list, entity, judge)
			}
		}
	}
	return list
}

func (p *Participant) add(t Turn) {
	p.Keys += t.Keys
	p.BackSpaces += t.BackSpaces
	p.Turns++
	p.Words += len(strings.Fields(t.Text))
	p.Seconds += t.End - t.T
}
