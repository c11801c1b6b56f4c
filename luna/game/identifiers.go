package game

import "fmt"

// ResponseID identifies a response among those of all games.
type ResponseID string

// The identifiers of texts derive from that of their game, so that no table is needed.
func questionID(g GameID, seat, number int) string {
	return fmt.Sprintf("%s.q%d%d", g, seat, number)
}

func responseID(g GameID, seat, number int) ResponseID {
	return ResponseID(fmt.Sprintf("%s.r%d%d", g, seat, number))
}
