package terminal

import (
	"context"
	"errors"
	"time"

	"golang.org/x/term"
)

const (
	redrawEvery = time.Second / 30       // at most
	escapeLasts = 50 * time.Millisecond  // how long the rest of an escape sequence may take
	clockTicks  = 250 * time.Millisecond // how often the clock is looked at
)

// errGone is the error of a terminal whose window was closed.
var errGone = errors.New("the terminal is gone")

// loop shows a desk until the session has ended, the person leaves or the context ends.
func (t *Terminal) loop(ctx context.Context, d *desk, ended <-chan error) error {
	var redraw, escape <-chan time.Time // nil unless something is due
	tick := time.NewTicker(clockTicks)
	defer tick.Stop()
	more := d.look(time.Now())
	if err := t.draw(d); err != nil {
		return err
	}
	last := time.Now()
	for {
		dirty := true
		select {
		case <-redraw:
			redraw, dirty = nil, false
			more = d.look(time.Now())
			if err := t.draw(d); err != nil {
				return err
			}
			last = time.Now()
		case <-more:
			more = nil // looked at when it is drawn
		case b, ok := <-t.input:
			if !ok {
				return errGone
			}
			t.keys(d, append(t.rest, b...), false)
			escape = nil
			if len(t.rest) > 0 {
				escape = time.After(escapeLasts)
			}
		case <-escape:
			escape = nil
			t.keys(d, t.rest, true)
		case <-t.resized:
			t.drawn = nil
		case <-tick.C:
		case err := <-ended:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
		if d.quit {
			return ErrQuit
		}
		if dirty && redraw == nil {
			redraw = time.After(max(0, redrawEvery-time.Since(last)))
		}
	}
}

// keys acts on what was typed.
func (t *Terminal) keys(d *desk, b []byte, final bool) {
	list, rest := parse(b, final)
	t.rest = rest
	for _, k := range list {
		if k.char == ctrlL {
			t.drawn = nil
			continue
		}
		d.press(time.Now(), k)
	}
}

// draw brings the terminal up to date.
func (t *Terminal) draw(d *desk) error {
	w, h, err := term.GetSize(int(t.out.Fd()))
	if err != nil {
		return err
	}
	f := d.draw(time.Now(), w, h)
	if _, err := t.out.WriteString(f.difference(t.drawn)); err != nil {
		return err
	}
	t.drawn = f
	return nil
}
