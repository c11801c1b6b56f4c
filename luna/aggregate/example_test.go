package aggregate_test

import (
	"fmt"
	"log"

	"github.com/luna-rating/luna/luna/aggregate"
	"github.com/luna-rating/luna/luna/game"
)

// A guess far from the others moves the mean more than the median.
func Example() {
	var guesses []game.Received
	for _, g := range []float64{70, 74, 72, 0} {
		guesses = append(guesses, game.Received{Guess: g, Weight: 1})
	}
	for _, name := range []string{"mean", "median"} {
		a, err := aggregate.ByName(name)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s %.0f\n", a.Name(), a.Rating(guesses))
	}
	// Output:
	// mean 54
	// median 71
}
