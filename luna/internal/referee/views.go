package referee

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strconv"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// ErrPage is for a page that begins where no list of the player's has an element.
var ErrPage = errors.New("before: found what is not the end of a page")

// Game returns a game as a player sees it.
func (r *Referee) Game(
	ctx context.Context, player game.PlayerID, id game.GameID,
) (v game.View, err error) {
	var opponent game.PlayerID
	r.read(player, func(t *game.Tournament) { v, opponent, err = viewOf(t, id, player) })
	return r.withLook(ctx, v, opponent), err
}

// Games returns a page of a player's games: first all active ones, then those that have ended, each
// most recently entered first. Next is where the next page begins, "" if there is none.
func (r *Referee) Games(
	ctx context.Context, player game.PlayerID, page Page,
) (views []game.View, next string, err error) {
	list, next, err := r.EachGame(ctx, player, page)
	if err != nil {
		return nil, "", err
	}
	views = []game.View{}
	for v, err := range list {
		if err != nil {
			return nil, "", err
		}
		views = append(views, v)
	}
	return views, next, nil
}

// EachGame iterates over a page of a player's games in the order of [Referee.Games], each as it is
// when its turn comes, which needs less memory. An error ends the iteration.
func (r *Referee) EachGame(
	ctx context.Context, player game.PlayerID, page Page,
) (views iter.Seq2[game.View, error], next string, err error) {
	before, err := parseBefore(page.Before)
	if err != nil {
		return nil, "", err
	}
	var ids []game.GameID
	r.read(player, func(t *game.Tournament) {
		var ended []game.GameID
		all, _ := t.GamesOf(player) // which fails for players who have not entered a game yet
		for _, id := range slices.Backward(all) {
			v, err := t.View(id, player, nil)
			switch {
			case err != nil:
			case v.Active && before == 0:
				ids = append(ids, id)
			case !v.Active && (before == 0 || v.Number < before):
				ended = append(ended, id)
			}
		}
		if n := max(page.limit()-len(ids), 1); len(ended) > n {
			ended = ended[:n]
			last, _ := t.View(ended[n-1], player, nil)
			next = strconv.Itoa(last.Number)
		}
		ids = append(ids, ended...)
	})
	return func(yield func(game.View, error) bool) {
		for _, id := range ids {
			v, err := r.Game(ctx, player, id)
			if !yield(v, err) || err != nil {
				return
			}
		}
	}, next, nil
}

func parseBefore(text string) (number int, err error) {
	if text == "" {
		return 0, nil
	}
	number, err = strconv.Atoi(text)
	if err != nil || number <= 0 {
		return 0, ErrPage
	}
	return number, nil
}

// Active returns the games that a player is playing, most recently entered first.
func (r *Referee) Active(ctx context.Context, player game.PlayerID) ([]game.View, error) {
	views, _, err := r.Games(ctx, player, Page{Limit: 1})
	return slices.DeleteFunc(views, func(v game.View) bool { return !v.Active }), err
}

// MaxHistory is the number of past ratings and guesses that [Referee.Player] returns.
const MaxHistory = 1000

// Player returns what the tournament knows of a player, with the newest [MaxHistory] of the
// histories. One who has not entered a game yet has done nothing.
func (r *Referee) Player(ctx context.Context, player game.PlayerID) (game.Player, error) {
	p := game.Player{ID: player}
	r.read(player, func(t *game.Tournament) {
		if known, err := t.Player(player); err == nil {
			p = known
		}
	})
	p.History = p.History[max(0, len(p.History)-MaxHistory):]
	p.Guesses = p.Guesses[max(0, len(p.Guesses)-MaxHistory):]
	return p, nil
}

// Questions returns a page of the questions that a player has asked, most recently asked first.
// Next is where the next page begins, "" if there is none.
func (r *Referee) Questions(
	ctx context.Context, player game.PlayerID, page Page,
) (list []game.AskedQuestion, next string, err error) {
	list = []game.AskedQuestion{}
	r.read(player, func(t *game.Tournament) {
		if asked, err := t.QuestionsOf(player); err == nil {
			list = asked
		}
	})
	if page.Before != "" {
		at := slices.IndexFunc(list, func(q game.AskedQuestion) bool { return q.ID == page.Before })
		if at < 0 {
			return nil, "", ErrPage
		}
		list = list[at+1:]
	}
	if n := page.limit(); len(list) > n {
		list, next = list[:n], list[n-1].ID
	}
	return list, next, nil
}

// Notices counts the games with something new for a player.
func (r *Referee) Notices(_ context.Context, player game.PlayerID) (n int, err error) {
	r.read(player, func(t *game.Tournament) { n, _ = t.Notices(player) })
	return n, nil
}

// Finished iterates over all games with a result, with their secrets, in an order that reveals
// nothing about when they were played. It is for exports and the operator, never for players. An
// error ends the iteration.
func (r *Referee) Finished(ctx context.Context) iter.Seq2[game.Game, error] {
	return func(yield func(game.Game, error) bool) {
		var list []game.Game
		r.journal.Read(func(t *game.Tournament) { list = slices.Collect(t.Games()) })
		for _, g := range list {
			if g.Status == game.Finished && !yield(g, nil) {
				return
			}
		}
	}
}

// read calls a function with the tournament as it is on disk, once the player's own changes are.
func (r *Referee) read(player game.PlayerID, look func(*game.Tournament)) {
	r.inFlight.wait(player)
	r.journal.Read(look)
}

// viewOf returns a game as a player sees it, but for the opponent's look, and the opponent if that
// is to be seen.
func viewOf(
	t *game.Tournament, id game.GameID, player game.PlayerID,
) (v game.View, opponent game.PlayerID, err error) {
	v, err = t.View(id, player, func(other game.PlayerID) game.Look {
		opponent = other
		return game.Look{}
	})
	return v, opponent, err
}

// withLook adds the opponent's look to a view. Looks may have to be read from disk, so it must not
// be called while the tournament is locked.
func (r *Referee) withLook(
	ctx context.Context, v game.View, opponent game.PlayerID,
) game.View {
	if v.OpLook != nil {
		*v.OpLook = r.look(ctx, opponent)
	}
	return v
}

// look returns how a player appears to others.
func (r *Referee) look(ctx context.Context, player game.PlayerID) game.Look {
	if l, ok := r.looks.Load(player); ok {
		return l.(game.Look)
	}
	a, err := r.accounts.Get(ctx, accounts.ID(player))
	if err != nil {
		return game.Look{} // not worth a failure
	}
	l, _ := r.looks.LoadOrStore(player, lookOf(a)) // one that was stored meanwhile is newer
	return l.(game.Look)
}

func lookOf(a accounts.Account) game.Look { return game.Look{Initial: a.Initial, Color: a.Color} }

func (r *Referee) accountChanged(a accounts.Account) {
	r.looks.Store(game.PlayerID(a.ID), lookOf(a))
}

func (r *Referee) accountDeleted(id accounts.ID) { r.looks.Delete(game.PlayerID(id)) }
