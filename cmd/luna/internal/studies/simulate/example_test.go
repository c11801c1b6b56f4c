package simulate_test

import (
	"fmt"

	"github.com/luna-rating/luna/cmd/luna/internal/studies/simulate"
)

// timid reports the mean of its actual guess and the middle of the scale.
type timid struct{}

func (timid) Report(s simulate.Situation) float64 { return (s.ActualGuess() + 50) / 2 }

// A custom strategy: if all players move their guesses half way to 50, the error of a rating is
// half the distance of the player from 50.
func ExampleTournament() {
	players := make([]simulate.Strategy, 500)
	for i := range players {
		players[i] = timid{}
	}
	t := simulate.NewTournament(simulate.Text(), players, 1, "timid", 0)
	t.Play(20_000)
	fmt.Printf("mean error %.0f\n", t.Errors().Mean)
	// Output: mean error 12
}
