package play

import (
	"context"
	"errors"
	"iter"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
)

// Game returns a game as a player sees it.
func (r *Referee) Game(ctx context.Context, player game.PlayerID, id game.GameID) (game.View, error) {
	if err := r.wait(ctx, player); err != nil {
		return game.View{}, err
	}
	return r.view(ctx, player, id)
}

// Games returns a page of a player's games: first all active ones, then those that have ended, each
// most recently entered first. Next is where the next page begins, "" if there is none. Long texts
// make a page shorter.
func (r *Referee) Games(
	ctx context.Context, player game.PlayerID, page archive.Page,
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

// The maximum number of games, and of bytes of texts, that are held in memory at a time.
const (
	viewsAtOnce = 50
	bytesAtOnce = 100 << 10
)

// EachGame iterates over a page of a player's games in the order of [Referee.Games], reading each
// when its turn comes or shortly before. It needs less memory than Games. An error ends the
// iteration.
func (r *Referee) EachGame(
	ctx context.Context, player game.PlayerID, page archive.Page,
) (views iter.Seq2[game.View, error], next string, err error) {
	if err := r.wait(ctx, player); err != nil {
		return nil, "", err
	}
	list, next, err := r.Archive.GamesOf(ctx, player, page)
	if err != nil {
		return nil, "", err
	}
	return func(yield func(game.View, error) bool) {
		for rest := list; len(rest) > 0; {
			var some []game.GameID
			some, rest = together(rest)
			games, err := r.Archive.Games(ctx, some)
			if err != nil {
				yield(game.View{}, err)
				return
			}
			looks := r.looks(ctx, games...)
			for _, g := range games {
				v, err := g.View(player, looks)
				_, _ = r.reads.note(player, v, err)
				if !yield(v, err) || err != nil {
					return
				}
			}
		}
	}, next, nil
}

// together returns the games of a list that are read together, at least one, and the rest.
func together(list []archive.Listed) (some []game.GameID, rest []archive.Listed) {
	size := 0
	for i, x := range list {
		size += x.Bytes
		if i == viewsAtOnce || i > 0 && size > bytesAtOnce {
			return some, list[i:]
		}
		some = append(some, x.ID)
	}
	return some, nil
}

// Active returns the games that a player is playing, without texts, most recently entered first.
func (r *Referee) Active(ctx context.Context, player game.PlayerID) ([]game.View, error) {
	if err := r.wait(ctx, player); err != nil {
		return nil, err
	}
	games, err := r.Archive.Active(ctx, player)
	if err != nil {
		return nil, err
	}
	views := make([]game.View, len(games))
	for i, g := range games {
		if views[i], err = g.View(player, nil); err != nil {
			return nil, err
		}
	}
	return views, nil
}

// MaxHistory is the maximum number of past ratings, and of guesses, that [Referee.Player] returns.
// Reading each takes some 4 µs of processor time, and sending it as much again.
const MaxHistory = 1000

// Player returns what the tournament knows about a player, with the newest elements of both
// histories, up to a limit each. For a player who has not entered a game yet, there is nothing.
func (r *Referee) Player(ctx context.Context, player game.PlayerID, limit int) (game.Player, error) {
	if err := r.wait(ctx, player); err != nil {
		return game.Player{}, err
	}
	p, err := r.Archive.Player(ctx, player, min(limit, MaxHistory))
	if errors.Is(err, game.ErrUnknownPlayer) {
		return game.Player{ID: player}, nil
	}
	return p, err
}

// Questions returns a page of the different questions that a player has asked, most recently asked
// first, except for those of games that ended without a result. Next is where the next page begins,
// "" if there is none.
func (r *Referee) Questions(
	ctx context.Context, player game.PlayerID, page archive.Page,
) (list []game.AskedQuestion, next string, err error) {
	if err := r.wait(ctx, player); err != nil {
		return nil, "", err
	}
	return r.Archive.Questions(ctx, player, page)
}

// maxNotices is the number at which the counting of notices stops.
const maxNotices = 1000

// Notices counts the games with something new for a player, up to 1000.
func (r *Referee) Notices(ctx context.Context, player game.PlayerID) (int, error) {
	if err := r.wait(ctx, player); err != nil {
		return 0, err
	}
	return r.Archive.Notices(ctx, player, maxNotices)
}

// wait records that a player looks, and returns when their own changes are done.
func (r *Referee) wait(ctx context.Context, player game.PlayerID) error {
	r.presence.see(player)
	return r.inFlight.wait(ctx, player)
}

// view returns a game as it is on disk, as a player sees it.
func (r *Referee) view(ctx context.Context, player game.PlayerID, id game.GameID) (game.View, error) {
	g, err := r.Archive.Game(ctx, id)
	if err != nil {
		return game.View{}, err
	}
	v, err := g.View(player, r.looks(ctx, g))
	return r.reads.note(player, v, err)
}
