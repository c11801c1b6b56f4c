package wsc

import (
	"slices"
	"strings"
	"unicode"
)

// Runs returns the indices of the problems by runs: a problem belongs to the run of the one before
// it if they have the same candidates, as the halves of a schema do, or the same text. Anything
// learned from one problem of a run gives away the answers of the others. Cross-validation needs
// [Clusters], which are larger.
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
	list := make([]string, len(texts))
	for i, t := range texts {
		list[i] = Fold(t)
	}
	return list
}
