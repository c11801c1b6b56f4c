package wsc

import (
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/numbers"
)

// Halves returns the indices of the problems that are the two halves of a schema: those that the
// file calls a pair. If it names no pairs, they are neighbours with the same two candidates,
// different right answers, which must be known, and mostly the same words.
func Halves(problems []Problem) [][2]int {
	if slices.ContainsFunc(problems, func(p Problem) bool { return p.Pair != "" }) {
		return named(problems)
	}
	var pairs [][2]int
	for i := 0; i+1 < len(problems); i++ {
		if halves(problems[i], problems[i+1]) {
			pairs = append(pairs, [2]int{i, i + 1})
			i++
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
	return len(a.Candidates) == 2 && slices.Equal(fold(a.Candidates), fold(b.Candidates)) && !b.SameText &&
		!a.implied() && a.Right != Unknown && b.Right != Unknown && a.Right != b.Right &&
		Fold(a.Pronoun) == Fold(b.Pronoun) && alike(words(a.Text()), words(b.Text()))
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
