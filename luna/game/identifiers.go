package game

import "fmt"

// ResponseID names a response among those of all games.
type ResponseID string

// The identifiers of texts are made of that of their game, so that they need no table.
func questionID(g GameID, seat, number int) string { return fmt.Sprintf("%s.q%d%d", g, seat, number) }

func responseID(g GameID, seat, number int) ResponseID {
	return ResponseID(fmt.Sprintf("%s.r%d%d", g, seat, number))
}
