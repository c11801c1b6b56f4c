package solver

import (
	"github.com/luna-rating/luna/internal/stream"
)

// split deals runs to folds of nearly equal numbers of runs, in an order drawn from the seed. It
// returns the runs of each fold; there are no more folds than runs.
func split(runs [][]int, folds int, seed uint64) [][][]int {
	order := stream.New(seed, "winograd folds", 0).Perm(len(runs))
	dealt := make([][][]int, min(folds, len(runs)))
	for i, r := range order {
		dealt[i%len(dealt)] = append(dealt[i%len(dealt)], runs[r])
	}
	return dealt
}

// except returns the runs of all folds but one.
func except(folds [][][]int, left int) (runs [][]int) {
	for i, f := range folds {
		if i != left {
			runs = append(runs, f...)
		}
	}
	return runs
}

// pick returns the choices of runs.
func pick(choices []choice, runs [][]int) []choice {
	var picked []choice
	for _, run := range runs {
		for _, i := range run {
			picked = append(picked, choices[i])
		}
	}
	return picked
}

// score returns w·x for each candidate.
func score(w []float64, rows [][]float64) []float64 {
	scores := make([]float64, len(rows))
	for k, row := range rows {
		scores[k] = dot(w, row)
	}
	return scores
}
