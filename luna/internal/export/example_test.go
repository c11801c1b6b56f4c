package export_test

import (
	"fmt"
	"log"
	"slices"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/export"
)

// A game whose players consent is published in full, except for the players' identities.
func Example() {
	guess := 75.0
	seat := func(p game.PlayerID) game.Seat {
		return game.Seat{Player: p, Questions: []string{"1", "2", "3", "4", "5"},
			Responses: []string{"a", "b", "c", "d", "e"}, Guess: &guess}
	}
	played := []game.Game{
		{ID: "x", Status: game.Finished, Seats: [2]game.Seat{seat("ann"), seat("bob")}},
	}
	consent := func(game.PlayerID) (consents, machine bool) { return true, false }
	o := export.Options{Who: consent, Key: []byte("secret")}
	files, err := export.New(slices.Values(played), o).Files()
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range files {
		fmt.Printf("%s\n%s", f.Name, f.Text)
	}
	// Output:
	// games.jsonl
	// {"id":"g1","seats":[{"machine":false,"questions":["1","2","3","4","5"],"responses":["a","b","c","d","e"],"scores":[null,null,null,null,null],"guess":75},{"machine":false,"questions":["1","2","3","4","5"],"responses":["a","b","c","d","e"],"scores":[null,null,null,null,null],"guess":75}]}
	// luna-3cc19e370a66.jsonl
	// {"format":"lrp-dataset","version":1,"name":"luna-3cc19e370a66","rating":"the asker's guess of the respondent's Smarts Rating, divided by 100","questions":[{"id":"1","text":"1","key":[]},{"id":"2","text":"2","key":[]},{"id":"3","text":"3","key":[]},{"id":"4","text":"4","key":[]},{"id":"5","text":"5","key":[]}]}
	// {"id":"r1","responses":["a","b","c","d","e"],"rating":0.75}
	// {"id":"r2","responses":["a","b","c","d","e"],"rating":0.75}
}
