package wsc

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Fault is something wrong with an output file.
type Fault struct {
	*files.Error
	// Graded marks a fault that matters to graders: one of the final list, or a block that
	// contradicts it.
	Graded bool
	// where are the problems or lines, as unit says, that have the fault after the first one.
	where []int
	unit  string
}

// Check returns the faults of an output file as an answer to the problems: those of the list first,
// in order, and then those of the blocks. A fault that several problems have is listed once, with
// the first of them. Faults have the file's name without its folder.
func Check(o Output, problems []Problem) []Fault {
	c := checker{o: o, problems: problems, kinds: map[string]int{}}
	if _, ok := teamName(o.File); !ok {
		c.add(false, 0, "the file name "+text.Quote(filepath.Base(o.File)), "TEAM"+Suffix)
	}
	c.list()
	c.blocks()
	for _, f := range c.faults {
		if len(f.where) > 0 {
			f.Msg += "; the same in " + some(f.unit, f.where)
		}
	}
	return c.faults
}

type checker struct {
	o        Output
	problems []Problem
	faults   []Fault
	kinds    map[string]int // faults that several problems can have
}

func (c *checker) add(graded bool, line int, found, expected string) {
	c.faults = append(c.faults, Fault{Error: files.New(filepath.Base(c.o.File), line, found, expected),
		Graded: graded})
}

// stray is the kind of faults of lines that belong to no problem.
const stray = "stray"

// each adds a fault of a kind that several problems, or lines, can have.
func (c *checker) each(kind string, problem int, graded bool, line int, found, expected string) {
	i, again := c.kinds[kind]
	if again {
		c.faults[i].where = append(c.faults[i].where, problem)
		return
	}
	c.kinds[kind] = len(c.faults)
	c.add(graded, line, found, expected)
	unit := "problem"
	if kind == stray {
		unit = "line"
	}
	c.faults[len(c.faults)-1].unit = unit
}

func (c *checker) list() {
	o, n := c.o, len(c.problems)
	if o.ListLine == 0 {
		c.add(true, 0, "no final list",
			fmt.Sprintf("the letters of all %d answers, separated by commas, on the last line", n))
		return
	}
	if o.NotLast {
		c.add(true, o.ListLine, "the list of answers before other text", "it at the end")
	}
	if o.NoCommas {
		c.add(true, o.ListLine, "a list of answers without commas", "A, B, A, …")
	}
	switch {
	case len(o.List) < n:
		c.add(true, o.ListLine, "a list of "+text.Count(len(o.List), "answer"),
			fmt.Sprintf("%d; the missing ones are wrong", n))
	case len(o.List) > n:
		c.add(true, o.ListLine, "a list of "+text.Count(len(o.List), "answer"),
			fmt.Sprintf("%d; those after them are not graded", n))
	}
	var omitted []int
	for i, item := range o.List[:min(n, len(o.List))] {
		p := c.problems[i]
		switch {
		case item.Omitted():
			omitted = append(omitted, p.Number)
		case !c.valid(p):
			c.each("letter", p.Number, true, item.Line, fmt.Sprintf(
				"%s as the answer to problem %d in the list", text.Quote(item.Text), p.Number), letters(p))
		}
	}
	if len(omitted) > 0 {
		c.add(true, o.ListLine, "no answer in the list to "+some("problem", omitted),
			"a letter; they are wrong without one")
	}
}

// some counts problems or the like and lists the first of them.
func some(unit string, problems []int) string {
	const most = 10
	n := len(problems)
	content := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(problems[:min(n, most)])), ", "), "[]")
	if n > most {
		content += fmt.Sprintf(" and %d more", n-most)
	}
	return text.Count(n, unit) + ": " + content
}

// letters says which letters can answer a problem.
func letters(p Problem) string { return "a letter from A to " + Letter(len(p.Candidates)-1) }

func (c *checker) blocks() {
	seen := map[int]int{}
	last := 0
	for _, b := range c.o.Blocks {
		if b.Number < 1 || b.Number > len(c.problems) {
			c.each("unknown", b.Number, false, b.Line, fmt.Sprintf("an answer to problem %d", b.Number),
				fmt.Sprintf("one to a problem from 1 to %d", len(c.problems)))
			continue
		}
		if first := seen[b.Number]; first > 0 {
			c.each("again", b.Number, false, b.Line, fmt.Sprintf(
				"an answer to problem %d again (first on line %d)", b.Number, first), "each problem once")
			continue
		}
		seen[b.Number] = b.Line
		if b.Number < last {
			c.each("order", b.Number, false, b.Line, fmt.Sprintf("problem %d after problem %d", b.Number,
				last), "the problems in their order")
		}
		last = max(last, b.Number)
		c.head(b)
		c.answer(b)
		if !b.Blank {
			c.each("blank", b.Number, false, b.Line, "no blank line after the answer", "one between problems")
		}
	}
	var missing []int
	for i := range c.problems {
		if seen[i+1] == 0 {
			missing = append(missing, i+1)
		}
	}
	if len(missing) > 0 {
		c.add(false, 0, "no text and answer of "+some("problem", missing),
			"those of all problems before the list")
	}
	for _, l := range c.o.Stray {
		c.each(stray, l.Number, false, l.Number, "the line "+text.Quote(l.Text), "a problem's answer after it")
	}
}

// numbered matches the number before the text of a problem.
var numbered = text.Pattern(`^(\d{1,9})[.):]?\s+`)

// head checks the lines before an answer. The number may be missing before the text, as in the
// example of the rules.
func (c *checker) head(b Block) {
	p := c.problems[b.Number-1]
	want := []string{p.Text()}
	if p.Excerpt != "" {
		want = append(want, p.Excerpt)
	}
	if len(b.Head) != len(want) {
		c.each("head", p.Number, false, b.Line, text.Count(len(b.Head), "line")+" before the answer",
			fmt.Sprintf("%d: number and text of problem %d on one line, then its excerpt",
				len(want), p.Number))
		return
	}
	for i, l := range b.Head {
		if words(l.Text) == words(want[i]) {
			continue
		}
		what := "the excerpt "
		if i == 0 {
			what = "the text "
			if m := numbered().FindStringSubmatch(l.Text); m != nil &&
				words(l.Text[len(m[0]):]) == words(want[i]) {
				if m[1] == fmt.Sprint(p.Number) {
					continue
				}
				c.each("number", p.Number, false, l.Number, "number "+m[1],
					fmt.Sprintf("%d, as in the answer", p.Number))
				continue
			}
		}
		c.each(what, p.Number, false, l.Number, what+text.Quote(l.Text),
			fmt.Sprintf("that of problem %d, %s", p.Number, text.Quote(want[i])))
	}
}

// answer checks the line of an answer.
func (c *checker) answer(b Block) {
	p := c.problems[b.Number-1]
	switch {
	case b.Number <= len(c.o.List) && !c.valid(p):
		return // the fault of the list is enough
	case !p.Has(b.Answer):
		c.each("none", p.Number, false, b.Line, fmt.Sprintf("no answer to problem %d", p.Number), letters(p))
	case Fold(b.Candidate) != Fold(p.Candidates[b.Answer]):
		c.each("candidate", p.Number, false, b.Line, Letter(b.Answer)+" with "+text.Quote(b.Candidate),
			text.Quote(p.Candidates[b.Answer])+" after that letter")
	}
	if c.valid(p) && c.o.List[b.Number-1].Answer != b.Answer {
		c.each("other", p.Number, true, b.Line, fmt.Sprintf("answer %s to problem %d", Letter(b.Answer), p.Number),
			fmt.Sprintf("%s as in the list, which alone is graded",
				text.Quote(c.o.List[b.Number-1].Text)))
	}
}

// valid reports whether the list has a valid answer to a problem.
func (c *checker) valid(p Problem) bool {
	return p.Number <= len(c.o.List) && p.Has(c.o.List[p.Number-1].Answer)
}
