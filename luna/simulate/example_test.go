package simulate_test

import (
	"context"
	"fmt"
	"log"

	"github.com/luna-rating/luna/luna/simulate"
)

// A figure of the thesis, a few runs of it.
func ExampleRun() {
	e, err := simulate.FindExperiment("3.2")
	if err != nil {
		log.Fatal(err)
	}
	r, err := simulate.Run(context.Background(), e, simulate.Options{Variant: simulate.Published(), Runs: 10, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	last := r.Points[len(r.Points)-1]
	fmt.Printf("after %g games the mean error is %.1f\n", last.X, last.Mean.Mean)
	// Output: after 1000 games the mean error is 0.9
}

// timid goes half the way from what it sees to the middle of the scale.
type timid struct{}

func (timid) Name() string                        { return "Timid" }
func (timid) Report(s simulate.Situation) float64 { return (s.ActualGuess() + 50) / 2 }

// A strategy of one's own: where all go half the way to 50, a rating is so far off as the player is from 50, by half.
func ExampleTournament() {
	players := make([]simulate.Strategy, 500)
	for i := range players {
		players[i] = timid{}
	}
	t, err := simulate.NewTournament(simulate.Text(), players, 1, "timid", 0)
	if err != nil {
		log.Fatal(err)
	}
	t.Play(20_000)
	fmt.Printf("mean error %.0f\n", t.Errors().Mean)
	// Output: mean error 12
}
