package archive

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
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
	Question, Text string   // the question of a day is not in it
	Day            int      // of the question, since 1970; 0 for an answer in a game
	Rating         *float64 // the author's; nil for the answer to a question of a day
}

// Judge is somebody who judges answers.
type Judge struct {
	ID     string        // under which their guesses are stored
	Player game.PlayerID // "" for a visitor
	Seen   func(answer string) bool
}

// settledGuesses is how many guesses of people make a rating that judges may be compared with.
const settledGuesses = 3

// maxDrawn is among how many players, and games of each, an answer is looked for.
const maxDrawn = 50

// mates are the players who play with the judge now.
const mates = `WITH mates (number) AS (SELECT t.player FROM seats m JOIN seats t ON t.game = m.game
	WHERE m.active = 1 AND m.player = (SELECT number FROM players WHERE id = ?1)) `

// DrawAnswer returns an answer from a finished game that a judge has not seen: of a player whose
// rating, which is settled, is near a number. The judge neither plays with its author or asker now
// nor was one of them. Both let others see their texts, and nobody has reported the game. There may
// be none, which is nil.
func (a *Archive) DrawAnswer(ctx context.Context, j Judge, near float64) (found *Answer, err error) {
	err = a.read(ctx, func(q store.Querier) error {
		authors, err := store.Column[int](ctx, q, mates+`SELECT p.number FROM shown v
			JOIN players p ON p.id = v.id
			WHERE p.rating IS NOT NULL AND p.id <> ?1 AND p.number NOT IN mates AND ?3 =
				(SELECT count(*) FROM (SELECT 1 FROM guesses WHERE receiver = p.number AND counts = 1 LIMIT ?3))
			ORDER BY abs(p.rating - ?2) LIMIT ?4`, string(j.Player), near, settledGuesses, maxDrawn)
		for _, author := range authors {
			if found, err = answerBy(ctx, q, j, author); err != nil || found != nil {
				return err
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

// answerBy returns an answer of an author that a judge has not seen, or nil.
func answerBy(ctx context.Context, q store.Querier, j Judge, author int) (*Answer, error) {
	var sets []set
	err := store.Rows(ctx, q, func(r *sql.Rows) error {
		var x set
		err := r.Scan(&x.Game, &x.seat, &x.Author, &x.Asker, &x.Rating, &x.questions, &x.responses)
		sets = append(sets, x)
		return err
	}, mates+`SELECT g.id, s.seat, p.id, q.id, p.rating, o.questions, s.responses
		FROM seats s JOIN players p ON p.number = s.player
		JOIN games g ON g.number = s.game AND g.place IS NOT NULL
		JOIN seats o ON o.game = s.game AND o.seat <> s.seat
		JOIN players q ON q.number = o.player JOIN shown v ON v.id = q.id
		WHERE s.player = ?2 AND s.active = 0 AND s.responses > 0 AND o.questions > 0 AND q.id <> ?1
			AND q.number NOT IN mates AND NOT EXISTS (SELECT 1 FROM reports WHERE game = g.id)
		ORDER BY random() LIMIT ?3`, string(j.Player), author, maxDrawn)
	if err != nil {
		return nil, err
	}
	for _, x := range sets {
		if found, err := x.choose(ctx, q, j); err != nil || found != nil {
			return found, err
		}
	}
	return nil, nil
}

// choose returns one of the answers that a judge has not seen, or nil. Texts may have been removed.
func (x set) choose(ctx context.Context, q store.Querier, j Judge) (*Answer, error) {
	asked, err := eventWith(ctx, q, x.questions)
	if err != nil {
		return nil, err
	}
	said, err := eventWith(ctx, q, x.responses)
	if err != nil {
		return nil, err
	}
	for _, i := range rand.Perm(min(len(asked.Questions), len(said.Responses))) {
		x.ID = fmt.Sprintf("%s/%d/%d", x.Game, x.seat, i)
		x.Question, x.Text = asked.Questions[i], said.Responses[i]
		if strings.TrimSpace(x.Text) == "" || strings.TrimSpace(x.Question) == "" || j.Seen(x.ID) {
			continue
		}
		n, err := store.Column[int](ctx, q, "SELECT 1 FROM judged WHERE answer = ? AND judge = ?", x.ID, j.ID)
		if err != nil || len(n) == 0 {
			return &x.Answer, err
		}
	}
	return nil, nil
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
