package archive

import (
	"fmt"
	"time"

	"golang.org/x/time/rate"

	"github.com/luna-rating/luna/luna/internal/recall"
	"github.com/luna-rating/luna/luna/trade"
)

// Game is the state of a game to which its records lead.
type Game struct {
	Record                   // of the start
	State   *trade.Game      //
	Log     trade.Log        //
	Last    time.Duration    // of the last record
	answers map[string]error // to actions, by seat and key
	counts  map[string]int   // of answered actions, by seat
	pace    map[string]*rate.Limiter
	Public  bool
	New     bool // since the state was saved
}

// NewGame returns the game that its first record starts.
func NewGame(start Record) (*Game, error) {
	if start.Event == nil || start.Event.Kind != trade.Start || start.Event.Settings == nil {
		return nil, fmt.Errorf("game %s: found no start, expected one", start.Game)
	}
	g, err := trade.New(*start.Event.Settings)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", start.Game, err)
	}
	return &Game{
		Record: start, State: g, Log: trade.Log{*start.Event},
		answers: make(map[string]error), counts: make(map[string]int), New: true,
		pace: make(map[string]*rate.Limiter),
	}, nil
}

// Apply applies a later record. If it is refused, nothing changes.
func (t *Game) Apply(r Record) error {
	if e := r.Event; e != nil {
		if err := t.State.Apply(*e); err != nil {
			return err
		}
		t.Log = append(t.Log, *e)
		if e.Kind == trade.Bet {
			t.Pace(e.Bettor).AllowN(time.Unix(0, 0).Add(e.Time), 1)
		}
	} else {
		t.State.Look(trade.TheTarget, 0, max(t.Last, r.time()))
	}
	t.Last = max(t.Last, r.time())
	t.Public = t.Public || r.Public
	t.Note(r.By, r.Key, nil)
	return nil
}

// The limits on the pace of a bettor's bets. No simulated bettor who heeds the price needs more.
// Bettors who trade by their own signals alone do: they bet four times a second, and a script could
// hold any price that way.
const (
	MaxBurst      = 80
	betsPerSecond = 1
)

// Pace returns the limiter of a bettor's bets, by the clock of the game. It belongs to live
// games, not to the rules: a log with more bets is valid, too.
func (t *Game) Pace(bettor string) *rate.Limiter {
	if t.pace[bettor] == nil {
		t.pace[bettor] = rate.NewLimiter(betsPerSecond, MaxBurst)
	}
	return t.pace[bettor]
}

// Note remembers how an action was answered.
func (t *Game) Note(by, key string, err error) {
	if key == "" {
		return
	}
	if _, again := t.answers[action(by, key)]; !again {
		t.counts[by]++
	}
	t.answers[action(by, key)] = err
}

// Answered returns how an action was answered, and whether it was.
func (t *Game) Answered(by, key string) (err error, again bool) {
	err, again = t.answers[action(by, key)]
	return err, again
}

// Actions returns the number of answered actions of a seat.
func (t *Game) Actions(by string) int { return t.counts[by] }

// Continue makes the game, which was read again, remember what was answered before.
func (t *Game) Continue(before *Game) { t.answers, t.counts = before.answers, before.counts }

// action names an action of a seat.
func action(by, key string) string { return by + "\x00" + key }

// Next returns when the game has something to do by itself.
func (t *Game) Next() (at time.Duration) {
	if _, ended := t.State.Ended(); ended {
		at = t.State.PublicAt()
	} else {
		at = t.State.Duration()
	}
	if release, ok := t.State.NextRelease(); ok {
		at = min(at, release)
	}
	return at
}

// Due returns the record that time has brought about by now, if any.
func (t *Game) Due(now time.Duration, wall time.Time) (Record, bool) {
	r := Record{Game: t.Game, At: wall}
	_, ended := t.State.Ended()
	if !ended {
		if end, ok := t.Ending(now, wall); ok {
			return end, true
		}
	}
	if release, ok := t.State.NextRelease(); ok && release <= now {
		r.Passed = max(t.Last, release).Microseconds()
		return r, true
	}
	if ended && t.State.PublicAt() <= now {
		r.Passed, r.Public = max(t.Last, t.State.PublicAt()).Microseconds(), true
		return r, true
	}
	return Record{}, false
}

// Ending returns the end of the game, if it must end by now.
func (t *Game) Ending(now time.Duration, wall time.Time) (Record, bool) {
	reason, at, due := t.State.Due(max(now, t.Last))
	if !due {
		return Record{}, false
	}
	return Record{Game: t.Game, At: wall, Event: &trade.Event{
		Kind: trade.End, Time: max(t.Last, at), Reason: reason, Nature: t.Nature,
	}}, true
}

// Annulment returns the end of the game for a failure of the server.
func (t *Game) Annulment(wall time.Time) Record {
	return Record{Game: t.Game, At: wall, Event: &trade.Event{
		Kind: trade.End, Time: t.Last, Reason: trade.Annulled,
	}}
}

// Replies returns the replies of a person in a finished game, without texts that were removed.
func (t *Game) Replies() []recall.Exchange {
	if end, _ := t.State.Ended(); !t.Public || end.Nature != trade.Human || t.Program != "" {
		return nil
	}
	return recall.Replies(t.State.Exchanges())
}
