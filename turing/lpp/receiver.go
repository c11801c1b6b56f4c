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
	"github.com/luna-rating/luna/internal/text"
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
	// key presses, once each, as a [StrayError]; sequence numbers out of order; key presses that
	// cannot be removed; a folder that is gone. None of these ends Receive.
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
	d := &reading{Receiver: r, order: newOrder(r.Taken, r.Fault), left: map[string]bool{},
		arrived: time.Now()}
	s := &strays{dir: r.Dir, told: map[string]bool{}, fault: r.Fault}
	d.listing = listing{dir: r.Dir, by: r.From, stray: s.add}
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

// reading is the state of a receiver at work.
type reading struct {
	Receiver
	order   *order
	listing listing
	folder  os.FileInfo     // that of the previous listing
	left    map[string]bool // names of those that were taken but could not be removed
	failure string          // of the last attempt to read the folder, which the user was told
	took    time.Duration   // to read the folder
	arrived time.Time       // when there was a key press
}

// look reads the folder and takes what it can. It reports whether there may be more at once.
func (r *reading) look(take func([]Press) error) (more bool, err error) {
	begun := time.Now()
	if err := r.listing.read(); err != nil {
		r.fail(err)
		return false, nil
	}
	r.took = time.Since(begun)
	r.failure = ""
	if r.folder != nil && !os.SameFile(r.folder, r.listing.info) {
		r.order.high = "" // that was seen in another folder
	}
	r.folder = r.listing.info
	presses := r.fresh(r.listing.presses)
	if len(presses) > 0 {
		r.arrived = time.Now()
	}
	chosen, repeated, more := r.order.next(presses)
	for batch := range slices.Chunk(chosen, maxBatch) {
		if err := take(batch); err != nil {
			return false, err
		}
		r.remove(batch)
	}
	r.remove(repeated)
	return more, nil
}

func (r *reading) fail(err error) {
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s is gone; it is read again as soon as it is back", r.Dir)
	}
	if r.failure != err.Error() {
		r.failure = err.Error()
		r.Fault(err)
	}
}

// fresh returns the key presses that have not been taken. It tries again to remove the others.
func (r *reading) fresh(presses []Press) []Press {
	if len(r.left) == 0 {
		return presses
	}
	var fresh []Press
	still := map[string]bool{}
	for _, p := range presses {
		name := p.Name()
		if !r.left[name] {
			fresh = append(fresh, p)
		} else if os.Remove(filepath.Join(r.Dir, name)) != nil {
			still[name] = true
		}
	}
	r.left = still
	return fresh
}

// remove removes key presses that were taken.
func (r *reading) remove(presses []Press) {
	var gone []string
	for _, p := range presses {
		name := p.Name()
		err := os.Remove(filepath.Join(r.Dir, name))
		switch {
		case err == nil:
		case errors.Is(err, fs.ErrNotExist):
			gone = append(gone, name)
		default:
			if len(r.left) == 0 {
				r.Fault(fmt.Errorf("a key press was taken but cannot be removed: %w", err))
			}
			r.left[name] = true
		}
	}
	if len(gone) > 0 {
		r.Fault(fmt.Errorf("%s: another program removed %s (%s): only one may read the keys of an end",
			r.Dir, gone[0], text.Count(len(gone), "key")))
	}
}
