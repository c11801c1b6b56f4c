package contest

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/luna-rating/luna/internal/parallel"
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
}

// OK reports whether an entry can take part.
func (t Trial) OK() bool { return t.ByHand || t.Started && t.Answers && len(t.Faults) == 0 }

// Line returns a sentence for the organiser.
func (t Trial) line() string {
	switch {
	case t.ByHand:
		return t.Entry + " is started by hand and was not tested"
	case t.OK():
		return fmt.Sprintf("%s answers: the first key came after %.1f seconds, %.1f keys a second", t.Entry,
			t.First, t.Pace)
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
	if err := cmp.Or(c.setup.openResponders(dir), c.partEntries()); err != nil {
		return nil, err
	}
	if err := c.makeChannels(); err != nil {
		return nil, err
	}
	defer os.RemoveAll(c.channels)
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
