package referee_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/store"
)

// Two guests are brought into a game, and see each other's questions when both have asked.
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
	r, err := referee.Open(ctx, s, referee.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	for range 2 {
		guest, err := r.RegisterGuest(ctx, true)
		if err != nil {
			log.Fatal(err)
		}
		v, err := r.Enter(ctx, guest.ID, []string{"1+1=?", "Why?", "How many?", "Where?", "Since when?"})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("phase %d, %d questions of the opponent\n", v.Phase, len(v.OpQuestions))
	}
	// Output:
	// phase 1, 0 questions of the opponent
	// phase 2, 5 questions of the opponent
}
