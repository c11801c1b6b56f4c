package archive

import (
	"context"
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// TestPlans checks that what players read takes as long as the answer is, however many games there
// are: no query goes through a table or sorts the games of a player.
func TestPlans(t *testing.T) {
	ctx := t.Context()
	a := openNew(t)
	j, err := journal.Open(ctx, Log(a.store), a.Rules(nil), journal.Options{})
	check(t, err)
	defer j.Close()
	check(t, j.Do(ctx, nil, func(_ *game.Tournament, now time.Time) ([]game.Event, error) {
		five := slices.Repeat([]string{"Why?"}, game.Questions)
		return []game.Event{
			{Kind: game.Registered, Time: now, Player: "ann"},
			{Kind: game.Opened, Time: now, Player: "ann", Game: "g", Questions: five},
		}, nil
	}))
	seen := make(map[string]bool)
	a.watch = func(q store.Querier) store.Querier { return watched{q, seen} }
	a.reads = a.watch(a.reads)
	page := Page{Limit: 10}
	_, err = a.Game(ctx, "g")
	check(t, err)
	_, err = a.Games(ctx, []game.GameID{"g"})
	check(t, err)
	_, _, err = a.GamesOf(ctx, "ann", page)
	check(t, err)
	_, err = a.Active(ctx, "ann")
	check(t, err)
	_, err = a.Notices(ctx, "ann", 10)
	check(t, err)
	_, err = a.Player(ctx, "ann", 10)
	check(t, err)
	_, err = a.Compared(ctx, "ann")
	check(t, err)
	_, err = a.GuessEvents(ctx, game.Player{Event: 1})
	check(t, err)
	_, _, err = a.Questions(ctx, "ann", page)
	check(t, err)
	queries, histories := 0, 0
	for query := range seen {
		queries++
		for _, step := range planOf(t, a, query) {
			short := strings.Contains(step, "json_each") || strings.Contains(step, "subquery")
			if strings.Contains(step, "COVERING INDEX guesses_by") {
				histories++
			}
			if strings.Contains(step, "SCAN") && !short || strings.Contains(step, "TEMP B-TREE") {
				t.Errorf("%s\nof %s", step, query)
			}
		}
	}
	if queries < 10 {
		t.Errorf("found %d queries, expected more", queries)
	}
	if histories != 2 {
		t.Errorf("%d queries read guesses from the index alone, want that of their history and that of "+
			"what they are compared with", histories)
	}
}

// watched keeps the queries that it runs.
type watched struct {
	store.Querier
	seen map[string]bool
}

func (w watched) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	w.seen[query] = true
	return w.Querier.QueryContext(ctx, query, args...)
}

func (w watched) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	w.seen[query] = true
	return w.Querier.QueryRowContext(ctx, query, args...)
}

func planOf(t *testing.T, a *Archive, query string) (steps []string) {
	args := make([]any, strings.Count(query, "?"))
	err := store.Rows(t.Context(), a.store.Read(), func(r *sql.Rows) error {
		var id, parent, unused int
		var step string
		err := r.Scan(&id, &parent, &unused, &step)
		steps = append(steps, step)
		return err
	}, "EXPLAIN QUERY PLAN "+query, args...)
	check(t, err)
	return steps
}

// openNew returns an archive without games, which is closed at the end of the test.
func openNew(t *testing.T) *Archive {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "luna.db"))
	check(t, err)
	t.Cleanup(func() { check(t, s.Close()) })
	a, err := Open(t.Context(), s)
	check(t, err)
	return a
}

func check(t *testing.T, err error) {
	t.Helper()
	suite.OK(t, err)
}

// TestGuessesInSteps reads more guesses than are read at a time, with other limits, and compares
// them with what was written.
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
