package archive

import (
	"database/sql"
	"slices"
	"testing"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
)

// TestGuessesInSteps reads more guesses than are read at a time, with other limits, and compares them
// with what was written.
func TestGuessesInSteps(t *testing.T) {
	ctx := t.Context()
	a := openNew(t)
	ids := []game.PlayerID{"ann", "bob"}
	var all []fair.Guess // oldest first, and of one event the later receiver first
	check(t, a.store.Write(ctx, func(tx *sql.Tx) error {
		for number, id := range ids {
			if _, err := tx.ExecContext(ctx, `INSERT INTO players (number, id, machine, joined, games,
				wins, streak, record, entered) VALUES (?, ?, 0, 0, 0, 0, 0, 0, 0)`, number+1, string(id)); err != nil {
				return err
			}
		}
		for event := range 2*guessChunk + 1 {
			for _, receiver := range []int{2, 1} {
				counts := event%7 != 0 || receiver == 1 // some games are with a machine
				if _, err := tx.ExecContext(ctx, `INSERT INTO guesses (receiver, event, giver, game,
					counts, guess, origin, time) VALUES (?, ?, ?, 0, ?, ?, 5, 0)`, receiver, event+1,
					3-receiver, counts, event%101); err != nil {
					return err
				}
				if counts {
					all = append(all, fair.Guess{By: ids[2-receiver], About: ids[receiver-1],
						Guess: float64(event % 101), Origin: 5})
				}
			}
		}
		return nil
	}))
	for _, limit := range []int{1, 2, guessChunk, guessChunk + 1, len(all), 1 << 20} {
		rests := 0
		got, last, err := a.Guesses(ctx, limit, func() { rests++ })
		check(t, err)
		want := all[max(0, len(all)-limit):]
		if !slices.Equal(got, want) || last != 2*guessChunk+1 || rests < len(want)/guessChunk {
			t.Errorf("limit %d: %d guesses up to event %d, in %d steps; want %d", limit, len(got), last,
				rests, len(want))
		}
	}
}
