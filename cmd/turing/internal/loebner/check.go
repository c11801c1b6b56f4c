package loebner

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// Report says what is wrong with a schedule: lists of triples, pairs and names, and sentences.
type Report struct {
	Valid          bool      `json:"valid"` // whether nothing is wrong
	Rounds         int       `json:"rounds"`
	Contradictions []string  `json:"contradictions"` // triples that are not in the matrix
	Double         []string  `json:"double"`         // a judge and an entry that meet more than once
	Missing        []string  `json:"missing"`        // pairs that never meet
	Clashes        []string  `json:"clashes"`        // who is in several triples of a round
	Problems       []Problem `json:"problems"`
}

// Problem is a fault of a schedule.
type Problem struct {
	Round int    `json:"round"` // 0 if it is in none or several
	Line  int    `json:"line"`  // in the file that was read, or 0
	Text  string `json:"text"`  // a sentence for people
}

// Check checks a schedule against a matrix: every pair of judge and entry that the matrix has meets
// once, in front of the matrix's confederate, and nobody is in two triples of a round. Without a
// matrix, nil, each judge has to meet each entry.
func Check(m Matrix, s Schedule) *Report {
	r := &Report{Rounds: len(s), Contradictions: []string{}, Double: []string{}, Missing: []string{},
		Clashes: []string{}, Problems: []Problem{}}
	planned := make(map[string]Triple) // of the matrix, by judge and entry
	for _, t := range m {
		planned[t.pair()] = t
	}
	met := make(map[string][]string) // by judge and entry: the rounds
	for i, round := range s {
		r.round(m != nil, planned, i+1, round)
		for _, t := range round.Triples {
			met[t.pair()] = append(met[t.pair()], fmt.Sprint(i+1))
		}
	}
	all := s.triples()
	for _, t := range all {
		if rounds := met[t.pair()]; len(rounds) > 1 {
			met[t.pair()] = rounds[:1] // it is told once
			r.add(&r.Double, t.pair(), Problem{}, "%s and %s meet in rounds %s", t.Judge, t.Entry, text.And(rounds))
		}
	}
	if m != nil {
		all = m
	}
	entries := all.Entries()
	for _, j := range all.Judges() {
		for _, e := range entries {
			if _, wanted := planned[j+e]; len(met[j+e]) == 0 && (m == nil || wanted) {
				r.add(&r.Missing, j+e, Problem{}, "%s and %s never meet", j, e)
			}
		}
	}
	r.Valid = len(r.Problems) == 0
	return r
}

// add adds a fault of what, in a place, to the list of its kind.
func (r *Report) add(kind *[]string, what string, p Problem, format string, args ...any) {
	if p.Text = fmt.Sprintf(format, args...); p.Round > 0 {
		p.Text = fmt.Sprintf("round %d: %s", p.Round, p.Text)
	}
	*kind, r.Problems = append(*kind, what), append(r.Problems, p)
}

// round checks a round by itself, and by the matrix if there is one.
func (r *Report) round(matrix bool, planned map[string]Triple, n int, round Round) {
	seen, at := make(map[string]int), Problem{Round: n, Line: round.line}
	for _, t := range round.Triples {
		if want, known := planned[t.pair()]; matrix && !known {
			r.add(&r.Contradictions, t.String(), at, "found %v, expected a pair of the matrix", t)
		} else if matrix && want != t {
			r.add(&r.Contradictions, t.String(), at, "found %v, expected %v by the matrix", t, want)
		}
		for _, name := range t.members() {
			if seen[name]++; seen[name] == 2 {
				r.add(&r.Clashes, fmt.Sprint(name, " in round ", n), at, "%s is in more than one triple", name)
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
