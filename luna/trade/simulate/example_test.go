package simulate_test

import (
	"context"
	"fmt"

	"github.com/luna-rating/luna/luna/trade"
	"github.com/luna-rating/luna/luna/trade/analysis"
	"github.com/luna-rating/luna/luna/trade/simulate"
)

func ExampleGames() {
	p, err := simulate.FindPopulation(simulate.Calibrated)
	if err != nil {
		fmt.Println(err)
		return
	}
	a := analysis.New(analysis.Options{})
	o := simulate.Options{Games: 20, Seed: 1}
	err = simulate.Games(context.Background(), p, o, func(game *trade.Played) error {
		a.Add(game)
		return nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := a.Result()
	fmt.Println(r.Synthetic, "synthetic games")
	fmt.Println("better than a constant price:", *r.Brier < 0.25)
	// Output:
	// 20 synthetic games
	// better than a constant price: true
}
