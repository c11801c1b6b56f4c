package archive

import (
	"context"
	"database/sql"
	"strings"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// dayPrefix begins the ID of an answer to a question of a day.
const dayPrefix = "day-"

// DayAnswer is a player's own answer to the question of a day, and what others guessed about it.
type DayAnswer struct {
	Day     int // since 1970
	Text    string
	Guesses int
	Mean    float64 // of the guesses
}

// PutDayAnswer keeps a player's answer to the question of a day, unless the player has given one.
func (a *Archive) PutDayAnswer(ctx context.Context, player game.PlayerID, day int, text string) error {
	return a.store.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO day_answers (day, account, text) "+
			"VALUES (?, ?, ?)", day, string(player), text)
		return err
	})
}

// DayAnswersOf returns a player's answers to questions of days, the newest first.
func (a *Archive) DayAnswersOf(ctx context.Context, player game.PlayerID, limit int) ([]DayAnswer, error) {
	return store.List(ctx, a.reads, func(r *sql.Rows, x *DayAnswer) error {
		return r.Scan(&x.Day, &x.Text, &x.Guesses, &x.Mean)
	}, `SELECT d.day, d.text, count(j.guess), coalesce(avg(j.guess), 0) FROM day_answers d
		LEFT JOIN judged j ON j.answer = 'day-' || d.id WHERE d.account = ?
		GROUP BY d.id ORDER BY d.day DESC LIMIT ?`, string(player), limit)
}

// DrawDayAnswer returns an answer to the question of one of some days, the latest that has one
// which a judge has not judged, and of these the one that the fewest have judged. The judge does
// not play with its author now. There may be none, which is nil.
func (a *Archive) DrawDayAnswer(ctx context.Context, j Judge, from, to int) (found *Answer, err error) {
	err = store.Rows(ctx, a.reads, func(r *sql.Rows) error {
		var x Answer
		err := r.Scan(&x.ID, &x.Day, &x.Author, &x.Text)
		if x.Game = x.ID; found == nil && !j.Seen(x.ID) {
			found = &x
		}
		return err
	}, mates+`SELECT 'day-' || d.id AS name, d.day, d.account, d.text FROM day_answers d
		WHERE EXISTS (SELECT 1 FROM shown WHERE id = d.account) AND d.day BETWEEN ?3 AND ?4 AND d.account <> ?1
			AND NOT EXISTS (SELECT 1 FROM judged WHERE answer = 'day-' || d.id AND judge = ?2)
			AND NOT EXISTS (SELECT 1 FROM reports WHERE game = 'day-' || d.id)
			AND NOT EXISTS (SELECT 1 FROM players p WHERE p.id = d.account AND p.number IN mates)
		ORDER BY d.day DESC, (SELECT count(*) FROM judged WHERE answer = 'day-' || d.id), random()
		LIMIT ?5`, string(j.Player), j.ID, from, to, maxDrawn)
	return found, err
}

// eraseDayAnswer removes the answer to a question of a day with an ID, if it is the player's or the
// player is "".
func eraseDayAnswer(ctx context.Context, tx *sql.Tx, id string, player game.PlayerID) error {
	result, err := tx.ExecContext(ctx, "DELETE FROM day_answers WHERE 'day-' || id = ?1 AND id = ?2 "+
		"AND (?3 = '' OR account = ?3)", id, strings.TrimPrefix(id, dayPrefix), string(player))
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return game.ErrUnknownGame
	}
	return nil
}

// What a player did alone, as JSON: the consent, answers to questions of days, and guesses about
// answers of others, without these.
const (
	ownJudging = `SELECT json_object('shown', json(iif(shown, 'true', 'false')),
		'chosen', strftime('%FT%TZ', chosen / 1000000000, 'unixepoch'))
		FROM judging_consents WHERE account = ?`
	ownAnswers = `SELECT json_object('day', date(day * 86400, 'unixepoch'), 'text', text)
		FROM day_answers WHERE account = ? ORDER BY day`
	ownGuesses = `SELECT json_object('guess', guess,
		'time', strftime('%FT%TZ', time / 1000000000, 'unixepoch'))
		FROM judged WHERE judge = ? ORDER BY number`
)

// AloneData returns what is kept of what a player did alone.
func (a *Archive) AloneData(ctx context.Context, player accounts.ID) []accounts.Part {
	stored := func(name, query string) accounts.Part {
		return accounts.Stored(ctx, a.store.Read(), name, query, string(player))
	}
	return []accounts.Part{stored("judgingConsent", ownJudging), stored("dayAnswers", ownAnswers),
		stored("judged", ownGuesses)}
}
