package play

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/luna-rating/luna/luna/internal/site/store"
)

// tables are the names of the tables that follow from the log.
var tables = []string{"trade_games", "trade_seats", "trade_scores", "trade_results", "trade_texts"}

// Verify derives everything that follows from the log of a store again and compares it with the
// tables. It returns the numbers of records and games, and describes the differences. It may run
// beside a server.
func Verify(ctx context.Context, s *store.Store) (records, games int, problems []string, err error) {
	if err := s.Migrate(ctx, "trade", migrations); err != nil {
		return 0, 0, nil, err
	}
	err = s.Scratch(ctx, func(tx *sql.Tx) error {
		stored, counted, err := store.LogOf[Record](s, "trade_events").Recount(ctx, tx,
			func([]Record) error { return nil })
		if err != nil {
			return err
		}
		if records = counted.Number; string(stored.Digest) != string(counted.Digest) {
			problems = append(problems,
				"Turing Trade: the tables follow from other records than the log has")
		}
		ids, err := column[string](ctx, tx, "SELECT id FROM trade_games ORDER BY coalesce(place, 1e18)")
		if err != nil {
			return err
		}
		games = len(ids)
		results := make(map[score][]result) // that count, the latest last
		for _, id := range ids {
			problem, of, err := verifyGame(ctx, tx, id)
			if err != nil {
				return err
			}
			if problem != "" {
				problems = append(problems, fmt.Sprintf("Turing Trade: game %s: %s", id, problem))
			}
			for key, r := range of {
				results[key] = append(results[key], r)
			}
		}
		more, err := verifyScores(ctx, tx, results)
		problems = append(problems, more...)
		return err
	})
	return records, games, problems, err
}

// verifyGame compares a game with the tables, and returns its results if it counts.
func verifyGame(
	ctx context.Context, tx *sql.Tx, id string,
) (problem string, of map[score]result, err error) {
	t, err := readGame(ctx, tx, id, maxRecords)
	if err != nil {
		return err.Error(), nil, nil
	}
	var place sql.NullInt64
	var info, words sql.NullString
	row := tx.QueryRowContext(ctx, `SELECT place, info, (SELECT words FROM trade_texts
		WHERE rowid = place) FROM trade_games WHERE id = ?`, id)
	if err := row.Scan(&place, &info, &words); err != nil {
		return "", nil, err
	}
	if place.Valid != t.Public {
		return fmt.Sprintf("found it public: %v, expected %v", place.Valid, t.Public), nil, nil
	}
	if !t.Public {
		return "", nil, nil
	}
	want, err := json.Marshal(t.Info())
	switch {
	case err != nil:
		return "", nil, err
	case string(want) != info.String:
		problem = fmt.Sprintf("found %s, expected %s", info.String, want)
	case words.String != t.words():
		problem = "its texts cannot be found by their words"
	}
	if !t.Lasted() {
		return problem, nil, nil
	}
	return problem, t.results(), nil
}

// verifyScores compares the leaderboards, and the results that they follow from.
func verifyScores(
	ctx context.Context, tx *sql.Tx, results map[score][]result,
) (problems []string, err error) {
	for of, list := range results {
		var found Standing
		row := tx.QueryRowContext(ctx, `SELECT games, opponents, points, brier FROM trade_scores
			WHERE player = ? AND target = ?`, of.player, of.target)
		err := row.Scan(&found.Games, &found.Opponents, &found.Points, &found.Brier)
		stored, failed := resultsOf(ctx, tx, of)
		if failed != nil || err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, cmp.Or(failed, err)
		}
		want := standingOf(list[max(0, len(list)-maxCounts):])
		for _, s := range []Standing{found, standingOf(stored)} {
			if s.Games != want.Games || s.Opponents != want.Opponents ||
				math.Abs(s.Points-want.Points)+math.Abs(s.Brier-want.Brier) > 1e-6 {
				problems = append(problems, fmt.Sprintf("Turing Trade: the scores of player %s are %v, "+
					"expected %v", of.player, s, want))
				break
			}
		}
	}
	var rows int
	err = tx.QueryRowContext(ctx, "SELECT count(*) FROM trade_scores WHERE games > 0").Scan(&rows)
	if rows > len(results) {
		problems = append(problems, "Turing Trade: players have scores who played no game that counts")
	}
	return problems, err
}

// Rebuild makes the tables again from the log. No server may run on the store.
func Rebuild(ctx context.Context, o Options) error {
	if err := o.Store.Migrate(ctx, "trade", migrations); err != nil {
		return err
	}
	err := store.LogOf[Record](o.Store, "trade_events").Restart(ctx, func(tx *sql.Tx) error {
		for _, name := range tables {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	f, err := openJournal(ctx, o)
	if err == nil {
		f.stop()
		f.journal.Close()
	}
	return err
}
