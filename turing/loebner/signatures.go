package loebner

import (
	"context"
	"io"
	"time"
)

// RulesOf returns embedded rules by name: 2004 or 2010.
func RulesOf(name string) (Rules, error) { panic("not yet") }

// ReadRules reads rules in TOML. Errors call the input file and name the line.
func ReadRules(in io.Reader, file string) (Rules, error) { panic("not yet") }

// ReadMatrix reads a matrix: a line for each judge with the confederates of the entries.
func ReadMatrix(in io.Reader, file string) (Matrix, error) { panic("not yet") }

// Square returns the matrix of the rules for n judges, entries and confederates.
func Square(n int) Matrix { panic("not yet") }

// ReadSchedule reads a schedule: a line for each round.
func ReadSchedule(in io.Reader, file string) (Schedule, error) { panic("not yet") }

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

// Report says what is wrong with a schedule.
type Report struct {
	Valid          bool     `json:"valid"`
	Contradictions []string `json:"contradictions"` // triples that are not in the matrix
	Double         []string `json:"double"`         // pairs of judge and entry that meet again
	Missing        []string `json:"missing"`        // pairs that never meet
	Clashes        []string `json:"clashes"`        // who is in two triples of a round
}

// Check checks a schedule against a matrix. Without one, nil, it checks what can be checked.
func Check(m *Matrix, s Schedule) Report { panic("not yet") }

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
