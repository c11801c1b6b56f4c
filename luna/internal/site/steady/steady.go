// Package steady tells how late it certainly is. Clocks are set, and sometimes wrongly for a while,
// above all when a machine starts. What is published or expires then would be so for good.
package steady

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/store"
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

// Clock counts from the latest time that a database knows by the time that passes while the program
// runs. It follows the system's clock when that has gone steadily for an hour since it was last set,
// but not by more than two weeks.
type Clock struct {
	store *store.Store
	wall  func() time.Time

	mu     sync.Mutex
	start  time.Time     // with the reading of a monotonic clock, if the clock has one
	known  time.Time     // the latest time that the database knew then
	ahead  time.Duration // of the system's clock against known and what has passed
	since  time.Duration // when that last changed at once, after the start
	gained time.Duration // what is believed of ahead
	last   time.Time     // what was believed last, which never goes back
}

// setting is the latest time that was believed.
const setting = "clock"

// Open returns the clock of a database. Wall is the system's clock.
func Open(ctx context.Context, s *store.Store, wall func() time.Time) (*Clock, error) {
	c := &Clock{store: s, wall: wall, start: wall()}
	text, err := s.Peek(ctx, setting)
	if text == nil && err == nil { // a file from before this was kept
		text, err = lastEvent(ctx, s)
	}
	if err != nil {
		return nil, err
	}
	if c.known, err = time.Parse(time.RFC3339Nano, string(text)); err != nil {
		c.known = c.start // a new file
	}
	c.known = c.known.Round(0)
	c.ahead = c.start.Round(0).Sub(c.known)
	return c, nil
}

// lastEvent returns when something last happened in the Luna Game, nil for never.
func lastEvent(ctx context.Context, s *store.Store) (text []byte, err error) {
	err = s.Read().QueryRowContext(ctx,
		"SELECT body ->> '$.time' FROM events WHERE json_valid(body) ORDER BY number DESC LIMIT 1").Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return text, err
}

// Confirm takes the operator's word for the day that it is: a system's clock that agrees is believed from
// then on, whatever the database knows. At another day it does nothing.
func Confirm(ctx context.Context, s *store.Store, wall func() time.Time, day time.Time) error {
	now := wall().Round(0)
	if now.Sub(day.Add(12*time.Hour)).Abs() > 36*time.Hour { // wherever the operator is
		return nil
	}
	return (&Clock{store: s, wall: wall, start: now, known: now}).Save(ctx)
}

// Save keeps the time that is believed now for the next start.
func (c *Clock) Save(ctx context.Context) error {
	_, believed := c.read()
	return c.store.Put(ctx, setting, believed.UTC().AppendFormat(nil, time.RFC3339Nano))
}

// Reached returns a time that has certainly been reached, for what cannot be undone.
func (c *Clock) Reached() time.Time {
	wall, believed := c.read()
	if believed.After(wall) {
		return wall
	}
	return believed
}

// Latest returns the latest time that it may be, for what must not come back when the clock is set
// back.
func (c *Clock) Latest() time.Time {
	wall, believed := c.read()
	if believed.After(wall) {
		return believed
	}
	return wall
}

// Doubt returns an error that says by how much the clock is ahead of what is believed, and how the
// operator confirms it, if only they can tell which is right.
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

// at returns the time that is believed after a time has passed, with the system's clock so much ahead.
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
