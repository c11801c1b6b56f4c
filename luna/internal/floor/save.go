package floor

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"github.com/luna-rating/luna/luna/trade"
)

// save writes what has changed since the state was saved: new games, and those that have become
// public.
func save(ctx context.Context, tx *sql.Tx, h *hall) error {
	for _, t := range h.changed {
		if t.new {
			if err := t.insert(ctx, tx); err != nil {
				return err
			}
		}
	}
	for _, t := range h.public {
		if err := t.archive(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) insert(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, "INSERT INTO trade_games (id) VALUES (?)", t.Game); err != nil {
		return err
	}
	for _, s := range t.Seats {
		_, err := tx.ExecContext(ctx, "INSERT INTO trade_seats (game, name, player) VALUES (?, ?, ?)",
			t.Game, s.Name, string(s.Player))
		if err != nil {
			return err
		}
	}
	return nil
}

// archive puts a game into the archive, and what its players got on the leaderboards.
func (t *table) archive(ctx context.Context, tx *sql.Tx) error {
	text, err := json.Marshal(t.info())
	if err != nil {
		return err
	}
	var place int64
	err = tx.QueryRowContext(ctx, `UPDATE trade_games SET info = ?1, place =
		(SELECT coalesce(max(place), 0) + 1 FROM trade_games) WHERE id = ?2 RETURNING place`,
		string(text), t.Game).Scan(&place)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO trade_texts (rowid, words) VALUES (?, ?)", place,
		t.words())
	if err != nil {
		return err
	}
	for _, s := range t.scores() {
		_, err := tx.ExecContext(ctx, `INSERT INTO trade_scores (player, target, games, points, brier)
			VALUES (?1, ?2, 1, ?3, ?4) ON CONFLICT (player, target) DO UPDATE SET
			games = games + 1, points = points + ?3, brier = brier + ?4`,
			s.player, s.target, s.points, s.brier)
		if err != nil {
			return err
		}
	}
	return nil
}

// words returns all texts of a game.
func (t *table) words() string {
	var b strings.Builder
	for _, e := range t.log {
		if e.Text != "" && e.Text != erased {
			b.WriteString(e.Text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// score is what a game adds to somebody's place on a leaderboard.
type score struct {
	player        string
	target        bool
	points, brier float64
}

// scores returns those of a game that was not annulled: of bettors who bet, and of the target.
func (t *table) scores() (list []score) {
	end, _ := t.game.Ended()
	if end.Reason == trade.Annulled {
		return nil
	}
	outcome := 0.0
	if end.Nature == trade.Human {
		outcome = 1
	}
	lastBet := make(map[string]float64) // the price after it
	curve, bets := t.game.Curve(), 0
	for _, e := range t.log {
		if e.Kind == trade.Bet {
			bets++
			lastBet[e.Bettor] = curve[bets].Price
		}
	}
	results := t.game.Results()
	for i, s := range t.Seats {
		if s.Name == trade.Target {
			list = append(list, score{player: string(s.Player), target: true, points: t.game.Reward()})
		} else if price, bet := lastBet[s.Name]; bet && s.Player != "" {
			off := price/100 - outcome
			list = append(list, score{
				player: string(s.Player), points: results[i].Points, brier: off * off,
			})
		}
	}
	if t.Program != "" {
		list = append(list, score{
			player: programPrefix + t.Program, target: true, points: t.game.Reward(),
		})
	}
	return list
}

// programPrefix begins the names of the site's programs among players. No account has such an ID.
const programPrefix = "program "
