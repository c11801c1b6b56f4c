package pages_test

import (
	"testing"

	"github.com/luna-rating/luna/luna/trade"
)

// TestLeaders looks at the leaderboards and at one's own standing.
func TestLeaders(t *testing.T) {
	p := open(t, trade.Settings{})
	p.visitor(t).Get("/trade/leaders").Want(t, 200, "Leaderboard of Turing Trade",
		"Guests are listed once", `aria-label="Bettors by points"`, ">Ann</th>", "116.1", "0.084",
		"Programs that bet", `aria-label="Programs by points"`, "noise-1", "−28.3", ">Cid</th>", "71.3",
		"Programs that are targets", "ELIZA").Lacks(t, "Nobody who")
	p.guest(t).Get("/me").Want(t, 200, "Your profile", "3 of 5 different opponents so far",
		"4 games that count", "61.5", "mean reward")
}
