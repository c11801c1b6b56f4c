package loebner

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
)

// Report says what is wrong with a schedule.
type Report struct {
	// Valid reports whether nothing is wrong.
	Valid  bool `json:"valid"`
	Rounds int  `json:"rounds"`
	// Contradictions are triples that are not in the matrix, such as J2E2C2.
	Contradictions []string `json:"contradictions"`
	// Double are pairs of judge and entry that meet more than once, such as J1E1.
	Double []string `json:"double"`
	// Missing are pairs of judge and entry that never meet.
	Missing []string `json:"missing"`
	// Clashes say who is in several triples of a round, such as "J1 in round 3".
	Clashes []string `json:"clashes"`
	// Rests say where those excused are not those that rest, such as "C3 in round 1". Rounds for
	// which the schedule does not say who is excused are not compared.
	Rests []string `json:"rests"`
	// Unmet are, where there is no matrix, judges or entries and confederates that never come
	// together although someone else comes twice instead, such as J1C2 or E1C2.
	Unmet []string `json:"unmet"`
	// Excused lists the judges and confederates that rest in each round.
	Excused [][]string `json:"excused"`
	// Problems explains each fault in a sentence.
	Problems []Problem `json:"problems"`
}

// Problem is a fault of a schedule.
type Problem struct {
	Kind  string `json:"kind"`  // the name of a list in [Report]
	Round int    `json:"round"` // 0 if it is in none
	Line  int    `json:"line"`  // in the file that was read, or 0
	Text  string `json:"text"`  // a sentence for people
}

// checker collects what is wrong.
type checker struct {
	matrix   *Matrix
	schedule Schedule
	report   Report
	judges   []string
	entries  []string
	others   []string // confederates
	met      map[string][]int
}

// Check checks a schedule against a matrix: every pair of judge and entry that the matrix has meets
// once, in front of the matrix's confederate, nobody is in two triples of a round, and those excused
// are those that rest. Without a matrix, nil, each judge has to meet each entry, and as many
// confederates as possible, and so does each entry.
func Check(m *Matrix, s Schedule) *Report {
	c := checker{matrix: m, schedule: s, met: make(map[string][]int)}
	c.report = Report{Rounds: len(s), Contradictions: []string{}, Double: []string{},
		Missing: []string{}, Clashes: []string{}, Rests: []string{}, Unmet: []string{},
		Excused: [][]string{}, Problems: []Problem{}}
	c.people()
	for i := range s {
		c.round(i)
	}
	c.double()
	c.missing()
	if m == nil {
		c.unmet()
	}
	c.report.Valid = len(c.report.Problems) == 0
	return &c.report
}

// people finds everybody who takes part.
func (c *checker) people() {
	if c.matrix != nil {
		c.judges, c.entries = c.matrix.Judges, c.matrix.Entries
		c.others = c.matrix.Confederates()
		return
	}
	for _, r := range c.schedule {
		names := slices.Clone(r.Excused)
		for _, t := range r.Triples {
			names = append(names, t.Judge, t.Entry, t.Confederate)
		}
		for _, name := range names {
			switch {
			case strings.HasPrefix(name, "J"):
				c.judges = append(c.judges, name)
			case strings.HasPrefix(name, "E"):
				c.entries = append(c.entries, name)
			default:
				c.others = append(c.others, name)
			}
		}
	}
	for _, list := range []*[]string{&c.judges, &c.entries, &c.others} {
		slices.SortFunc(*list, byNumber)
		*list = slices.Compact(*list)
	}
}

// add adds a fault to a list of the report.
func (c *checker) add(kind string, list *[]string, what string, round, line int, text string) {
	*list = append(*list, what)
	c.report.Problems = append(c.report.Problems, Problem{kind, round, line, text})
}

// round checks the i-th round by itself.
func (c *checker) round(i int) {
	r := c.schedule[i]
	seen := make(map[string]int)
	for _, t := range r.Triples {
		if c.matrix != nil {
			c.contradiction(t, i, r.line)
		}
		c.met[t.pair()] = append(c.met[t.pair()], i+1)
		for _, name := range t.members() {
			if seen[name]++; seen[name] == 2 {
				c.add("clashes", &c.report.Clashes, fmt.Sprintf("%s in round %d", name, i+1), i+1,
					r.line, fmt.Sprintf("round %d: %s is in more than one triple", i+1, name))
			}
		}
	}
	resting := append([]string{}, r.resting(slices.Concat(c.judges, c.others))...)
	c.report.Excused = append(c.report.Excused, resting)
	if r.Excused != nil {
		c.rests(i, resting)
	}
}

// contradiction compares a triple with the matrix.
func (c *checker) contradiction(t Triple, i, line int) {
	want := c.matrix.At(t.Judge, t.Entry)
	if want == t.Confederate {
		return
	}
	text := fmt.Sprintf("the matrix has %s%s", t.pair(), want)
	switch {
	case !slices.Contains(c.judges, t.Judge):
		text = "the matrix has no " + t.Judge
	case !slices.Contains(c.entries, t.Entry):
		text = "the matrix has no " + t.Entry
	case want == "":
		text = fmt.Sprintf("in the matrix %s and %s do not meet", t.Judge, t.Entry)
	}
	c.add("contradictions", &c.report.Contradictions, t.String(), i+1, line,
		fmt.Sprintf("round %d: found %v, but %s", i+1, t, text))
}

// rests compares those excused with those that rest.
func (c *checker) rests(i int, resting []string) {
	r := c.schedule[i]
	wrong := func(name, text string) {
		c.add("rests", &c.report.Rests, fmt.Sprintf("%s in round %d", name, i+1), i+1, r.line,
			fmt.Sprintf("round %d: %s %s", i+1, name, text))
	}
	for _, name := range r.Excused {
		// Entries that pause may be listed, too.
		if !slices.Contains(resting, name) && len(r.resting([]string{name})) == 0 {
			wrong(name, "is said to be excused, but is in a triple")
		}
	}
	for _, name := range resting {
		if !slices.Contains(r.Excused, name) {
			wrong(name, "is in no triple, but is not said to be excused")
		}
	}
}

// double lists the pairs that meet more than once, in the order in which they first meet.
func (c *checker) double() {
	told := make(map[string]bool)
	for _, r := range c.schedule {
		for _, t := range r.Triples {
			rounds := c.met[t.pair()]
			if len(rounds) < 2 || told[t.pair()] {
				continue
			}
			told[t.pair()] = true
			c.add("double", &c.report.Double, t.pair(), rounds[1], 0,
				fmt.Sprintf("%s and %s meet in rounds %s", t.Judge, t.Entry, joinInts(rounds)))
		}
	}
}

// joinInts joins numbers as in "1, 2 and 3".
func joinInts(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return joinAnd(words)
}

// joinAnd joins words as in "a, b and c".
func joinAnd(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// missing lists the pairs that should meet and never do.
func (c *checker) missing() {
	for _, j := range c.judges {
		for _, e := range c.entries {
			pair := Triple{Judge: j, Entry: e}.pair()
			wanted := c.matrix == nil || c.matrix.At(j, e) != ""
			if wanted && len(c.met[pair]) == 0 {
				c.add("missing", &c.report.Missing, pair, 0, 0,
					fmt.Sprintf("%s and %s never meet", j, e))
			}
		}
	}
}

// unmet lists the confederates that a judge or an entry does not come together with although it
// comes together with another one twice.
func (c *checker) unmet() {
	for _, people := range [][]string{c.judges, c.entries} {
		for _, who := range people {
			times, total := make(map[string]int), 0
			for _, r := range c.schedule {
				for _, t := range r.Triples {
					if t.Judge == who || t.Entry == who {
						times[t.Confederate]++
						total++
					}
				}
			}
			if len(times) >= min(total, len(c.others)) {
				continue
			}
			for _, other := range c.others {
				if times[other] == 0 {
					c.add("unmet", &c.report.Unmet, who+other, 0, 0,
						fmt.Sprintf("%s and %s never come together, others do twice", who, other))
				}
			}
		}
	}
}

// WriteText writes the report for people.
func (r *Report) WriteText(out io.Writer) error {
	var b strings.Builder
	if r.Valid {
		fmt.Fprintf(&b, "The schedule is valid. It has %s.\n", fileerr.Count(r.Rounds, "round"))
	} else {
		fmt.Fprintf(&b, "The schedule is not valid: %s.\n", fileerr.Count(len(r.Problems), "fault"))
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "  %s\n", p.Text)
	}
	r.writeRests(&b)
	_, err := io.WriteString(out, b.String())
	return err
}

// writeRests lists who rests, in two rooms.
func (r *Report) writeRests(b *strings.Builder) {
	if !slices.ContainsFunc(r.Excused, func(names []string) bool { return len(names) > 0 }) {
		b.WriteString("Nobody rests.\n")
		return
	}
	b.WriteString("Excused, judges apart from confederates:\n")
	for i, names := range r.Excused {
		judges, others := restRooms(names)
		fmt.Fprintf(b, "  round %d: %s | %s\n", i+1, orNobody(judges), orNobody(others))
	}
}

// restRooms separates judges from confederates.
func restRooms(names []string) (judges, others []string) {
	for _, name := range names {
		if strings.HasPrefix(name, "J") {
			judges = append(judges, name)
		} else {
			others = append(others, name)
		}
	}
	return judges, others
}

func orNobody(names []string) string {
	if len(names) == 0 {
		return "nobody"
	}
	return strings.Join(names, " ")
}
