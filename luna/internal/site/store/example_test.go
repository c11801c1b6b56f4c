package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Events appended to the log are read back when the file is opened again.
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
	events := store.LogOf[string](s, "events")
	save := func(*sql.Tx) error { return nil } // there are no tables beside this log
	_, err = events.Append(ctx, store.Position{}, []string{"ann arrived", "bob arrived"}, save)
	if err != nil {
		log.Fatal(err)
	}
	for e, err := range events.Events(ctx, 0) {
		fmt.Println(e, err)
	}
	// Output:
	// ann arrived <nil>
	// bob arrived <nil>
}
