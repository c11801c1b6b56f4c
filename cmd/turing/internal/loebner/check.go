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
	// Excused lists the judges and confederates that rest in each round.
	Excused  [][]string
	Problems []Problem
}

// MarshalJSON writes, beside the fields, a list of the faults of each kind.
func (r *Report) MarshalJSON() ([]byte, error) {
	all := map[string]any{"valid": r.Valid, "rounds": r.Rounds, "excused": r.Excused, "problems": r.Problems}
	for _, kind := range []string{contradictions, double, missing, clashes, rests, unmet} {
		list := []string{}
		for _, p := range r.Problems {
			switch {
			case p.Kind != kind:
			case kind == clashes || kind == rests:
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
	rests          = "rests"          // who is said to be excused and is not, or the reverse
	// Where there is no matrix, a judge or an entry and a confederate who never come together
	// although others do twice.
	unmet = "unmet"
)

// Problem is a fault of a schedule.
type Problem struct {
	Kind  string `json:"kind"`  // "contradictions", "double", "missing", "clashes", "rests" or "unmet"
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
// once, in front of the matrix's confederate, nobody is in two triples of a round, and those
// excused are those that rest. Rounds that do not say who is excused are not compared. Without a
// matrix, nil, each judge has to meet each entry, and as many confederates as possible, and so does
// each entry.
func Check(m *Matrix, s Schedule) *Report {
	c := checker{matrix: m, met: make(map[string][]int), times: make(map[string]map[string]int)}
	c.Report = Report{Rounds: len(s), Excused: [][]string{}, Problems: []Problem{}}
	if m != nil {
		c.judges = m.Judges
		c.entries = m.Entries
		c.others = m.Confederates()
	} else {
		c.people(s)
	}
	for i := range s {
		c.round(i+1, s[i])
	}
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
			if len(c.met[j+e]) == 0 && (m == nil || m.At(j, e) != "") {
				c.add(missing, j+e, 0, 0, "%s and %s never meet", j, e)
			}
		}
	}
	if m == nil {
		c.unmet()
	}
	c.Valid = len(c.Problems) == 0
	return &c.Report
}

// people finds everybody who takes part.
func (c *checker) people(s Schedule) {
	var names []string
	for _, r := range s {
		names = append(names, r.Excused...)
		for _, t := range r.Triples {
			names = append(names, t.Judge, t.Entry, t.Confederate)
		}
	}
	for _, name := range sorted(names) {
		list := &c.others
		switch name[0] {
		case 'J':
			list = &c.judges
		case 'E':
			list = &c.entries
		}
		*list = append(*list, name)
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
	resting := append([]string{}, r.resting(slices.Concat(c.judges, c.others))...)
	c.Excused = append(c.Excused, resting)
	if r.Excused == nil {
		return
	}
	for _, name := range r.Excused {
		if seen[name] > 0 {
			c.add(rests, name, n, r.line, "%s is said to be excused, but is in a triple", name)
		}
	}
	for _, name := range resting {
		if !slices.Contains(r.Excused, name) {
			c.add(rests, name, n, r.line, "%s is in no triple, but is not said to be excused", name)
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

// Text returns the report for people. Judges rest apart from confederates.
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
		b.WriteString("Nobody rests.\n")
	} else {
		b.WriteString("Excused, judges apart from confederates:\n")
		for i, names := range r.Excused { // judges come first
			n := slices.IndexFunc(names, func(name string) bool { return !strings.HasPrefix(name, "J") })
			if n < 0 {
				n = len(names)
			}
			fmt.Fprintf(&b, "  round %d: %s | %s\n", i+1, cmp.Or(strings.Join(names[:n], " "), "nobody"),
				cmp.Or(strings.Join(names[n:], " "), "nobody"))
		}
	}
	return b.String()
}
