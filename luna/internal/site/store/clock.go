package store

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

const (
	// calm is how long the clock must have gone steadily before it is believed.
	calm = time.Hour
	// jump is by how much the clock may differ at once from the time that has passed.
	jump = time.Minute
	// pause is how much later than at the end of the last run the clock is believed without the
	// operator's word. A site that was away for longer cannot be told from a clock that is wrong.
	pause = 14 * 24 * time.Hour
)

// Clock tells the time that has certainly been reached. A system's clock is sometimes set wrongly
// for a while, above all when a machine starts, and what is published or expires then could not be
// undone.
//
// It starts at the latest time that the database knows and adds the time that passes while the
// program runs. It adopts the time of the system's clock when that has run steadily for an hour
// since it was last set, but not if this is a jump of more than two weeks.
type Clock struct {
	store *Store
	wall  func() time.Time

	mu     sync.Mutex
	start  time.Time     // with the reading of a monotonic clock, if the clock has one
	known  time.Time     // the latest time that the database knew then
	ahead  time.Duration // of the system's clock against known and what has passed
	since  time.Duration // when that last changed at once, after the start
	gained time.Duration // what is believed of ahead
	last   time.Time     // what was believed last, which never goes back
}

// clockSetting is the name of the setting with the latest time that was believed.
const clockSetting = "clock"

// Clock returns the clock of the store. Wall is the system's clock.
func (s *Store) Clock(ctx context.Context, wall func() time.Time) (*Clock, error) {
	c := &Clock{store: s, wall: wall, start: wall()}
	// A file from before this was kept has at least the time of its last event.
	var text string
	err := s.read.QueryRowContext(ctx, `SELECT coalesce((SELECT value FROM settings WHERE name = ?),
		(SELECT body ->> '$.time' FROM events WHERE json_valid(body) ORDER BY number DESC LIMIT 1), '')`,
		clockSetting).Scan(&text)
	if err != nil {
		return nil, err
	}
	if c.known, err = time.Parse(time.RFC3339Nano, text); err != nil {
		c.known = c.start.Round(0) // a new file
	}
	c.ahead = c.start.Round(0).Sub(c.known)
	return c, nil
}

// ConfirmClock is Clock with today's date as confirmed by the operator: a system's clock that
// agrees with it is believed from then on, whatever the database knows. If the clock shows another
// day, the confirmation changes nothing.
func (s *Store) ConfirmClock(ctx context.Context, wall func() time.Time, day time.Time) (*Clock, error) {
	c, err := s.Clock(ctx, wall)
	if err == nil && c.start.Sub(day.Add(12*time.Hour)).Abs() <= 36*time.Hour { // wherever they are
		c.known, c.ahead = c.start.Round(0), 0
		err = c.Save(ctx)
	}
	return c, err
}

// Save stores the time that is believed now for the next start.
func (c *Clock) Save(ctx context.Context) error {
	_, believed := c.read()
	return c.store.Put(ctx, clockSetting, believed.UTC().AppendFormat(nil, time.RFC3339Nano))
}

// Reached returns a time that has certainly been reached, for what cannot be undone.
func (c *Clock) Reached() time.Time {
	return slices.MinFunc(c.both(), time.Time.Compare)
}

// Latest returns the latest time that it may be, for things that must not come back when the clock
// is set back.
func (c *Clock) Latest() time.Time {
	return slices.MaxFunc(c.both(), time.Time.Compare)
}

func (c *Clock) both() []time.Time {
	wall, believed := c.read()
	return []time.Time{wall, believed}
}

// Doubt returns an error if only the operator can tell whether the system's clock or the believed
// time is right. It says how far the clock is ahead, and how the operator confirms it.
func (c *Clock) Doubt() error {
	wall, believed := c.read()
	if wall.Sub(believed) <= pause {
		return nil
	}
	day := wall.Format(time.DateOnly)
	return fmt.Errorf("the clock says %s, %d days after the last time that the database knows, %s; if the "+
		"clock is right, --clock-ok %[1]s says so", day, int(wall.Sub(believed).Hours()/24),
		believed.Format(time.DateOnly))
}

func (c *Clock) read() (wall, believed time.Time) {
	now := c.wall()
	passed := now.Sub(c.start) // by the monotonic clock, which is not set
	now = now.Round(0)
	return now, c.at(passed, now.Sub(c.known)-passed)
}

// at returns the time that is believed after a time has passed, given how far the system's clock is
// ahead.
func (c *Clock) at(passed, ahead time.Duration) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if (ahead - c.ahead).Abs() > jump {
		c.ahead, c.since = ahead, passed
	}
	if gain := ahead - c.gained; passed-c.since >= calm && gain > 0 && gain <= pause {
		c.gained = ahead
	}
	if now := c.known.Add(passed + c.gained); now.After(c.last) {
		c.last = now
	}
	return c.last
}
