package play_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Two guests are matched in a game, and see each other's questions once both have asked.
func Example() {
	dir, err := os.MkdirTemp("", "luna")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	s, err := store.Open(ctx, filepath.Join(dir, "luna.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	a, err := accounts.Open(ctx, accounts.Options{Store: s})
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	r, err := play.Open(ctx, play.Options{Store: s, Accounts: a})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	for range 2 {
		guest, err := a.RegisterGuest(ctx, "192.0.2.1", true)
		if err != nil {
			log.Fatal(err)
		}
		questions := []string{"1+1=?", "Why?", "How many?", "Where?", "Since when?"}
		v, err := r.Enter(ctx, game.PlayerID(guest.ID), questions)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("phase %d, %d questions of the opponent\n", v.Phase, len(v.OpQuestions))
	}
	// Output:
	// phase 1, 0 questions of the opponent
	// phase 2, 5 questions of the opponent
}
