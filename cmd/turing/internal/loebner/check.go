package loebner

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// Report says what is wrong with a schedule.
type Report struct {
	Valid    bool // whether nothing is wrong
	Rounds   int
	Problems []Problem
}

// MarshalJSON writes, beside the fields, a list of the faults of each kind.
func (r *Report) MarshalJSON() ([]byte, error) {
	all := map[string]any{"valid": r.Valid, "rounds": r.Rounds, "problems": r.Problems}
	for _, kind := range []string{contradictions, double, missing, clashes} {
		list := []string{}
		for _, p := range r.Problems {
			what := p.What
			if kind == clashes {
				what += fmt.Sprint(" in round ", p.Round)
			}
			if p.Kind == kind {
				list = append(list, what)
			}
		}
		all[kind] = list
	}
	return json.Marshal(all)
}

// The kinds of faults.
const (
	contradictions = "contradictions" // triples that are not in the matrix
	double         = "double"         // a judge and an entry that meet more than once
	missing        = "missing"        // pairs that never meet
	clashes        = "clashes"        // who is in several triples of a round
)

// Problem is a fault of a schedule.
type Problem struct {
	Kind  string `json:"kind"`  // "contradictions", "double", "missing" or "clashes"
	What  string `json:"what"`  // the triple, the pair or the name, such as J1E1
	Round int    `json:"round"` // 0 if it is in none or several
	Line  int    `json:"line"`  // in the file that was read, or 0
	Text  string `json:"text"`  // a sentence for people
}

// Check checks a schedule against a matrix: every pair of judge and entry that the matrix has meets
// once, in front of the matrix's confederate, and nobody is in two triples of a round. Without a
// matrix, nil, each judge has to meet each entry.
func Check(m Matrix, s Schedule) *Report {
	r := &Report{Rounds: len(s), Problems: []Problem{}}
	met := make(map[string][]string) // by judge and entry: the rounds
	for i, round := range s {
		r.round(m, i+1, round)
		for _, t := range round.Triples {
			met[t.pair()] = append(met[t.pair()], fmt.Sprint(i+1))
		}
	}
	all := s.triples()
	for _, t := range all {
		if rounds := met[t.pair()]; len(rounds) > 1 {
			met[t.pair()] = rounds[:1] // it is told once
			r.add(double, t.pair(), 0, 0, "%s and %s meet in rounds %s", t.Judge, t.Entry, text.And(rounds))
		}
	}
	if m != nil {
		all = m
	}
	for _, j := range all.Judges() {
		for _, e := range all.Entries() {
			if len(met[j+e]) == 0 && (m == nil || m.find(j, e) >= 0) {
				r.add(missing, j+e, 0, 0, "%s and %s never meet", j, e)
			}
		}
	}
	r.Valid = len(r.Problems) == 0
	return r
}

// add adds a fault.
func (r *Report) add(kind, what string, round, line int, format string, args ...any) {
	problem := fmt.Sprintf(format, args...)
	if round > 0 {
		problem = fmt.Sprintf("round %d: %s", round, problem)
	}
	r.Problems = append(r.Problems, Problem{kind, what, round, line, problem})
}

// round checks a round by itself.
func (r *Report) round(m Matrix, n int, round Round) {
	seen := make(map[string]int)
	for _, t := range round.Triples {
		if expected := m.instead(t); expected != "" {
			r.add(contradictions, t.String(), n, round.line, "found %v, expected %s", t, expected)
		}
		for _, name := range t.members() {
			if seen[name]++; seen[name] == 2 {
				r.add(clashes, name, n, round.line, "%s is in more than one triple", name)
			}
		}
	}
}

// Text returns the report for people.
func (r *Report) Text() string {
	var b strings.Builder
	if r.Valid {
		fmt.Fprintf(&b, "The schedule is valid. It has %s.\n", text.Count(r.Rounds, "round"))
	} else {
		fmt.Fprintf(&b, "The schedule is not valid: %s.\n", text.Count(len(r.Problems), "fault"))
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "  %s\n", p.Text)
	}
	return b.String()
}
