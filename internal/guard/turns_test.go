package guard_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/luna-rating/luna/internal/guard"
)

func client(address string) guard.Client {
	return guard.Client{Address: address, Network: address}
}

// TestTurns has 40 addresses wait with ten calls each for the only turn: a newcomer comes next,
// calls that are given up are forgotten, and nobody has more than they may.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := guard.NewTurns(1, guard.Bounds{Address: 10})
		first, err := turns.Take(t.Context(), client("first"))
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		wait := func(ctx context.Context, address string) {
			end, err := turns.Take(ctx, client(address))
			if err == nil {
				order = append(order, address)
				end()
			}
		}
		gone, cancel := context.WithCancel(t.Context())
		for n := range 40 {
			for range 9 {
				go wait(t.Context(), fmt.Sprint("busy ", n))
			}
			go wait(gone, fmt.Sprint("busy ", n))
		}
		synctest.Wait()
		var full *guard.Full
		if _, err := turns.Take(t.Context(), client("busy 7")); !errors.As(err, &full) || full.Max != 10 {
			t.Errorf("an eleventh: %v", err)
		}
		cancel()
		synctest.Wait()
		go wait(t.Context(), "newcomer")
		synctest.Wait()
		first()
		synctest.Wait()
		if len(order) != 361 || order[0] != "newcomer" {
			t.Errorf("%d turns, the first of %s", len(order), order[0])
		}
	})
}

// TestYield has a long call let another one come between its parts.
func TestYield(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := guard.NewTurns(1, guard.Bounds{})
		end, _ := turns.Take(t.Context(), client("long"))
		came := false
		go func() {
			end, _ := turns.Take(t.Context(), client("other"))
			came = true
			end()
		}()
		synctest.Wait()
		turns.Yield(client("long"))
		if !came {
			t.Error("the other did not come")
		}
		end()
	})
}
