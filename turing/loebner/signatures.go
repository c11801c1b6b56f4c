package loebner

import (
	"context"
	"io"
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

// ReadBallots reads ballots in CSV and checks each of them by the rules.
func ReadBallots(in io.Reader, file string, r Rules) ([]Ballot, error) { panic("not yet") }

// ReadRanks reads ranks in CSV.
func ReadRanks(in io.Reader, file string) ([]Rank, error) { panic("not yet") }

// WriteBallots writes ballots in the form that [ReadBallots] reads.
func WriteBallots(out io.Writer, r Rules, ballots []Ballot) error { panic("not yet") }

// WriteRanks writes ranks in the form that [ReadRanks] reads.
func WriteRanks(out io.Writer, ranks []Rank) error { panic("not yet") }

// Scoring is what [Score] takes into account besides the ballots.
type Scoring struct {
	Matrix    *Matrix            // nil if it is not known
	Ranks     []Rank             // of all participants, where the rules have judges rank them
	Semifinal map[string]float64 // scores of the stage before, more being better
	Partial   bool               // allows that ballots are missing
}

// Score turns ballots into a result. Ballots that break a rule are an error with file and line.
func Score(r Rules, ballots []Ballot, s Scoring) (*Result, error) { panic("not yet") }

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
