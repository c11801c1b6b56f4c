package play

import (
	"fmt"
	"time"

	"golang.org/x/time/rate"

	"github.com/luna-rating/luna/luna/trade"
)

// table is the state of a game to which its records lead.
type table struct {
	record                   // of the start
	game    *trade.Game      //
	log     trade.Log        //
	last    time.Duration    // of the last record
	answers map[string]error // to actions, by seat and key
	counts  map[string]int   // of answered actions, by seat
	pace    map[string]*rate.Limiter
	public  bool
	new     bool // since the state was saved
}

// newTable returns the game that its first record starts.
func newTable(start record) (*table, error) {
	if start.Event == nil || start.Event.Kind != trade.Start || start.Event.Settings == nil {
		return nil, fmt.Errorf("game %s: found no start, expected one", start.Game)
	}
	g, err := trade.New(*start.Event.Settings)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", start.Game, err)
	}
	return &table{
		record: start, game: g, log: trade.Log{*start.Event},
		answers: make(map[string]error), counts: make(map[string]int), new: true,
		pace: make(map[string]*rate.Limiter),
	}, nil
}

// apply applies a later record. If it is refused, nothing changes.
func (t *table) apply(r record) error {
	if e := r.Event; e != nil {
		if err := t.game.Apply(*e); err != nil {
			return err
		}
		t.log = append(t.log, *e)
		if e.Kind == trade.Bet {
			t.paceOf(e.Bettor).AllowN(time.Unix(0, 0).Add(e.Time), 1)
		}
	} else {
		t.game.Look(trade.TheTarget, 0, max(t.last, r.time()))
	}
	t.last = max(t.last, r.time())
	t.public = t.public || r.Public
	t.note(r.By, r.Key, nil)
	return nil
}

// The limits on the pace of a bettor's bets. No simulated bettor who heeds the price needs more.
// Bettors who trade by their own signals alone do: they bet four times a second, and a script could
// hold any price that way.
const (
	maxBurst      = 80
	betsPerSecond = 1
)

// paceOf returns the limiter of a bettor's bets, by the clock of the game. It belongs to live
// games, not to the rules: a log with more bets is valid, too.
func (t *table) paceOf(bettor string) *rate.Limiter {
	if t.pace[bettor] == nil {
		t.pace[bettor] = rate.NewLimiter(betsPerSecond, maxBurst)
	}
	return t.pace[bettor]
}

// note remembers how an action was answered.
func (t *table) note(by, key string, err error) {
	if key == "" {
		return
	}
	if _, again := t.answers[action(by, key)]; !again {
		t.counts[by]++
	}
	t.answers[action(by, key)] = err
}

// action names an action of a seat.
func action(by, key string) string { return by + "\x00" + key }

// next returns when the game has something to do by itself.
func (t *table) next() (at time.Duration) {
	if _, ended := t.game.Ended(); ended {
		at = t.game.PublicAt()
	} else {
		at = t.game.Duration()
	}
	if release, ok := t.game.NextRelease(); ok {
		at = min(at, release)
	}
	return at
}

// due returns the record that time has brought about by now, if any.
func (t *table) due(now time.Duration, wall time.Time) (record, bool) {
	r := record{Game: t.Game, At: wall}
	_, ended := t.game.Ended()
	if !ended {
		if end, ok := t.ending(now, wall); ok {
			return end, true
		}
	}
	if release, ok := t.game.NextRelease(); ok && release <= now {
		r.Passed = max(t.last, release).Microseconds()
		return r, true
	}
	if ended && t.game.PublicAt() <= now {
		r.Passed, r.Public = max(t.last, t.game.PublicAt()).Microseconds(), true
		return r, true
	}
	return record{}, false
}

// ending returns the end of the game, if it must end by now.
func (t *table) ending(now time.Duration, wall time.Time) (record, bool) {
	reason, at, due := t.game.Due(max(now, t.last))
	if !due {
		return record{}, false
	}
	return record{Game: t.Game, At: wall, Event: &trade.Event{
		Kind: trade.End, Time: max(t.last, at), Reason: reason, Nature: t.Nature,
	}}, true
}

// annulment returns the end of the game for a failure of the server.
func (t *table) annulment(wall time.Time) record {
	return record{Game: t.Game, At: wall, Event: &trade.Event{
		Kind: trade.End, Time: t.last, Reason: trade.Annulled,
	}}
}
