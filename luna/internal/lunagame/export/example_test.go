package export_test

import (
	"context"
	"fmt"
	"iter"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/export"
)

// Ann and Bob consent. Bob has retired since their game, so that what Bob responded is published.
func Example() {
	played := time.Date(2016, 3, 3, 12, 0, 0, 0, time.UTC)
	seat := func(p game.PlayerID, guess float64) game.Seat {
		return game.Seat{Player: p, Questions: []string{"1", "2", "3", "4", "5"},
			Responses: []string{string(p), "b", "c", "d", "e"}, Guess: &guess}
	}
	g := game.Game{ID: "x", Status: game.Finished, Opened: played, Updated: played,
		Seats: [2]game.Seat{seat("Ann", 75), seat("Bob", 60)}}
	source := export.Source{
		Games: func(context.Context) iter.Seq2[game.Game, error] {
			return func(yield func(game.Game, error) bool) { yield(g, nil) }
		},
		Played: func(context.Context) iter.Seq2[game.Game, error] {
			again := game.Game{Opened: played.AddDate(0, 2, 0), Seats: [2]game.Seat{{Player: "Ann"}}}
			return func(yield func(game.Game, error) bool) { _ = yield(g, nil) && yield(again, nil) }
		},
		Texts: func(context.Context, *game.Game) error { return nil },
		Who: func(context.Context, game.PlayerID) (export.Person, error) {
			return export.Person{Consents: true}, nil
		},
	}
	dir, err := os.MkdirTemp("", "luna")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	files, err := export.Build(context.Background(), dir, source, export.Options{
		Now: played.AddDate(0, 4, 1), After: 90 * 24 * time.Hour, Key: []byte("secret"),
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %d\n%s", f.Name, f.Records, text)
	}
	// Output:
	// answers.jsonl: 1
	// {"id":"a1","set":"luna-3cc19e370a66","questions":["1","2","3","4","5"],"responses":["Bob","b","c","d","e"],"scores":[null,null,null,null,null],"guess":75,"machine":false,"asker_machine":false}
}
