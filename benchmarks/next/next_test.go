package main

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// open returns a small exam.
func open(t *testing.T) *exam {
	t.Helper()
	sets, err := datasets.Open("synthetic-civics:20", datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := newExam(sets[0])
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Each order makes as many decisions as it is asked for, of whole respondents up to a respondent
// more, until everything is graded. Then totals are known, as far as a group's answers are worth
// the same.
func TestOrders(t *testing.T) {
	x := open(t)
	answers := x.result().answers
	for k := range orders {
		s := settings{repeats: 1, seed: 3}
		errors, err := s.simulate(x, &orders[k], []int{0, 30, answers})
		if err != nil {
			t.Fatal(err)
		}
		if !(errors[1] < errors[0]) || !(errors[2] < .04) || k == 3 && errors[2] > .02 {
			t.Errorf("%s: errors %v", orders[k].name, errors)
		}
	}
}

// A group's answers all get one score, which is learned once; and a respondent costs an answer
// each.
func TestTeacher(t *testing.T) {
	x := open(t)
	for g, members := range x.members {
		if len(members) != x.groups[g].People() {
			t.Errorf("group %d: %d members, expected %d", g, len(members), x.groups[g].People())
		}
	}
	n := len(x.responses)
	tt := &teacher{exam: x, rng: rand.New(rand.NewPCG(1, 2)), rated: make([]bool, n),
		given: make([][]float64, n), learned: make([][]float64, n)}
	g := slices.IndexFunc(x.members, func(m []int) bool { return len(m) > 3 })
	tt.decide(g)
	j := x.groups[g].Question
	given, learned := known(tt.given), known(tt.learned)
	if given != len(x.members[g]) || learned != 1 || tt.made != 1 {
		t.Errorf("%d scores, %d learned, %d decisions", given, learned, tt.made)
	}
	for _, i := range x.members[g] {
		if tt.given[i][j] != tt.given[x.members[g][0]][j] {
			t.Errorf("respondent %d has another score", i)
		}
	}
	tt.rate(0)
	if !tt.rated[0] || tt.made != 1+len(x.questions) || known(tt.learned) < len(x.questions) {
		t.Errorf("%d decisions, %d learned", tt.made, known(tt.learned))
	}
}

// known counts the scores that are known.
func known(scores [][]float64) (n int) {
	for _, list := range scores {
		for _, s := range list {
			if !math.IsNaN(s) {
				n++
			}
		}
	}
	return n
}

func TestTables(t *testing.T) {
	r := &result{name: "x", respondents: 3, questions: 2, answers: 6, groups: 5, sizes: []int{0, 40, 80},
		errors: [][]float64{{.2, .1, .04}, {.2, .15, .1}, {.2, .3, .16}, {.2, .06, .02}}}
	for _, c := range []struct {
		order, at int
		want      float64
		ok        bool
	}{{1, 1, 20, true}, {1, 2, 40, true}, {2, 1, 0, true}, {3, 1, 66 + 2./3, true}, {3, 2, 0, false}} {
		if got, ok := r.reach(c.order, c.at); ok != c.ok || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("order %d: %v decisions, %v, expected %v", c.order, got, ok, c.want)
		}
	}
	if got := meanRatio(r, 1); math.Abs(got-.5) > 1e-9 {
		t.Errorf("mean ratio %v", got)
	}
	var b bytes.Buffer
	if err := writeTables(&b, []*result{r}); err != nil {
		t.Fatal(err)
	}
	table := regexp.MustCompile(" +").ReplaceAllString(b.String(), " ")
	for _, line := range []string{"x: 3 × 2, 6 answers in 5 groups", "| lrp next | .2000 | .1000 | .0400 |",
		"| most frequent first, 80 | 40 |", "| whole respondents, 80 | > 80 |",
		"| **most frequent first, mean ratio** | **0.50** |"} {
		if !strings.Contains(table, line) {
			t.Errorf("no line %q in\n%s", line, table)
		}
	}
	if err := writeFigure(io.Discard, "x.png", []*result{r}); err != nil {
		t.Error(err)
	}
}
