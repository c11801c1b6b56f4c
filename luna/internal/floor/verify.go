package floor

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"

	"github.com/luna-rating/luna/luna/internal/site/store"
)

// tables are those that follow from the log.
var tables = []string{"trade_games", "trade_seats", "trade_scores", "trade_texts"}

// Verify makes everything that follows from the log of a store again and compares it with what the
// tables have. It returns the numbers of records and games, and says in words what differs. It may
// run beside a server.
func Verify(ctx context.Context, s *store.Store) (records, games int, problems []string, err error) {
	if err := s.Migrate(ctx, "trade", migrations); err != nil {
		return 0, 0, nil, err
	}
	err = s.Scratch(ctx, func(tx *sql.Tx) error {
		stored, counted, err := store.LogOf[record](s, "trade_events").Recount(ctx, tx,
			func([]record) error { return nil })
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
		scores := make(map[score]*[3]float64) // games, points and Brier scores by player and role
		for _, id := range ids {
			problem, list, err := verifyGame(ctx, tx, id)
			if err != nil {
				return err
			}
			if problem != "" {
				problems = append(problems, fmt.Sprintf("Turing Trade: game %s: %s", id, problem))
			}
			for _, x := range list {
				key := score{player: x.player, target: x.target}
				if scores[key] == nil {
					scores[key] = new([3]float64)
				}
				scores[key][0]++
				scores[key][1] += x.points
				scores[key][2] += x.brier
			}
		}
		more, err := verifyScores(ctx, tx, scores)
		problems = append(problems, more...)
		return err
	})
	return records, games, problems, err
}

// verifyGame compares a game with the tables, and returns what it adds to the leaderboards.
func verifyGame(ctx context.Context, tx *sql.Tx, id string) (problem string, list []score, err error) {
	t, err := readTable(ctx, tx, id, maxRecords)
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
	if place.Valid != t.public {
		return fmt.Sprintf("found it public: %v, expected %v", place.Valid, t.public), nil, nil
	}
	if !t.public {
		return "", nil, nil
	}
	want, err := json.Marshal(t.info())
	switch {
	case err != nil:
		return "", nil, err
	case string(want) != info.String:
		problem = fmt.Sprintf("found %s, expected %s", info.String, want)
	case words.String != t.words():
		problem = "its texts cannot be found by their words"
	}
	return problem, t.scores(), nil
}

// verifyScores compares the leaderboards.
func verifyScores(
	ctx context.Context, tx *sql.Tx, want map[score]*[3]float64,
) (problems []string, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT player, target, games, points, brier FROM trade_scores")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var key score
		var x [3]float64
		if err := rows.Scan(&key.player, &key.target, &x[0], &x[1], &x[2]); err != nil {
			return nil, err
		}
		w := want[key]
		delete(want, key)
		if w == nil || x[0] != w[0] || math.Abs(x[1]-w[1]) > 1e-6 || math.Abs(x[2]-w[2]) > 1e-6 {
			problems = append(problems, fmt.Sprintf("Turing Trade: the scores of player %s are %v, "+
				"expected %v", key.player, x, w))
		}
	}
	for key := range want {
		problems = append(problems, fmt.Sprintf("Turing Trade: player %s has no scores", key.player))
	}
	return problems, rows.Err()
}

// Rebuild makes everything that follows from the log again. No server may run on the store.
func Rebuild(ctx context.Context, o Options) error {
	if err := o.Store.Migrate(ctx, "trade", migrations); err != nil {
		return err
	}
	err := store.LogOf[record](o.Store, "trade_events").Restart(ctx, func(tx *sql.Tx) error {
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
