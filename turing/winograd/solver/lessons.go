package solver

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/wsc"
)

// lessons are problems to learn from: the samples first.
type lessons struct {
	problems []wsc.Problem
	clusters [][]int
	holds    map[string][]int // the clusters of a text or a list of candidates
}

func newLessons(training []wsc.Problem) *lessons {
	samples := Samples()
	l := &lessons{problems: append(samples, training...), clusters: wsc.Clusters(samples),
		holds: make(map[string][]int)}
	for _, cluster := range wsc.Clusters(training) {
		shifted := make([]int, len(cluster))
		for i, k := range cluster {
			shifted[i] = k + len(samples)
		}
		l.clusters = append(l.clusters, shifted)
	}
	for c, cluster := range l.clusters {
		for _, i := range cluster {
			for _, mark := range marks(l.problems[i]) {
				l.holds[mark] = append(l.holds[mark], c)
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

// touched returns the clusters of lessons with a text or candidates of a cluster of problems.
func (l *lessons) touched(cluster []int, problems []wsc.Problem) (touched []int) {
	for _, i := range cluster {
		for _, mark := range marks(problems[i]) {
			touched = append(touched, l.holds[mark]...)
		}
	}
	return touched
}

// parts deals the clusters of problems: first those that the lessons do not hold, together, then the
// others in folds.
func (l *lessons) parts(problems []wsc.Problem) [][][]int {
	var fresh, held [][]int
	for _, cluster := range wsc.Clusters(problems) {
		if len(l.touched(cluster, problems)) == 0 {
			fresh = append(fresh, cluster)
		} else {
			held = append(held, cluster)
		}
	}
	parts := split(held, Folds, 0)
	if len(fresh) > 0 {
		parts = append([][][]int{fresh}, parts...)
	}
	return parts
}

// without returns the clusters of lessons that no cluster of a part touches.
func (l *lessons) without(part [][]int, problems []wsc.Problem) [][]int {
	out := make(map[int]bool)
	for _, cluster := range part {
		for _, c := range l.touched(cluster, problems) {
			out[c] = true
		}
	}
	var kept [][]int
	for c, cluster := range l.clusters {
		if !out[c] {
			kept = append(kept, cluster)
		}
	}
	return kept
}
