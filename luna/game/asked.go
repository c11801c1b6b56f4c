package game

import "slices"

// Asked is a question of a player with Games, how many of her finished games she asked it in, and Wins, how many of these she won.
type Asked struct {
	Question
	Games int
	Wins  int
}

// QuestionsOf returns the questions that a player has asked, the one last asked first. The same text is the same question.
func (t *Tournament) QuestionsOf(id PlayerID) ([]Asked, error) {
	p, ok := t.players[id]
	if !ok {
		return nil, ErrUnknownPlayer
	}
	list := []Asked{}
	place := make(map[string]int)
	for _, g := range slices.Backward(p.games) {
		seat := g.seatOf(id)
		counted := make(map[string]bool) // a text may stand twice in a set
		for _, q := range g.questions(seat) {
			at, known := place[q.Text]
			if !known {
				at = len(list)
				place[q.Text] = at
				list = append(list, Asked{Question: q})
			}
			if g.Status == Finished && !counted[q.Text] {
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
