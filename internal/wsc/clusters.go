package wsc

// Clusters returns the indices of the problems by clusters, which cross-validation must not split:
// neighbouring runs are joined if they have the same pronoun and mostly the same words around it.
// The halves of some schemas are such runs, since their candidates differ in a word: "the minnow"
// in one half is "the shark" in the other.
func Clusters(problems []Problem) [][]int {
	var clusters [][]int
	for _, run := range Runs(problems) {
		if first := run[0]; first > 0 && similar(problems[first-1], problems[first]) {
			last := len(clusters) - 1
			clusters[last] = append(clusters[last], run...)
			continue
		}
		clusters = append(clusters, run)
	}
	return clusters
}

// similar reports whether two problems have the same pronoun and mostly the same words.
func similar(a, b Problem) bool {
	return Fold(a.Pronoun) == Fold(b.Pronoun) && alike(words(a.Text()), words(b.Text()))
}
