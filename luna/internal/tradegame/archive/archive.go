package archive

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/trade"
)

//go:embed migrations
var migrations embed.FS

// Archive gives access to the tables of a store. It is safe for concurrent use.
type Archive struct {
	store   *store.Store
	reading chan struct{} // the logs; few at a time, since that is long work
}

// Open returns the archive of a store and runs the migrations of its tables. The tables need not
// have followed the whole log yet.
func Open(ctx context.Context, s *store.Store) (*Archive, error) {
	return &Archive{s, make(chan struct{}, 4)}, s.Migrate(ctx, "trade", migrations)
}

// Log returns the log of a store.
func Log(s *store.Store) store.Log[Record] { return store.LogOf[Record](s, "trade_events") }

// MaxText is the maximum number of characters in a question or an answer.
const MaxText = 500

// Errors of the archive.
var (
	// ErrUnknown is for a game that does not exist, that the player is not in, or that is not
	// public.
	ErrUnknown = errors.New("there is no such game")
	// ErrQuery is for a query that makes no sense.
	ErrQuery = errors.New("the query cannot be understood")
)

// SeatIn returns the name of a player's seat in a game, or [ErrUnknown].
func (a *Archive) SeatIn(ctx context.Context, game string, player accounts.ID) (name string, err error) {
	err = a.store.Read().QueryRowContext(ctx,
		"SELECT name FROM trade_seats WHERE game = ? AND player = ?", game,
		string(player)).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) || player == "" {
		return "", ErrUnknown
	}
	return name, err
}

// Game rebuilds a game from the log.
func (a *Archive) Game(ctx context.Context, game string) (*Game, error) {
	return readGame(ctx, a.store.Read(), game, maxRecords)
}

// maxRecords is more than the number of records in any log.
const maxRecords = math.MaxInt64

// Finished returns a game that has ended, once all of its texts have been released.
func (a *Archive) Finished(ctx context.Context, game string) (*trade.Played, Info, error) {
	t, err := a.Public(ctx, game)
	if err != nil {
		return nil, Info{}, err
	}
	return &trade.Played{Game: t.State, Log: t.Log}, t.Info(), nil
}

// Public returns a game that anybody may see, or [ErrUnknown].
func (a *Archive) Public(ctx context.Context, game string) (*Game, error) {
	var public bool
	err := a.store.Read().QueryRowContext(ctx,
		"SELECT EXISTS (SELECT 1 FROM trade_public WHERE id = ?)", game).Scan(&public)
	if err == nil && !public {
		err = ErrUnknown
	}
	if err != nil {
		return nil, err
	}
	return a.Game(ctx, game)
}

// Info returns what is known about a game that has ended.
func (g *Game) Info() Info {
	end, _ := g.State.Ended()
	i := Info{
		ID: g.Game, Started: g.At.UTC(), Reason: end.Reason, Nature: end.Nature, Bets: g.State.Bets(),
		Price: g.State.Price(), Reward: g.State.Reward(), Points: make(map[string]float64),
	}
	if end.Reason != trade.Annulled {
		i.Target = g.Program
	}
	results := g.State.Results()
	for n, s := range g.Seats {
		if s.Name != trade.Target {
			i.Bettors = append(i.Bettors, Bettor{Name: s.Name, Machine: s.Machine})
			i.Points[s.Name] = results[n].Points
		}
	}
	for _, x := range g.State.Exchanges() {
		if i.Asked++; i.First == "" {
			i.First = x.Question
		}
	}
	return i
}

// List lists finished games, the latest first. Next is the value of [Query].Before that returns
// the next games, "" at the end.
func (a *Archive) List(ctx context.Context, q Query) (list []Info, next string, err error) {
	before := int64(math.MaxInt64)
	if q.Before != "" {
		if before, err = strconv.ParseInt(q.Before, 10, 64); err != nil {
			return nil, "", fmt.Errorf("%w: before is %.20q, which no list has named", ErrQuery, q.Before)
		}
	}
	if n := utf8.RuneCountInString(q.Text); n > MaxText {
		return nil, "", fmt.Errorf("%w: found %d characters, at most %d are searched for",
			ErrQuery, n, MaxText)
	}
	limit := min(max(1, cmp.Or(q.Limit, 20)), 100)
	query, args := "SELECT place, info FROM trade_public WHERE place < ?", []any{before}
	if words := match(q.Text); words != "" {
		query += " AND place IN (SELECT rowid FROM trade_texts WHERE trade_texts MATCH ?)"
		args = append(args, words)
	} else if strings.TrimSpace(q.Text) != "" {
		return nil, "", nil // nothing has such words
	}
	if q.Nature != "" {
		query += " AND info ->> '$.Nature' = ?"
		args = append(args, string(q.Nature))
	}
	err = store.Rows(ctx, a.store.Read(), func(r *sql.Rows) error {
		var place int64
		var text []byte
		var i struct {
			Info
			Nature string // "" for a game that was annulled, which no [trade.Side] is
		}
		if err := r.Scan(&place, &text); err != nil {
			return err
		}
		if err := json.Unmarshal(text, &i); err != nil {
			return err
		}
		i.Info.Nature = trade.Side(i.Nature)
		if len(list) == limit { // one more than asked for
			next = strconv.FormatInt(before, 10)
			return nil
		}
		list, before = append(list, i.Info), place
		return nil
	}, query+" ORDER BY place DESC LIMIT ?", append(args, limit+1)...)
	return list, next, err
}

// Latest returns the IDs of public games with a target of some nature, the latest first.
func (a *Archive) Latest(ctx context.Context, nature trade.Side, limit int) ([]string, error) {
	return store.Column[string](ctx, a.store.Read(), `SELECT id FROM trade_public
		WHERE info ->> '$.Nature' = ? ORDER BY place DESC LIMIT ?`, string(nature), limit)
}

// match returns a query for texts in which, for each word of a given text, some word begins with
// it.
func match(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	for i, w := range words {
		words[i] = `"` + w + `"*`
	}
	return strings.Join(words[:min(len(words), 20)], " ")
}

// logsChunk is the number of games whose logs are read at a time.
const logsChunk = 50

// Logs writes the logs of all finished games as JSON lines, the oldest first.
func (a *Archive) Logs(ctx context.Context, w io.Writer) error {
	for after := int64(0); ; {
		lines, last, err := a.logs(ctx, after)
		if err != nil || last == 0 {
			return err
		}
		after = last
		if _, err := io.WriteString(w, strings.Join(lines, "\n")+"\n"); err != nil {
			return err
		}
	}
}

// logs returns the lines of the games after a place, and the place of the last one, 0 for none.
func (a *Archive) logs(ctx context.Context, after int64) (lines []string, last int64, err error) {
	select {
	case a.reading <- struct{}{}:
		defer func() { <-a.reading }()
	case <-ctx.Done():
		return nil, 0, ctx.Err()
	}
	err = a.store.Read().QueryRowContext(ctx, `SELECT coalesce(max(place), 0) FROM
		(SELECT place FROM trade_public WHERE place > ? ORDER BY place LIMIT ?)`, after,
		logsChunk).Scan(&last)
	if err != nil || last == 0 {
		return nil, 0, err
	}
	lines, err = store.Column[string](ctx, a.store.Read(), `SELECT e.body -> '$.event'
		FROM trade_public g JOIN trade_events e ON e.game = g.id
		WHERE g.place > ?1 AND g.place <= ?2 AND e.body -> '$.event' IS NOT NULL
		ORDER BY g.place, e.number`, after, last)
	return lines, last, err
}

// Written returns what was written in a game, and the players besides the one who reports it to the
// operator.
func (a *Archive) Written(
	ctx context.Context, reporter accounts.ID, game string,
) (list []accounts.Written, others []accounts.ID, err error) {
	t, err := a.Game(ctx, game)
	if err != nil {
		return nil, nil, err
	}
	by := make(map[string]accounts.ID)
	for _, s := range t.Seats {
		by[s.Name] = s.Player
		if s.Player != "" && s.Player != reporter {
			others = append(others, s.Player)
		}
	}
	for _, e := range t.Log {
		at := t.At.Add(e.Time)
		switch e.Kind {
		case trade.Question:
			list = append(list, accounts.Written{Player: by[e.Bettor], Kind: accounts.Question,
				Text: e.Text, Time: &at})
		case trade.Answer:
			list = append(list, accounts.Written{Player: by[trade.Target], Kind: accounts.Answer,
				Text: e.Text, Time: &at})
		}
	}
	return list, others, nil
}
