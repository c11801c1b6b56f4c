package solver

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/wsc"
)

// lessons are problems to learn from: the samples first.
type lessons struct {
	problems []wsc.Problem
	runs     [][]int
	holds    map[string][]int // the runs of a text or a list of candidates
}

func newLessons(training []wsc.Problem) *lessons {
	samples := Samples()
	l := &lessons{problems: append(samples, training...), runs: wsc.Runs(samples),
		holds: make(map[string][]int)}
	for _, run := range wsc.Runs(training) {
		shifted := make([]int, len(run))
		for i, k := range run {
			shifted[i] = k + len(samples)
		}
		l.runs = append(l.runs, shifted)
	}
	for r, run := range l.runs {
		for _, i := range run {
			for _, mark := range marks(l.problems[i]) {
				l.holds[mark] = append(l.holds[mark], r)
			}
		}
	}
	return l
}

// marks are what tells that two problems belong together: the text, and the candidates in any order.
func marks(p wsc.Problem) [2]string {
	candidates := make([]string, len(p.Candidates))
	for k, c := range p.Candidates {
		candidates[k] = wsc.Fold(c)
	}
	slices.Sort(candidates)
	return [2]string{"text " + wsc.Fold(p.Text()), "candidates " + strings.Join(candidates, "|")}
}

// touched returns the runs of lessons with a text or candidates of the problems of a run.
func (l *lessons) touched(run []int, problems []wsc.Problem) (runs []int) {
	for _, i := range run {
		for _, mark := range marks(problems[i]) {
			runs = append(runs, l.holds[mark]...)
		}
	}
	return runs
}

// parts deals the runs of problems: first those that the lessons do not hold, together, then the
// others in folds.
func (l *lessons) parts(problems []wsc.Problem) [][][]int {
	var fresh, held [][]int
	for _, run := range wsc.Runs(problems) {
		if len(l.touched(run, problems)) == 0 {
			fresh = append(fresh, run)
		} else {
			held = append(held, run)
		}
	}
	parts := split(held, Folds, 0)
	if len(fresh) > 0 {
		parts = append([][][]int{fresh}, parts...)
	}
	return parts
}

// without returns the runs of lessons that no run of a part touches.
func (l *lessons) without(part [][]int, problems []wsc.Problem) [][]int {
	out := make(map[int]bool)
	for _, run := range part {
		for _, r := range l.touched(run, problems) {
			out[r] = true
		}
	}
	var kept [][]int
	for r, run := range l.runs {
		if !out[r] {
			kept = append(kept, run)
		}
	}
	return kept
}
