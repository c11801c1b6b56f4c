package lpp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
)

// A folder is read again after a part of the time since the last key, within bounds, so that a key
// waits briefly in a fast conversation and an idle one costs little. Notices of the system would
// spare this, but none come from network folders, their number is limited, and they may get lost.
const (
	pollPart     = 40
	shortestPoll = time.Millisecond
	longestPoll  = 25 * time.Millisecond
)

// maxBatch is the maximum number of key presses that are taken at once.
const maxBatch = 4096

// Receiver reads the key presses of one end from a folder.
//
// Each key press is taken once, whatever its sequence number. One whose number and key have been
// taken before is a repetition by a sender that was interrupted, and is only removed.
type Receiver struct {
	Dir  string // created if it does not exist
	From End
	// Taken are key presses that were taken before a restart, at least the last maxBatch of them.
	// Those that are still in the folder are removed and not taken again.
	Taken []Press
	// Fault, if not nil, receives breaches of the protocol and obstacles to it: names that are not
	// key presses, once each, as a [StrayError]; the first sequence number out of order; the first
	// key press that cannot be removed; a folder that is gone. None of these ends Receive.
	Fault func(error)
}

// Receive passes key presses to take as they appear, in the order of their sequence numbers, until
// the context ends, whose error it then returns, or take fails. After take has returned without an
// error, its key presses are removed from the folder, which acknowledges them.
func (r Receiver) Receive(ctx context.Context, take func([]Press) error) error {
	if r.From != Judge && r.From != Other {
		return fmt.Errorf("found end %q, expected %q or %q", r.From, Judge, Other)
	}
	if err := os.MkdirAll(r.Dir, 0o777); err != nil {
		return err
	}
	if r.Fault == nil {
		r.Fault = func(error) {}
	}
	d := &reading{Receiver: r, order: newOrder(r.Taken, r.Fault), strays: map[string]bool{}, arrived: time.Now()}
	for ctx.Err() == nil {
		more, err := d.look(take)
		if err != nil {
			return err
		}
		if !more {
			pause := min(max(shortestPoll, time.Since(d.arrived)/pollPart), longestPoll)
			if err := parallel.Sleep(ctx, max(pause, 4*d.took)); err != nil { // a huge folder is read less often
				return err
			}
		}
	}
	return ctx.Err()
}

// maxStrays is the maximum number of stray names that are reported.
const maxStrays = 1000

// reading is the state of a receiver at work.
type reading struct {
	Receiver
	order   *order
	strays  map[string]bool // those that were told
	failure string          // of the last attempt to read the folder, which the user was told
	took    time.Duration   // to read the folder
	arrived time.Time       // when there was a key press
}

// look reads the folder and takes what it can. It reports whether there may be more at once.
func (r *reading) look(take func([]Press) error) (more bool, err error) {
	begun := time.Now()
	presses, err := ReadDir(r.Dir, r.From, r.stray)
	if err != nil {
		r.fail(err)
		return false, nil
	}
	r.took = time.Since(begun)
	r.failure = ""
	chosen, repeated, more := r.order.next(presses)
	if len(presses) > len(repeated) {
		r.arrived = time.Now()
	}
	for batch := range slices.Chunk(chosen, maxBatch) {
		if err := take(batch); err != nil {
			return false, err
		}
		r.remove(batch)
	}
	r.remove(repeated)
	return more, nil
}

func (r *reading) stray(err error) {
	if !r.strays[err.Error()] && len(r.strays) < maxStrays {
		r.strays[err.Error()] = true
		r.Fault(err)
	}
}

func (r *reading) fail(err error) {
	r.order.high = "" // that may have been seen in another folder
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s is gone; it is read again as soon as it is back", r.Dir)
	}
	if r.failure != err.Error() {
		r.failure = err.Error()
		r.Fault(err)
	}
}

// remove removes key presses that were taken. What cannot be removed is tried again as a
// repetition.
func (r *reading) remove(presses []Press) {
	for _, p := range presses {
		err := os.Remove(filepath.Join(r.Dir, p.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			r.order.tell("gone", "%s: another program removed %s: only one may read the keys of an end",
				r.Dir, p.Name())
		} else if err != nil {
			r.order.tell("kept", "a key press was taken but cannot be removed: %w", err)
		}
	}
}
