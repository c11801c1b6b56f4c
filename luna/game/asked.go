package game

import "slices"

// AskedQuestion is a question that a player asked, with the number of finished games in which the
// player asked it (Games) and won (Wins).
type AskedQuestion struct {
	Question
	Games int
	Wins  int
}

// QuestionsOf returns the questions that a player has asked, the most recent first. Questions with
// the same text count as one.
func (t *Tournament) QuestionsOf(id PlayerID) ([]AskedQuestion, error) {
	if !t.complete() {
		return nil, ErrIncomplete
	}
	p, ok := t.players[id]
	if !ok {
		return nil, ErrUnknownPlayer
	}
	list := []AskedQuestion{}
	index := make(map[string]int)
	for _, g := range slices.Backward(p.games) {
		seat := g.seatOf(id)
		counted := make(map[string]bool) // a set may have the same text twice
		for _, q := range g.questions(seat) {
			at, known := index[q.Text]
			if !known {
				at = len(list)
				index[q.Text] = at
				list = append(list, AskedQuestion{Question: q})
			}
			if g.Seats[seat].Outcome != nil && !counted[q.Text] {
				counted[q.Text] = true
				list[at].Games++
				if *g.Seats[seat].Outcome == Won {
					list[at].Wins++
				}
			}
		}
	}
	return list, nil
}
