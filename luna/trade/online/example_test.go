package online_test

import (
	"context"
	"fmt"

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/trade/bettors"
	"github.com/luna-rating/luna/luna/trade/online"
)

func ExamplePlay() {
	ctx := context.Background()
	c, err := client.New("http://127.0.0.1:8080", "the player's token", client.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	const consent = true
	game, err := online.Wait(ctx, c, consent)
	if err != nil {
		fmt.Println(err)
		return
	}
	messages, err := online.Play(ctx, c, game, func(s bettors.Seat) bettors.Bettor {
		return bettors.NewNoise(s, bettors.NoiseHabits{}, 1)
	})
	fmt.Println(len(messages), err)
}
