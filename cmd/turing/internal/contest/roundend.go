package contest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/desk"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/text"
)

// awaitTime waits until all conversations of the round are over, and does what the organiser wants
// meanwhile.
func (r *heldRound) awaitTime(ctx context.Context) error {
	for {
		r.watch()
		changed, most := r.live.Wait()
		if changed == nil {
			return nil
		}
		did, err := r.await(ctx, changed, most)
		if err != nil {
			return err
		}
		if did == desk.End {
			r.live.End()
		}
	}
}

// watch tells the organiser of each entry that is in trouble, once in the round, and notices people
// who come late.
func (r *heldRound) watch() {
	for _, trouble := range r.live.Troubles() {
		r.warnf("%s: %s", r.title(), trouble)
	}
	for _, t := range r.tables {
		for _, label := range t.persons() {
			if since, absent := r.absent[label]; absent && r.desk.Here(label) {
				delete(r.absent, label)
				r.came[t.Judge] = append(r.came[t.Judge], fault{Who: r.nameOf(r.stage.Name, label),
					What: fmt.Sprintf("came %s late", text.Count(1+int(time.Since(since).Seconds()), "second"))})
			}
		}
	}
}

// endConversation keeps the logs, and records that the conversations need not be repeated.
func (r *heldRound) endConversation() error {
	found, err := r.live.Finish()
	if err != nil {
		return err
	}
	for _, t := range r.tables {
		for _, label := range t.persons() {
			if _, absent := r.absent[label]; absent && !t.skipped() {
				r.came[t.Judge] = append(r.came[t.Judge], fault{Who: r.nameOf(r.stage.Name, label),
					What: "was not there"})
			}
		}
		if list := append(r.came[t.Judge], found[t.Judge]...); len(list) > 0 {
			found[t.Judge] = list
		}
		for _, f := range found[t.Judge] {
			if r.live.First(f.Who) {
				r.warnf("%s: %s: %s", r.title(), f.Who, f.What)
			}
		}
	}
	return r.note(event{Kind: eventHeld, Faults: found})
}

// annulInterrupted annuls the rounds that an earlier process began and did not end. Their logs are
// kept aside.
func (c *contest) annulInterrupted() error {
	for key, s := range c.state.rounds {
		stage, ok := c.stage(key.stage)
		if !s.begun || !ok {
			continue
		}
		if err := c.putAside(stage, key.round, s.attempts); err != nil {
			return err
		}
		note := c.warnf("%s, round %d was interrupted and held again", key.stage, key.round)
		if err := c.record(event{Kind: eventAnnulled, Stage: key.stage, Round: key.round, Note: note}); err != nil {
			return err
		}
	}
	return nil
}

// putAside moves the logs of an attempt that is annulled.
func (c *contest) putAside(stage loebner.Stage, number, attempt int) error {
	from := filepath.Join(c.dir, filepath.FromSlash(folderOf(stage, number)))
	if !exists(from) { // it was moved before another interruption
		return nil
	}
	aside := fmt.Sprintf("%s-annulled-%d", from, attempt)
	return errors.Join(os.RemoveAll(aside), os.Rename(from, aside))
}
