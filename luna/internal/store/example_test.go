package store_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/store"
)

// What is appended to the log is read again by whoever opens the file next.
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
	now := time.Date(2016, 2, 18, 12, 0, 0, 0, time.UTC)
	if err := s.Append(ctx, 0, game.Event{Kind: game.Registered, Player: "ann", Time: now}); err != nil {
		log.Fatal(err)
	}
	for e, err := range s.Events(ctx) {
		fmt.Println(e.Kind, e.Player, err)
	}
	// Output: registered ann <nil>
}
