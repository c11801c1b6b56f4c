package wsc

import (
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/numbers"
)

// Halves returns the indices of the problems that are the two halves of a schema: those that the
// file calls a pair. If it names no pairs, they are neighbours in a run with the same two
// candidates, different right answers, which must be known, and mostly the same words.
func Halves(problems []Problem) [][2]int {
	if slices.ContainsFunc(problems, func(p Problem) bool { return p.Pair != "" }) {
		return named(problems)
	}
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

// named returns the pairs that the file names.
func named(problems []Problem) (pairs [][2]int) {
	members := map[string][]int{}
	for i, p := range problems {
		members[p.Pair] = append(members[p.Pair], i)
	}
	for i, p := range problems {
		if m := members[p.Pair]; p.Pair != "" && len(m) == 2 && m[0] == i {
			pairs = append(pairs, [2]int(m))
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
	start, end := common(x, y)
	return a != b && 2*(start+end) >= min(len(x), len(y))
}

// common returns how many words two texts have in common at their beginnings and, of the rest, at
// their ends.
func common(x, y []string) (start, end int) {
	n := min(len(x), len(y))
	for start < n && x[start] == y[start] {
		start++
	}
	for start+end < n && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	return start, end
}

// similar reports whether two problems have the same pronoun and mostly the same words.
func similar(a, b Problem) bool {
	return Fold(a.Pronoun) == Fold(b.Pronoun) && alike(words(a.Text()), words(b.Text()))
}

// Runs returns the indices of the problems by runs: a problem belongs to the run of the one before
// it if they have the same candidates, as the halves of a schema do, or the same text. Anything
// learned from one problem of a run gives away the answers of the others.
func Runs(problems []Problem) [][]int {
	var runs [][]int
	for i, p := range problems {
		if i > 0 && together(problems[i-1], p) {
			runs[len(runs)-1] = append(runs[len(runs)-1], i)
			continue
		}
		runs = append(runs, []int{i})
	}
	return runs
}

func together(a, b Problem) bool {
	return b.SameText || !a.implied() && slices.Equal(fold(a.Candidates), fold(b.Candidates)) ||
		words(a.Text()) == words(b.Text())
}

// words returns the words of a text in lower case, without characters other than letters and
// digits.
func words(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}

// fold returns the texts in the form in which they are compared.
func fold(texts []string) []string {
	return numbers.Map(texts, Fold)
}
