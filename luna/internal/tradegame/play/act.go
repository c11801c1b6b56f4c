package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// maxActions bounds the number of actions of a seat in a game.
const maxActions = 1000

// Do carries out a player's action in a game. When it returns nil, the action is on disk.
func (r *Referee) Do(ctx context.Context, player accounts.ID, game string, a Action) error {
	player = playerIn(game, player)
	g := r.liveGame(game)
	if g == nil {
		return r.late(ctx, player, game, a)
	}
	s, ok := archive.SeatOf(g.seats, player)
	if !ok {
		return archive.ErrUnknown
	}
	return r.act(ctx, g, s.Name, a)
}

// late answers an action in a game that is in the archive.
func (r *Referee) late(ctx context.Context, player accounts.ID, game string, a Action) error {
	name, err := r.SeatIn(ctx, game, player)
	if err != nil {
		return err
	}
	t, err := r.Game(ctx, game)
	if err != nil {
		return err
	}
	if _, again := t.Answered(name, a.Key); again {
		return nil
	}
	return trade.ErrEnded
}

// act carries out an action of somebody in a seat.
func (r *Referee) act(ctx context.Context, g *live, name string, a Action) error {
	e, err := event(name, a)
	if err != nil {
		return err
	}
	if g.practice != nil {
		return g.practice.act(r.now(g), name, a, e)
	}
	err = r.journal.Do(ctx, nil, func(h *archive.Live, now time.Time) ([]archive.Record, error) {
		t := h.Games[g.id]
		if t == nil {
			return nil, trade.ErrEnded
		}
		e.Time = r.elapsed(t, now)
		if err := admit(t, name, a, e.Time); err != nil {
			return nil, err
		}
		return []archive.Record{{Game: g.id, At: now, Event: &e, By: name, Key: a.Key}}, nil
	}, func(h *archive.Live, now time.Time) ([]archive.Record, error) {
		t := h.Games[g.id]
		if end, ok := t.Ending(r.elapsed(t, now), now); ok {
			return []archive.Record{end}, nil
		}
		return nil, nil
	})
	switch {
	case errors.Is(err, errAgain):
		return nil
	case err != nil:
		r.refused.Add(1)
		return err
	}
	r.actions.Add(1)
	return nil
}

// admit returns an error for an action at a time that a live game does not take, apart from its
// rules.
func admit(t *archive.Game, name string, a Action, at time.Duration) error {
	if earlier, again := t.Answered(name, a.Key); again {
		return cmp.Or(earlier, errAgain)
	}
	if t.Actions(name) >= maxActions && a.Kind != trade.Leave {
		return ErrTooMany
	}
	if a.Kind == trade.Answer {
		if _, open := t.State.Current(); !open || len(t.State.Exchanges()) != a.Number {
			t.Note(name, a.Key, ErrStale)
			return ErrStale
		}
	}
	if a.Kind == trade.Bet && t.Pace(name).TokensAt(time.Unix(0, 0).Add(at)) < 1 {
		return ErrPace
	}
	return nil
}

// errAgain is for an action that has already been carried out.
var errAgain = errors.New("this was done already")

// event returns the event of an action of a seat, without its time.
func event(name string, a Action) (e trade.Event, err error) {
	if n := utf8.RuneCountInString(a.Key); n < 1 || n > 64 || !utf8.ValidString(a.Key) {
		return e, ErrKey
	}
	e.Kind = a.Kind
	bettor := name != trade.Target
	switch a.Kind {
	case trade.Question, trade.Bet, trade.Done:
		if !bettor {
			return e, fmt.Errorf("%w: only bettors ask and bet", ErrRole)
		}
		e.Bettor = name
	case trade.Answer:
		if bettor {
			return e, fmt.Errorf("%w: only the target answers", ErrRole)
		}
	case trade.Leave:
		e.Who = name
	default:
		return e, fmt.Errorf("%w: its type is %.20q, expected %s, %s, %s, %s or %s", ErrAction,
			a.Kind, trade.Question, trade.Answer, trade.Bet, trade.Done, trade.Leave)
	}
	switch a.Kind {
	case trade.Bet:
		if e.Side = a.Side; a.Side != trade.Human && a.Side != trade.Computer {
			return e, fmt.Errorf("%w: the side is %.20q, expected %s or %s", ErrAction, a.Side,
				trade.Human, trade.Computer)
		}
	case trade.Question, trade.Answer:
		e.Text, err = cleaned(a.Kind, a.Text)
	}
	return e, err
}

// cleaned returns a text as others see it. Answers of people and of programs take the same form.
func cleaned(kind trade.Kind, s string) (string, error) {
	if n := utf8.RuneCountInString(s); n > archive.MaxText {
		return "", fmt.Errorf("%w, found %d", ErrText, n)
	}
	if !utf8.ValidString(s) {
		return "", fmt.Errorf("%w, found bytes that are not UTF-8", ErrText)
	}
	if kind == trade.Answer {
		s = responder.Tidy(s, archive.MaxText)
	} else {
		s = text.Visible(norm.NFC.String(s))
	}
	if s == "" {
		return "", fmt.Errorf("%w, found none", ErrText)
	}
	return s, nil
}
