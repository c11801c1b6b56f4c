package contest

import (
	"context"

	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/text"
)

// Test starts each entry of a contest by itself, as the rules of 2010 want it before the contest,
// and talks to it for a moment. It leaves the contest as it is.
func Test(ctx context.Context, dir string, o Options) ([]round.Trial, error) {
	c, err := prepare(dir, o)
	if err != nil {
		return nil, err
	}
	if err := c.setup.openResponders(dir); err != nil {
		return nil, err
	}
	if err := c.openSite(false); err != nil {
		return nil, err
	}
	defer c.site.Close()
	return c.test(ctx, c.entryNames())
}

// entryNames lists the entries in the order of the file.
func (c *contest) entryNames() (names []string) {
	for _, e := range c.setup.Entries {
		names = append(names, e.Name)
	}
	return names
}

// test tests entries, some at the same time.
func (c *contest) test(ctx context.Context, names []string) ([]round.Trial, error) {
	list := make([]round.Trial, len(names))
	err := parallel.Do(ctx, atOnce, len(names), func(i int) (err error) {
		t := c.entrant(names[i])
		t.Seed = c.seedOf("test of "+t.Name, 0)
		list[i], err = c.site.Try(ctx, t, c.patience())
		return err
	}, nil)
	return list, err
}

// UntilTest is the value of [Options.Until] for the test of the entries.
const UntilTest = "test"

// testOnce tests all entries that take part, if people do or the organiser wants it, and records
// what it finds.
func (c *contest) testOnce(ctx context.Context, entries []string) error {
	if c.state.trials == nil && len(entries) > 0 && (c.setup.servesPeople() || c.Until == UntilTest) {
		c.sayf("testing %s", text.Count(len(entries), "program"))
		list, err := c.test(ctx, entries)
		if err != nil {
			return err
		}
		for _, t := range list {
			c.warnf("test: %s", t.Line())
		}
		if err := c.record(event{Kind: eventTested, Trials: list}); err != nil {
			return err
		}
	}
	if c.Until == UntilTest {
		return paused("test of the entries")
	}
	return nil
}
