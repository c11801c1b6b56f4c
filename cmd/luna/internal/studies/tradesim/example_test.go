package tradesim_test

import (
	"context"
	"fmt"

	"github.com/luna-rating/luna/cmd/luna/internal/studies/analysis"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/tradesim"
	"github.com/luna-rating/luna/luna/trade"
)

func ExampleGames() {
	p, err := tradesim.FindPopulation(tradesim.Calibrated)
	if err != nil {
		fmt.Println(err)
		return
	}
	a := analysis.New(analysis.Options{})
	o := tradesim.Options{Games: 20, Seed: 1}
	err = tradesim.Games(context.Background(), p, o, func(game *trade.Played) error {
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
