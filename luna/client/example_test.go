package client_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// A player looks for games in which it is its turn.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		json.NewEncoder(w).Encode([]wire.Game{
			{View: game.View{ID: "g1", Phase: 4, Turn: game.ToAct, Active: true}},
			{View: game.View{ID: "g2", Phase: 3, Active: true}},
		})
	}))
	defer server.Close()
	c, err := client.New(server.URL, "a token", client.Options{HTTP: server.Client()})
	if err != nil {
		log.Fatal(err)
	}
	views, err := c.ActiveGames(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range views {
		if v.Turn == game.ToAct {
			fmt.Println(v.ID, "is in phase", v.Phase) // a player would respond or guess here
		}
	}
	// Output: g1 is in phase 4
}
