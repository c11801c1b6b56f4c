package loebner

import (
	"context"
	"time"
)

// Constraints restrict what [Make] may do.
type Constraints struct {
	Rounds int              // the number of rounds; 0 stands for the fewest
	Rests  map[string][]int // rounds, from 1, in which judges, entries or confederates must rest
	Near   Schedule         // keep as many of its triples as possible
	Seed   uint64
	Limit  time.Duration
}

// Plan is a schedule that [Make] found.
type Plan struct {
	Matrix   Matrix
	Schedule Schedule
	Bound    int    // no schedule has fewer rounds than this
	Why      string // what Bound follows from
}

// Make finds a valid schedule of the matrix with as few rounds as it can.
func Make(ctx context.Context, m Matrix, c Constraints) (*Plan, error) { panic("not yet") }

// Design finds a matrix together with a schedule with as few rounds as it can.
func Design(ctx context.Context, judges, entries, confederates int, c Constraints) (*Plan, error) {
	panic("not yet")
}

// Entrant is an entry as it was submitted.
type Entrant struct {
	Name      string
	Stamp     time.Time
	Compliant bool
	Invited   bool
	People    []string
}

// Admission says which entries go where.
type Admission struct {
	Tier     Tier
	Admitted []string
}

// Admit applies the rules of admission.
func (r Rules) Admit(list []Entrant) (Admission, error) { panic("not yet") }
