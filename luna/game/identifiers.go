package game

import "fmt"

// ResponseID identifies a response among the responses in all games.
type ResponseID string

// QuestionID returns the identifier of the question with the given number, from 0, of a seat of a
// game. The identifiers of texts derive from the identifier of their game, so that no table is
// needed.
func QuestionID(g GameID, seat, number int) string {
	return fmt.Sprintf("%s.q%d%d", g, seat, number)
}

func responseID(g GameID, seat, number int) ResponseID {
	return ResponseID(fmt.Sprintf("%s.r%d%d", g, seat, number))
}
