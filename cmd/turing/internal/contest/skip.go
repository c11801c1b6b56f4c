package contest

import (
	"fmt"

	"github.com/luna-rating/luna/cmd/turing/internal/desk"
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
	t.live.Skip()
	t.tell(fmt.Sprintf("The organiser has skipped your table in round %d. Please wait here.", t.number))
	return nil
}

// tell tells the people of a table something.
func (t *table) tell(message string) {
	for _, label := range t.persons() {
		t.desk.Tell(label, message)
	}
}

// Tables lists the judges of the round who have not voted, whose tables can be skipped.
func (r *heldRound) Tables() (list []desk.Person) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.tables {
		if _, voted := t.ballot(); !voted {
			list = append(list, desk.Person{Label: t.Judge, Name: t.judge.Name})
		}
	}
	return list
}
