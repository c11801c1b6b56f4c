package bettors_test

import (
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/trade"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

func ExampleNewByBelief() {
	settings := trade.Settings{Bettors: []string{"ann"}}
	game, err := trade.New(settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	ann := bettors.NewByBelief(bettors.Seat{Name: "ann", Settings: settings},
		bettors.Habits{Pace: time.Second},
		func(*bettors.State) float64 { return 0.525 })
	for now := time.Duration(0); now != bettors.Never; {
		var do []trade.Event
		do, now = ann.Next(now, game.Look(0, 0, now))
		for _, e := range do {
			if err := game.Apply(e); err != nil {
				fmt.Println(err)
			}
			fmt.Println(e.Time, e.Kind, e.Side, game.Price())
		}
	}
	// Output:
	// 0s bet human 51
	// 1s bet human 52
	// 2s bet human 53
}
