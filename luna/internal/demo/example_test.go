package demo_test

import (
	"context"
	"fmt"
	"log"

	"github.com/luna-rating/luna/luna/internal/demo"
	"github.com/luna-rating/luna/luna/player"
)

// A machine that counts expected words plays simulated people. A machine that learns, as in luna
// demo, uses a guesser of package lrp.
func ExampleSimulate() {
	r, err := demo.Simulate(context.Background(), demo.Options{
		NewGuesser: func(q player.QuestionSet) (player.Guesser, error) {
			return player.Template(q.Questions), nil
		},
		Games: 100, People: 10, Seed: 1,
	})
	if err != nil {
		log.Fatal(err)
	}
	all := r.Errors(1, len(r.Guesses))
	fmt.Println(len(r.Games), "games; better than the running mean:", all.Machine < all.Mean)
	fmt.Printf("ratings and abilities correlate by %.2f\n", r.Spearman)
	// Output:
	// 300 games; better than the running mean: true
	// ratings and abilities correlate by 0.99
}
