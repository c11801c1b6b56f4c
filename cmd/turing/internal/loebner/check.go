package loebner

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// Report says what is wrong with a schedule.
type Report struct {
	Valid  bool // whether nothing is wrong
	Rounds int
	// Excused lists the judges, then the confederates, that rest in each round.
	Excused  [][]string
	Problems []Problem
}

// MarshalJSON writes, beside the fields, a list of the faults of each kind.
func (r *Report) MarshalJSON() ([]byte, error) {
	all := map[string]any{"valid": r.Valid, "rounds": r.Rounds, "excused": r.Excused, "problems": r.Problems}
	for _, kind := range []string{contradictions, double, missing, clashes, unmet} {
		list := []string{}
		for _, p := range r.Problems {
			switch {
			case p.Kind != kind:
			case kind == clashes:
				list = append(list, fmt.Sprintf("%s in round %d", p.What, p.Round))
			default:
				list = append(list, p.What)
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
	// Where there is no matrix, a judge or an entry and a confederate who never come together
	// although others do twice.
	unmet = "unmet"
)

// Problem is a fault of a schedule.
type Problem struct {
	Kind  string `json:"kind"`  // "contradictions", "double", "missing", "clashes" or "unmet"
	What  string `json:"what"`  // the triple, the pair or the name, such as J1E1
	Round int    `json:"round"` // 0 if it is in none or several
	Line  int    `json:"line"`  // in the file that was read, or 0
	Text  string `json:"text"`  // a sentence for people
}

// checker collects what is wrong.
type checker struct {
	Report
	matrix                  *Matrix
	judges, entries, others []string                  // others are confederates
	met                     map[string][]int          // by judge and entry: the rounds
	times                   map[string]map[string]int // by judge or entry and confederate
}

// Check checks a schedule against a matrix: every pair of judge and entry that the matrix has meets
// once, in front of the matrix's confederate, and nobody is in two triples of a round. Without a
// matrix, nil, each judge has to meet each entry, and as many confederates as possible, and so does
// each entry.
func Check(m *Matrix, s Schedule) *Report {
	c := checker{matrix: m, met: make(map[string][]int), times: make(map[string]map[string]int)}
	c.Report = Report{Rounds: len(s), Excused: s.Excused(), Problems: []Problem{}}
	c.judges, c.entries, c.others = s.people(0), s.people(1), s.people(2)
	if m != nil {
		c.judges, c.entries = m.Judges, m.Entries
	}
	for i := range s {
		c.round(i+1, s[i])
	}
	c.pairs(s)
	if m == nil {
		c.unmet()
	}
	c.Valid = len(c.Problems) == 0
	return &c.Report
}

// pairs checks that each pair meets once.
func (c *checker) pairs(s Schedule) {
	for _, r := range s {
		for _, t := range r.Triples {
			if rounds := c.met[t.pair()]; len(rounds) > 1 {
				c.met[t.pair()] = rounds[:1] // it is told once
				c.add(double, t.pair(), 0, 0, "%s and %s meet in rounds %s", t.Judge, t.Entry,
					text.And(strings.Fields(strings.Trim(fmt.Sprint(rounds), "[]"))))
			}
		}
	}
	for _, j := range c.judges {
		for _, e := range c.entries {
			if len(c.met[j+e]) == 0 && (c.matrix == nil || c.matrix.At(j, e) != "") {
				c.add(missing, j+e, 0, 0, "%s and %s never meet", j, e)
			}
		}
	}
}

// add adds a fault.
func (c *checker) add(kind, what string, round, line int, format string, args ...any) {
	problem := fmt.Sprintf(format, args...)
	if round > 0 {
		problem = fmt.Sprintf("round %d: %s", round, problem)
	}
	c.Problems = append(c.Problems, Problem{kind, what, round, line, problem})
}

// round checks a round by itself.
func (c *checker) round(n int, r Round) {
	seen := make(map[string]int)
	for _, t := range r.Triples {
		if expected := c.matrix.instead(t); expected != "" {
			c.add(contradictions, t.String(), n, r.line, "found %v, expected %s", t, expected)
		}
		c.met[t.pair()] = append(c.met[t.pair()], n)
		for _, name := range t.members() {
			if seen[name]++; seen[name] == 2 {
				c.add(clashes, name, n, r.line, "%s is in more than one triple", name)
			}
			if name != t.Confederate {
				if c.times[name] == nil {
					c.times[name] = make(map[string]int)
				}
				c.times[name][t.Confederate]++
			}
		}
	}
}

// unmet lists the confederates that a judge or an entry does not come together with although it
// comes together with another one twice.
func (c *checker) unmet() {
	for _, who := range slices.Concat(c.judges, c.entries) {
		total := 0
		for _, n := range c.times[who] {
			total += n
		}
		for _, other := range c.others {
			if c.times[who][other] == 0 && len(c.times[who]) < min(total, len(c.others)) {
				c.add(unmet, who+other, 0, 0, "%s and %s never come together, others do twice", who, other)
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
	if len(slices.Concat(r.Excused...)) == 0 {
		return b.String() + "Nobody rests.\n"
	}
	b.WriteString("Excused:\n")
	for i, names := range r.Excused {
		fmt.Fprintf(&b, "  round %d: %s\n", i+1, cmp.Or(strings.Join(names, " "), "nobody"))
	}
	return b.String()
}
