package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// ErrPage is for a page that begins where no earlier page can have ended.
var ErrPage = errors.New("before: found what is not the end of a page")

// Page selects a part of a long list, newest first.
type Page struct {
	// Before is where the last page ended: the next that was returned with it. "" means the
	// beginning.
	Before string
	// Limit is the maximum number of elements; 0 means [DefaultPage], and values above [MaxPage]
	// mean MaxPage.
	Limit int
}

// DefaultPage and MaxPage are the default and the maximum number of elements of a page. Making a
// page takes some 0.1 ms of processor time for each game.
const (
	DefaultPage = 50
	MaxPage     = 100
)

// limit returns the number of elements.
func (p Page) limit() int {
	if p.Limit <= 0 {
		return DefaultPage
	}
	return min(p.Limit, MaxPage)
}

// maxPageBytes is the total size of texts at which a page ends.
const maxPageBytes = 1 << 20

// Game returns a game with its texts and secrets, or [game.ErrUnknownGame].
func (a *Archive) Game(ctx context.Context, id game.GameID) (g game.Game, err error) {
	err = a.read(ctx, func(q store.Querier) error {
		if g, err = gameWith(ctx, q, id); err != nil {
			return err
		}
		list := []game.Game{g}
		err = fillTexts(ctx, q, list, show)
		g = list[0]
		return err
	})
	return g, err
}

// Games returns some games with their texts and secrets, in the order of the identifiers. It takes
// fewer queries than reading them one by one.
func (a *Archive) Games(ctx context.Context, ids []game.GameID) (list []game.Game, err error) {
	place := make(map[game.GameID]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	text, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	err = a.read(ctx, func(q store.Querier) error {
		list, err = readGames(ctx, q, `WHERE g.number IN (SELECT number FROM games WHERE id IN
			(SELECT value FROM json_each(?))) ORDER BY g.number, s.seat`, string(text))
		if err != nil {
			return err
		}
		return fillTexts(ctx, q, list, show)
	})
	if err == nil && len(list) != len(ids) {
		err = game.ErrUnknownGame
	}
	slices.SortFunc(list, func(a, b game.Game) int { return place[a.ID] - place[b.ID] })
	return list, err
}

// Listed is a game in a list.
type Listed struct {
	ID    game.GameID
	Bytes int // total size of both players' texts
	place int
}

// GamesOf returns a page of a player's games: first all active ones, even if they exceed the limit,
// then those that have ended, each most recently entered first. Next is where the next page begins,
// "" if there is none.
func (a *Archive) GamesOf(
	ctx context.Context, player game.PlayerID, page Page,
) (list []Listed, next string, err error) {
	before, err := parsePlace(page.Before)
	if err != nil {
		return nil, "", err
	}
	err = a.read(ctx, func(q store.Querier) error {
		if page.Before == "" {
			if list, err = listed(ctx, q, player, true, before, -1); err != nil {
				return err
			}
		}
		most := max(page.limit()-len(list), 1)
		ended, err := listed(ctx, q, player, false, before, most+1)
		if err != nil {
			return err
		}
		size := 0
		for i, x := range ended {
			if i == most || i > 0 && size > maxPageBytes {
				next = strconv.Itoa(ended[i-1].place)
				break
			}
			list = append(list, x)
			size += x.Bytes
		}
		return nil
	})
	return list, next, err
}

// Active returns the games that a player is playing, without texts, most recently entered first.
func (a *Archive) Active(ctx context.Context, player game.PlayerID) (list []game.Game, err error) {
	err = a.read(ctx, func(q store.Querier) error {
		list, err = readGames(ctx, q, `WHERE g.number IN (SELECT game FROM seats WHERE active = 1
			AND player = (SELECT number FROM players WHERE id = ?)) ORDER BY g.number`, string(player))
		return err
	})
	slices.SortFunc(list, func(a, b game.Game) int {
		return placeOf(b, player) - placeOf(a, player)
	})
	return list, err
}

func placeOf(g game.Game, player game.PlayerID) int {
	for _, s := range g.Seats {
		if s.Player == player {
			return s.Number
		}
	}
	return 0
}

// listed returns a player's games, either the active ones or the others, that were entered before a
// place, up to a limit; -1 is none.
func listed(
	ctx context.Context, q store.Querier, player game.PlayerID, active bool, before, limit int,
) ([]Listed, error) {
	return store.List(ctx, q, func(r *sql.Rows, x *Listed) error {
		return r.Scan(&x.ID, &x.place, &x.Bytes)
	}, `SELECT g.id, s.place, (
			SELECT coalesce(sum(octet_length(e.body)), 0) FROM seats t
			JOIN events e ON e.number IN (t.questions, t.responses) WHERE t.game = s.game)
		FROM seats s JOIN games g ON g.number = s.game WHERE s.active = ? AND s.place < ?
		AND s.player = (SELECT number FROM players WHERE id = ?) ORDER BY s.place DESC LIMIT ?`,
		active, before, string(player), limit)
}

// parsePlace reads where a page of games begins: before the game of a place.
func parsePlace(text string) (place int, err error) {
	if text == "" {
		return 1 << 62, nil
	}
	place, err = strconv.Atoi(text)
	if err != nil || place <= 0 {
		return 0, ErrPage
	}
	return place, nil
}

// Notices counts the games with something new for a player, up to a limit.
func (a *Archive) Notices(ctx context.Context, player game.PlayerID, limit int) (n int, err error) {
	row := a.reads.QueryRowContext(ctx, `SELECT count(*) FROM (SELECT 1 FROM seats
		WHERE player = (SELECT number FROM players WHERE id = ?) AND notice = 1 LIMIT ?)`,
		string(player), limit)
	return n, row.Scan(&n)
}

// Machines counts the machines among some players.
func (a *Archive) Machines(ctx context.Context, players []game.PlayerID) (n int, err error) {
	text, err := json.Marshal(players)
	if err != nil {
		return 0, err
	}
	row := a.reads.QueryRowContext(ctx, `SELECT count(*) FROM players WHERE machine = 1
		AND id IN (SELECT value FROM json_each(?))`, string(text))
	return n, row.Scan(&n)
}

// Counts returns the numbers of players and games.
func (a *Archive) Counts(ctx context.Context) (game.Counts, error) {
	return countsOf(ctx, a.reads)
}

// Player returns what is known about a player, with the newest elements of each history, up to a
// limit. The error is [game.ErrUnknownPlayer] for a player who has not entered a game yet.
func (a *Archive) Player(ctx context.Context, id game.PlayerID, limit int) (p game.Player, err error) {
	err = a.read(ctx, func(q store.Querier) error {
		if p, err = playerWith(ctx, q, id); err != nil {
			return err
		}
		if p.History, err = pastRatings(ctx, q, p.Event, limit); err != nil {
			return err
		}
		p.Guesses, err = pastGuesses(ctx, q, p.Event, limit)
		return err
	})
	return p, err
}

func pastRatings(ctx context.Context, q store.Querier, player, limit int) (list []game.PastRating, err error) {
	list, err = store.List(ctx, q, func(r *sql.Rows, x *game.PastRating) error {
		var at int64
		err := r.Scan(&x.Event, &x.Rating, &at, &x.Left)
		x.Time = timeOf(at)
		return err
	}, `SELECT event, rating, time, EXISTS (SELECT 1 FROM stalls s WHERE s.player = r.player
		AND s.event = r.event) FROM ratings r WHERE player = ? ORDER BY event DESC LIMIT ?`,
		player, limit)
	slices.Reverse(list)
	return list, err
}

func pastGuesses(ctx context.Context, q store.Querier, player, limit int) (list []game.PastGuess, err error) {
	list, err = store.List(ctx, q, func(r *sql.Rows, x *game.PastGuess) error {
		var rating sql.Null[float64]
		var at int64
		err := r.Scan(&x.Game, &x.Guess, &rating, &at)
		x.Rating, x.Time = pointer(rating), timeOf(at)
		return err
	}, `SELECT g.id, x.guess, x.rating, x.time FROM guesses x JOIN games g ON g.number = x.game
		WHERE x.giver = ? ORDER BY x.event DESC LIMIT ?`, player, limit)
	slices.Reverse(list)
	return list, err
}

// maxLater is the maximum number of games in the answer of [Archive.Compared].
const maxLater = 1000

// Compared is what a guess about somebody without a full rating is compared with.
type Compared struct {
	Rating      float64
	Provisional bool
	Later       bool // the other had no rating at all until after the game
}

// Compared returns, for the newest games in which a player guessed about somebody who had no full
// rating, the provisional one that they had or else the first rating after it, once somebody else
// has guessed about them, too.
func (a *Archive) Compared(ctx context.Context, player game.PlayerID) (found map[game.GameID]Compared, err error) {
	found = make(map[game.GameID]Compared)
	err = a.read(ctx, func(q store.Querier) error {
		return store.Rows(ctx, q, func(r *sql.Rows) error {
			var id game.GameID
			var then, later, early sql.Null[float64]
			err := r.Scan(&id, &then, &later, &early)
			switch {
			case then.Valid:
				found[id] = Compared{Rating: then.V, Provisional: true}
			case later.Valid:
				found[id] = Compared{Rating: later.V, Later: true}
			case early.Valid:
				found[id] = Compared{Rating: early.V, Provisional: true, Later: true}
			}
			return err
		}, `SELECT g.id, s.early_before, l.after, l.early_after
			FROM guesses x JOIN games g ON g.number = x.game
			JOIN seats s ON s.game = x.game AND s.player = x.receiver
			LEFT JOIN seats l ON l.player = x.receiver AND l.game = (
				SELECT o.game FROM guesses o JOIN seats t ON t.game = o.game AND t.player = o.receiver
				WHERE o.receiver = x.receiver AND o.event > x.event AND o.counts = 1
				AND coalesce(t.after, t.early_after) IS NOT NULL AND EXISTS (SELECT 1 FROM guesses y
					WHERE y.receiver = x.receiver AND y.event <= o.event AND y.giver <> x.giver AND y.counts = 1)
				ORDER BY o.event LIMIT 1)
			WHERE x.giver = (SELECT number FROM players WHERE id = ?) AND x.rating IS NULL
			ORDER BY x.event DESC LIMIT ?`, string(player), maxLater)
	})
	return found, err
}

// GuessEvents returns the numbers of the events that brought guesses of people about a player, or
// stalled games that count like one, the oldest first.
func (a *Archive) GuessEvents(ctx context.Context, p game.Player) ([]int, error) {
	return store.Column[int](ctx, a.reads, `SELECT event FROM guesses WHERE receiver = ?1 AND counts
		UNION ALL SELECT event FROM stalls WHERE player = ?1 AND price > 0 ORDER BY event`, p.Event)
}

// splitPlace reads "PLACE.LINE".
func splitPlace(text string) (place, line int, err error) {
	if text == "" {
		return 1 << 62, 0, nil
	}
	a, b, _ := strings.Cut(text, ".")
	place, err1 := strconv.Atoi(a)
	line, err2 := strconv.Atoi(b)
	if err1 != nil || err2 != nil || place <= 0 || line < 0 {
		return 0, 0, ErrPage
	}
	return place, line, nil
}
