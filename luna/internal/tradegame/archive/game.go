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
	Record               // of the start
	State  *trade.Game   //
	Log    trade.Log     //
	Last   time.Duration // of the last record
	Public bool          // it is in the archive
	New    bool          // since the state was saved

	answers map[string]error         // to actions, by seat and key
	counts  map[string]int           // of answered actions, by seat
	pace    map[string]*rate.Limiter // of bettors
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
func (g *Game) Apply(r Record) error {
	if e := r.Event; e != nil {
		if err := g.State.Apply(*e); err != nil {
			return err
		}
		g.Log = append(g.Log, *e)
		if e.Kind == trade.Bet {
			g.Pace(e.Bettor).AllowN(time.Unix(0, 0).Add(e.Time), 1)
		}
	} else {
		g.State.Look(trade.TheTarget, 0, max(g.Last, r.time()))
	}
	g.Last = max(g.Last, r.time())
	g.Public = g.Public || r.Public
	g.Note(r.By, r.Key, nil)
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
func (g *Game) Pace(bettor string) *rate.Limiter {
	if g.pace[bettor] == nil {
		g.pace[bettor] = rate.NewLimiter(betsPerSecond, MaxBurst)
	}
	return g.pace[bettor]
}

// Note remembers how an action was answered.
func (g *Game) Note(by, key string, err error) {
	if key == "" {
		return
	}
	if _, again := g.answers[action(by, key)]; !again {
		g.counts[by]++
	}
	g.answers[action(by, key)] = err
}

// Answered returns how an action was answered, and whether it was.
func (g *Game) Answered(by, key string) (err error, again bool) {
	err, again = g.answers[action(by, key)]
	return err, again
}

// Actions returns the number of answered actions of a seat.
func (g *Game) Actions(by string) int { return g.counts[by] }

// Continue makes the game, which was read again, remember what was answered before.
func (g *Game) Continue(before *Game) { g.answers, g.counts = before.answers, before.counts }

// action names an action of a seat.
func action(by, key string) string { return by + "\x00" + key }

// Next returns when the game has something to do by itself.
func (g *Game) Next() (at time.Duration) {
	if _, ended := g.State.Ended(); ended {
		at = g.State.PublicAt()
	} else {
		at = g.State.Duration()
	}
	if release, ok := g.State.NextRelease(); ok {
		at = min(at, release)
	}
	return at
}

// Due returns the record that time has brought about by now, if any.
func (g *Game) Due(now time.Duration, wall time.Time) (Record, bool) {
	r := Record{Game: g.Game, At: wall}
	_, ended := g.State.Ended()
	if !ended {
		if end, ok := g.Ending(now, wall); ok {
			return end, true
		}
	}
	if release, ok := g.State.NextRelease(); ok && release <= now {
		r.Passed = max(g.Last, release).Microseconds()
		return r, true
	}
	if ended && g.State.PublicAt() <= now {
		r.Passed, r.Public = max(g.Last, g.State.PublicAt()).Microseconds(), true
		return r, true
	}
	return Record{}, false
}

// Ending returns the end of the game, if it must end by now.
func (g *Game) Ending(now time.Duration, wall time.Time) (Record, bool) {
	reason, at, due := g.State.Due(max(now, g.Last))
	if !due {
		return Record{}, false
	}
	return Record{Game: g.Game, At: wall, Event: &trade.Event{
		Kind: trade.End, Time: max(g.Last, at), Reason: reason, Nature: g.Nature,
	}}, true
}

// Annulment returns the end of the game for a failure of the server.
func (g *Game) Annulment(wall time.Time) Record {
	return Record{Game: g.Game, At: wall, Event: &trade.Event{
		Kind: trade.End, Time: g.Last, Reason: trade.Annulled,
	}}
}

// Replies returns the replies of a person in a finished game, without texts that were removed.
func (g *Game) Replies() []recall.Exchange {
	if end, _ := g.State.Ended(); !g.Public || end.Nature != trade.Human || g.Program != "" {
		return nil
	}
	return recall.Replies(g.State.Exchanges())
}
