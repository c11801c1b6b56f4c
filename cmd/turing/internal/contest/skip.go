package contest

import (
	"fmt"

	"github.com/luna-rating/luna/cmd/turing/internal/cage"
)

// skipped reports whether the organiser has skipped the table, so that no verdict is awaited.
func (t *table) skipped() bool {
	b, _ := t.ballot()
	return b.Skipped
}

// skip ends a table without a verdict, or before it begins, and lets the others go on.
func (t *table) skip(reason string) error {
	b := ballot{Void: "table skipped", Skipped: true, By: byOrganiser}
	if reason != "" {
		b.Void += ": " + reason
	}
	if err := t.cast(b); err != nil {
		return err
	}
	if t.session != nil {
		t.session.Stop()
		t.leave()
	}
	t.tell(fmt.Sprintf("The organiser has skipped your table in round %d. Please wait here.", t.number))
	return nil
}

// release lets go of a table that was skipped before it began.
func (t *table) release() {
	for _, e := range t.ends {
		_ = cage.Remove(e.dir)
	}
	t.ends = nil
	close(t.done)
}

// tell tells the people of a table something.
func (t *table) tell(message string) {
	for _, label := range []string{t.Judge, t.Confederate} {
		if t.people != nil && t.people.seats[label] != nil {
			t.people.say(label, false, message)
		}
	}
}

// toSkip returns the table of a judge that can be skipped, nil if there is none.
func (r *round) toSkip(judge string) *table {
	for _, t := range r.tables {
		if _, voted := t.ballot(); t.Judge == judge && !voted {
			return t
		}
	}
	return nil
}
