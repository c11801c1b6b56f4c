package contest

import "fmt"

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
		t.people.say(label, false, message)
	}
}

// toSkip returns the table of a judge that can be skipped, nil if there is none.
func (r *heldRound) toSkip(judge string) *table {
	for _, t := range r.tables {
		if _, voted := t.ballot(); t.Judge == judge && !voted {
			return t
		}
	}
	return nil
}
