package wsc

import "strings"

// Halves returns the indices of the problems that are the two halves of a schema: neighbours in a
// run with the same two candidates, different right answers, and mostly the same words. The right
// answers must be known.
func Halves(problems []Problem) [][2]int {
	var pairs [][2]int
	for _, run := range Runs(problems) {
		for k := 0; k+1 < len(run); k++ {
			if i, j := run[k], run[k+1]; halves(problems[i], problems[j]) {
				pairs = append(pairs, [2]int{i, j})
				k++
			}
		}
	}
	return pairs
}

func halves(a, b Problem) bool {
	return len(a.Candidates) == 2 && len(b.Candidates) == 2 && !b.SameText &&
		a.Right != Unknown && b.Right != Unknown && a.Right != b.Right && similar(a, b)
}

// alike reports whether two texts differ and have, at their beginnings and ends together, at least
// half of the words of the shorter one in common.
func alike(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	n := min(len(x), len(y))
	start := 0
	for start < n && x[start] == y[start] {
		start++
	}
	end := 0
	for start+end < n && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	return a != b && 2*(start+end) >= n
}

// similar reports whether two problems have the same pronoun and mostly the same words.
func similar(a, b Problem) bool {
	return Fold(a.Pronoun) == Fold(b.Pronoun) && alike(words(a.Text()), words(b.Text()))
}
