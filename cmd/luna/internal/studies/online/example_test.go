package online_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/luna-rating/luna/cmd/luna/internal/studies/online"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

// The server of the example has a game that has ended; a real one is that of luna serve.
func ExamplePlay() {
	mux := http.NewServeMux()
	for path, answer := range map[string]string{
		"/trade/api/lobby":             `{"role":"bettor","game":"g1"}`,
		"/trade/api/games/g1":          `{"game":"g1","name":"Bettor 1","settings":{"bettors":["Bettor 1"]}}`,
		"/trade/api/games/g1/messages": `{"messages":[{"type":"end","t":120,"nature":"human"}],"next":1}`,
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, answer)
		})
	}
	server := httptest.NewServer(mux)
	defer server.Close()
	c, err := client.New(server.URL, "the player's token", client.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	const consent = true
	game, err := online.Wait(ctx, c, consent)
	if err != nil {
		fmt.Println(err)
		return
	}
	messages, err := online.Play(ctx, c, game, func(s bettors.Seat) bettors.Bettor {
		return bettors.NewNoise(s, bettors.NoiseHabits{}, 1)
	})
	fmt.Println("the target is a", messages[len(messages)-1].Nature, err)
	// Output:
	// the target is a human <nil>
}
