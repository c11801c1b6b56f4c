package solver

import "github.com/luna-rating/luna/internal/seeded"

// split deals clusters of problems to folds of nearly equal numbers of them, in an order drawn from
// the seed. It returns the clusters of each fold; there are no more folds than clusters.
func split(clusters [][]int, folds int, seed uint64) [][][]int {
	order := seeded.New(seed, "winograd folds", 0).Perm(len(clusters))
	dealt := make([][][]int, min(folds, len(clusters)))
	for i, c := range order {
		dealt[i%len(dealt)] = append(dealt[i%len(dealt)], clusters[c])
	}
	return dealt
}

// except returns the clusters of all folds but one.
func except(folds [][][]int, left int) (clusters [][]int) {
	for i, f := range folds {
		if i != left {
			clusters = append(clusters, f...)
		}
	}
	return clusters
}

// pick returns the choices of clusters.
func pick(choices []choice, clusters [][]int) []choice {
	var picked []choice
	for _, cluster := range clusters {
		for _, i := range cluster {
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
