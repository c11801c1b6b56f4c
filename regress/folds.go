package regress

import "github.com/luna-rating/luna/internal/numbers"

// folds deals n shuffled rows into k parts, at most n, whose sizes differ by at most one. Each part
// is in ascending order.
func folds(n, k int, seed uint64) [][]int {
	k = min(k, n)
	part := make([]int, n)
	for i, row := range numbers.Stream(seed, "regress folds", 0).Perm(n) {
		part[row] = i % k
	}
	held := make([][]int, k)
	for row, f := range part {
		held[f] = append(held[f], row)
	}
	return held
}
