package contest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/turing/lpp"
)

// Trial says how an entry did in the test before the contest.
type Trial struct {
	Entry   string `json:"entry"`
	ByHand  bool   `json:"by_hand,omitempty"` // it is started by hand, and was not tested
	Started bool   `json:"started"`           // whether its program ran
	Answers bool   `json:"answers"`           // whether it answered each line
	// First is how many seconds it took to the first key, and Pace how many keys it pressed in a
	// second, both in the time of the contest.
	First  float64  `json:"first"`
	Pace   float64  `json:"pace"`
	Faults []string `json:"faults,omitempty"` // what else went wrong
	Notes  []string `json:"notes,omitempty"`  // what should be known, and is no failure
}

// OK reports whether an entry can take part.
func (t Trial) OK() bool { return t.ByHand || t.Started && t.Answers && len(t.Faults) == 0 }

// Line returns a sentence for the organiser.
func (t Trial) line() string {
	switch {
	case t.ByHand:
		return t.Entry + " is started by hand and was not tested"
	case t.OK():
		return strings.Join(append([]string{fmt.Sprintf("%s answers: the first key came after %.1f seconds, "+
			"%.1f keys a second", t.Entry, t.First, t.Pace)}, t.Notes...), "; ")
	}
	return fmt.Sprintf("%s failed the test: %s", t.Entry, strings.Join(t.Faults, "; "))
}

// trialLines are what a judge says in the test.
var trialLines = []string{"Hello! How are you today?", "What did you have for breakfast?"}

// Test starts each entry of a contest by itself, as the rules of 2010 want it before the contest,
// and talks to it for a moment. It changes nothing in the folder of the contest.
func Test(ctx context.Context, dir string, o Options) ([]Trial, error) {
	c, err := prepare(dir, o)
	if err != nil {
		return nil, err
	}
	if err := c.setup.openResponders(dir); err != nil {
		return nil, err
	}
	if err := c.makeChannels(); err != nil {
		return nil, err
	}
	defer removeChannels(c.channels)
	if err := c.cageEntries(); err != nil {
		return nil, err
	}
	if c.cages != nil {
		defer c.cages.Close()
	}
	var names []string
	for _, e := range c.setup.Entries {
		names = append(names, e.Name)
	}
	return c.test(ctx, names)
}

// test tests entries, some at the same time.
func (c *contest) test(ctx context.Context, names []string) ([]Trial, error) {
	list := make([]Trial, len(names))
	err := parallel.Do(ctx, atOnce, len(names), func(i int) (err error) {
		list[i], err = c.try(ctx, names[i])
		return err
	}, nil)
	return list, err
}

// try tests an entry.
func (c *contest) try(ctx context.Context, name string) (Trial, error) {
	t, x := c.entrant(name), Trial{Entry: name}
	if t.by == byHand {
		x.ByHand = true
		return x, nil
	}
	t.seed = c.seedOf("test of "+name, 0)
	h, err := c.alone(ctx, t, func(ctx context.Context, a *asker) error {
		for _, line := range trialLines {
			reply, err := a.Reply(ctx, line)
			if x.Answers = reply != ""; !x.Answers {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return x, err
	}
	x.Started = h.keys > 0 || len(t.faults.take()) == 0
	if h.first > 0 {
		x.First = h.first.Seconds() * c.Speed
	}
	if h.busy > 0 {
		x.Pace = float64(h.pairs) / (h.busy.Seconds() * c.Speed)
	}
	for _, f := range t.faults.take() {
		if lost := t.faults.lost; lost != nil && !lost.Most() && f.What == lost.Error() {
			x.Notes = append(x.Notes, f.What)
			continue
		}
		x.Faults = append(x.Faults, f.What)
	}
	if !x.Answers && len(x.Faults) == 0 {
		x.Faults = append(x.Faults, "did not end a line in time")
	}
	return x, nil
}

// UntilTest is the value of [Options.Until] for the test of the entries.
const UntilTest = "test"

// testOnce tests all entries that take part, if people do or the organiser wants it, and records
// what it finds.
func (c *contest) testOnce(ctx context.Context, entries []string) error {
	if c.state.trials == nil && len(entries) > 0 && (c.setup.servesPeople() || c.Until == UntilTest) {
		c.sayf("testing %s", entryCount(len(entries)))
		list, err := c.test(ctx, entries)
		if err != nil {
			return err
		}
		for _, t := range list {
			c.warnf("test: %s", t.line())
		}
		if err := c.record(event{Kind: eventTested, Trials: list}); err != nil {
			return err
		}
	}
	if c.Until == UntilTest {
		return fmt.Errorf("%w after the test of the entries", ErrPaused)
	}
	return nil
}

// patienceWithEntries is how long an entry may leave a judge's line without an answer, in the time
// of the contest, before the organiser hears of it.
const patienceWithEntries = time.Minute

// health is how an entity is doing in a conversation.
type health struct {
	clock *session.Clock

	mu    sync.Mutex
	line  int           // keys of the line that the judge is typing
	asked time.Time     // when the judge ended a line that has no answer yet, by the clock
	first time.Duration // from the end of the first line to the first key; negative before
	last  time.Time     // when the entity pressed a key
	keys  int
	busy  time.Duration // between keys of the same answer
	pairs int           // of such keys
}

func newHealth(clock *session.Clock) *health { return &health{clock: clock, first: -1} }

// sent notes keys of the judge.
func (h *health) sent(list []lpp.Press) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range list {
		switch {
		case p.Key != lpp.Return:
			h.line++
			continue
		case h.line > 0 && h.asked.IsZero():
			h.asked = h.clock.Now()
		}
		h.line = 0
	}
}

// heard notes keys of the entity.
func (h *health) heard(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.clock.Now()
	if h.asked.IsZero() && !h.last.IsZero() {
		h.busy += now.Sub(h.last)
		h.pairs += n
	}
	if h.first < 0 && !h.asked.IsZero() {
		h.first = now.Sub(h.asked)
	}
	h.asked, h.last = time.Time{}, now
	h.keys += n
}

// waiting returns how long a line has been without an answer, 0 if none is.
func (h *health) waiting() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.asked.IsZero() {
		return 0
	}
	return h.clock.Now().Sub(h.asked)
}

// silent reports whether an entity pressed no key although the judge said something to it.
func (h *health) silent() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.keys == 0 && !h.asked.IsZero()
}

// watch tells the organiser of each entry that is in trouble, once in the round.
func (r *round) watch() {
	troubles, judges := make(map[string]string), make(map[string][]string) // by name
	for _, t := range r.tables {
		if t.skipped() {
			continue
		}
		for _, e := range t.ends {
			name, what := e.talker.name, ""
			if list := e.talker.faults.take(); len(list) > 0 {
				what = list[0].What
			} else if e.health.waiting() > max(r.real(patienceWithEntries), leastAnswerTime) {
				what = "has not answered for a minute"
			}
			if e.program && !r.named[name] && what != "" {
				troubles[name], judges[name] = cmp.Or(troubles[name], what), append(judges[name], t.Judge)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(troubles)) {
		r.named[name] = true
		with := judges[name][0]
		if more := len(judges[name]) - 1; more > 0 {
			with += fmt.Sprintf(" and %d more", more)
		}
		r.warnf("%s, round %d: %s: %s (with %s)", r.stage.Name, r.number, name, troubles[name], with)
	}
}

// entityRow is how an entry is doing, for the organiser.
type entityRow struct {
	Name, Keys, Last, Waits string
	Faults                  []string
}

// row describes how an entity is doing in the time of the contest.
func (e *end) row(speed float64) entityRow {
	ago := func(d time.Duration) string { return keylog.Minutes(d.Seconds() * speed) }
	h := e.health
	h.mu.Lock()
	defer h.mu.Unlock()
	x := entityRow{Name: e.talker.name, Keys: fmt.Sprint(h.keys)}
	if !h.last.IsZero() {
		x.Last = ago(h.clock.Now().Sub(h.last)) + " ago"
	}
	if !h.asked.IsZero() {
		x.Waits = ago(h.clock.Now().Sub(h.asked))
	}
	for _, f := range e.talker.faults.take() {
		x.Faults = append(x.Faults, f.What)
	}
	return x
}
