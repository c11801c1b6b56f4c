package archive

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Answer is an answer that its author lets others judge.
type Answer struct {
	ID             string
	Game           string // under which it can be reported and erased
	Author, Asker  game.PlayerID
	Machine        bool     // the author is one
	Question, Text string   // the question of a day is not in it
	Day            int      // of the question, since 1970; 0 for an answer in a game
	Rating         *float64 // the author's; nil for the answer to a question of a day
}

// Judge is somebody who judges answers.
type Judge struct {
	ID     string                 // under which their guesses are stored
	Player game.PlayerID          // "" for a visitor
	Seen   func(what string) bool // an answer to a question of a day, or an author
}

// settledGuesses is how many guesses of people make a rating that judges may be compared with.
const settledGuesses = 3

// maxDrawn is among how many players, and games of each, an answer is looked for.
const maxDrawn = 50

// mates are the players who play with the judge now.
const mates = `WITH mates (number) AS (SELECT t.player FROM seats m JOIN seats t ON t.game = m.game
	WHERE m.active = 1 AND m.player = (SELECT number FROM players WHERE id = ?1)) `

// DrawAnswer returns an answer from a finished game of which a judge has judged none: of a player
// whose rating, which is settled, is near a number. The judge neither plays with its author or
// asker now nor was one of them. Both let others see their texts, and nobody has reported the game.
// There may be none, which is nil.
func (a *Archive) DrawAnswer(ctx context.Context, j Judge, near float64) (found *Answer, err error) {
	err = a.read(ctx, func(q store.Querier) error {
		authors, err := store.Column[game.PlayerID](ctx, q, mates+`SELECT p.id FROM players p
			WHERE p.rating IS NOT NULL AND EXISTS (SELECT 1 FROM shown WHERE id = p.id)
				AND p.id <> ?1 AND p.number NOT IN mates AND ?3 = (SELECT count(*) FROM (SELECT 1 FROM guesses
					WHERE receiver = p.number AND counts = 1 LIMIT ?3))
			ORDER BY abs(p.rating - ?2) LIMIT ?4`, string(j.Player), near, settledGuesses, maxDrawn)
		for _, author := range authors {
			if err == nil && found == nil && !j.Seen(string(author)) {
				found, err = answerBy(ctx, q, j, author)
			}
		}
		return err
	})
	return found, err
}

// set is the questions to a player in a game and the player's responses.
type set struct {
	Answer
	seat, questions, responses int
}

// answerBy returns an answer of an author from a game of which a judge has judged none, or nil.
func answerBy(
	ctx context.Context, q store.Querier, j Judge, author game.PlayerID,
) (found *Answer, err error) {
	var sets []set
	err = store.Rows(ctx, q, func(r *sql.Rows) error {
		var x set
		err := r.Scan(&x.Game, &x.seat, &x.Author, &x.Machine, &x.Asker, &x.Rating, &x.questions, &x.responses)
		sets = append(sets, x)
		return err
	}, mates+`SELECT g.id, s.seat, p.id, p.machine, q.id, p.rating, o.questions, s.responses
		FROM seats s JOIN players p ON p.number = s.player
		JOIN games g ON g.number = s.game AND g.place IS NOT NULL
		JOIN seats o ON o.game = s.game AND o.seat <> s.seat
		JOIN players q ON q.number = o.player
		WHERE p.id = ?2 AND s.active = 0 AND s.responses > 0 AND o.questions > 0
			AND EXISTS (SELECT 1 FROM shown WHERE id = q.id) AND q.id <> ?1 AND q.number NOT IN mates
			AND NOT EXISTS (SELECT 1 FROM reports WHERE game = g.id)
			AND NOT EXISTS (SELECT 1 FROM judged WHERE judge = ?3 AND answer = g.id || '/' || s.seat)
		ORDER BY random() LIMIT ?4`, string(j.Player), string(author), j.ID, maxDrawn)
	for _, x := range sets {
		if err == nil && found == nil {
			found, err = x.choose(ctx, q)
		}
	}
	return found, err
}

// choose returns the answer of a set that is judged, always the same, so that guesses about it can
// be compared. It is nil if the texts were removed.
func (x set) choose(ctx context.Context, q store.Querier) (*Answer, error) {
	asked, err := eventWith(ctx, q, x.questions)
	if err != nil {
		return nil, err
	}
	said, err := eventWith(ctx, q, x.responses)
	n := min(len(asked.Questions), len(said.Responses))
	for i := range n {
		i = (i + x.responses) % n
		x.ID = fmt.Sprintf("%s/%d", x.Game, x.seat)
		x.Question, x.Text = asked.Questions[i], said.Responses[i]
		if strings.TrimSpace(x.Text) != "" && strings.TrimSpace(x.Question) != "" {
			return &x.Answer, err
		}
	}
	return nil, err
}

// MayShow reports whether an answer that was drawn for a judge may still be shown: its author and
// asker let others see their texts and do not play with the judge now, and nobody has reported or
// erased it since.
func (a *Archive) MayShow(ctx context.Context, j Judge, x Answer) (may bool, err error) {
	row := a.reads.QueryRowContext(ctx, mates+`SELECT EXISTS (SELECT 1 FROM shown WHERE id = ?2)
		AND (?3 = '' OR EXISTS (SELECT 1 FROM shown WHERE id = ?3))
		AND NOT EXISTS (SELECT 1 FROM players WHERE id IN (?2, ?3) AND number IN mates)
		AND NOT EXISTS (SELECT 1 FROM reports WHERE game = ?4)
		AND (?3 <> '' OR EXISTS (SELECT 1 FROM day_answers WHERE 'day-' || id = ?4))
		AND NOT EXISTS (SELECT 1 FROM games g JOIN seats s ON s.game = g.number
			JOIN events e ON e.number IN (s.questions, s.responses)
			WHERE g.id = ?4 AND instr(e.body, '"removed":true'))`,
		string(j.Player), string(x.Author), string(x.Asker), x.Game)
	return may, row.Scan(&may)
}

// maxJudged is the number of latest guesses about answers that are kept.
const maxJudged = 500_000

// PutGuess keeps what a judge guesses about an answer, if it is the judge's first guess about it.
func (a *Archive) PutGuess(
	ctx context.Context, answer, judge string, guess float64, now time.Time,
) error {
	return a.store.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO judged (answer, judge, guess, time) "+
			"VALUES (?, ?, ?, ?)", answer, judge, guess, now.UnixNano())
		if err == nil {
			_, err = tx.ExecContext(ctx, "DELETE FROM judged WHERE number <= "+
				"(SELECT max(number) FROM judged) - ?", maxJudged)
		}
		return err
	})
}

// GuessesAbout returns the latest guesses of others than a judge about an answer.
func (a *Archive) GuessesAbout(ctx context.Context, answer, judge string) ([]float64, error) {
	return store.Column[float64](ctx, a.reads, "SELECT guess FROM judged WHERE answer = ? "+
		"AND judge <> ? ORDER BY number DESC LIMIT 1000", answer, judge)
}

// JudgingConsent returns whether a player lets others judge what they answer, and when the player
// chose: the zero time if they were never asked.
func (a *Archive) JudgingConsent(
	ctx context.Context, player game.PlayerID,
) (shown bool, chosen time.Time, err error) {
	err = store.Rows(ctx, a.reads, func(r *sql.Rows) error {
		var at int64
		err := r.Scan(&shown, &at)
		chosen = timeOf(at)
		return err
	}, "SELECT shown, chosen FROM judging_consents WHERE account = ?", string(player))
	return shown, chosen, err
}

// SetJudgingConsent stores whether a player lets others judge what they answer.
func (a *Archive) SetJudgingConsent(
	ctx context.Context, player game.PlayerID, shown bool, now time.Time,
) error {
	return a.store.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO judging_consents VALUES (?, ?, ?)",
			string(player), shown, now.UnixNano())
		return err
	})
}
