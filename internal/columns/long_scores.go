package columns

import (
	"fmt"
	"slices"
	"strings"
)

// numbersOf finds the columns of scores, their maxima and the raters, and drops columns that are
// not what their names say.
func (f *finder) numbersOf(l *Long) {
	if n := len(f.rows); n >= 4 {
		for _, to := range []*int{&l.Wording, &l.Key, &l.Max} {
			if *to >= 0 && !f.determines(l.Question, *to) {
				*to = -1
			}
		}
		if l.Rating >= 0 && l.Score < 0 && !f.determines(l.Respondent, l.Rating) ||
			l.Rating >= 0 && l.Score < 0 && (l.Respondent < 0 || f.values(l.Respondent).distinct == n) {
			l.Score, l.Rating = l.Rating, -1
		}
		if l.Score >= 0 && l.Max < 0 && l.Score != f.named.Score && f.repeats(l.Question) &&
			f.determines(l.Question, l.Score) && f.values(l.Score).distinct > 1 {
			l.Score, l.Max = -1, l.Score // points that each question has
		}
	}
	if l.Wording >= 0 && f.words(l.Wording) <= f.words(l.Question) {
		l.Wording = -1
	}
	l.Raters = f.raters(l.Score >= 0, func(k int) bool {
		return f.taken[k] || slices.Contains(l.columns(), k)
	})
	if l.Score < 0 && l.Rating < 0 && len(l.Raters) == 0 && len(f.rows) >= 4 {
		f.scoreByContent(l)
	}
}

// words returns the number of words in a column.
func (f *finder) words(k int) int {
	n := 0
	for _, row := range f.rows {
		n += len(strings.Fields(At(row, k)))
	}
	return n
}

// raters returns the columns of several people's numbers that are not left out, none if there is
// only one: named alike but for a number or letter at the end or, where there is a column of
// scores, after the same word.
func (f *finder) raters(scored bool, out func(k int) bool) []int {
	groups := map[string][]int{}
	var first []int
	for k, h := range f.header {
		words := nameWords(h)
		if len(words) < 2 || out(k) || roleOf(h) != raterRole && !(scored && len(words) == 2 &&
			scoreWords[words[0]]) || !f.mostlyNumbers(k) || contentOf(f.rows, k) == empty {
			continue
		}
		stem := strings.Join(words[:len(words)-1], " ")
		if groups[stem] = append(groups[stem], k); len(groups[stem]) > 1 && (first == nil ||
			first[0] == groups[stem][0]) {
			first = groups[stem]
		}
	}
	return first
}

// wideRaters finds the columns of several people's totals among those that are left. If there are
// as many columns of scores as questions, they belong to the questions.
func (f *finder) wideRaters() {
	found := f.raters(false, func(k int) bool { return !slices.Contains(f.Ignored, k) || f.left[k] })
	if len(found) > 0 && (len(found) != len(f.Layout.Questions) ||
		raterWords[nameWords(f.header[found[0]])[0]]) {
		f.Layout.Raters = found
		f.Ignored = slices.DeleteFunc(f.Ignored, func(k int) bool { return slices.Contains(found, k) })
	}
}

// scoreByContent takes the only column of numbers that could be scores, or those of several people
// if their names are numbered.
func (f *finder) scoreByContent(l *Long) {
	var found []int
	stems := map[string]bool{}
	for k, name := range f.names {
		v := f.values(k)
		if f.taken[k] || slices.Contains(l.columns(), k) || v.content != numbers || others[name] ||
			identifiers[name] || v.distinct < 2 || 2*v.distinct > v.filled ||
			f.determines(l.Question, k) || f.determines(l.Respondent, k) &&
			f.repeats(l.Respondent) {
			continue
		}
		found = append(found, k)
		stems[stem(name)] = true
	}
	switch {
	case len(found) == 1:
		l.Score = found[0]
	case len(found) > 1 && len(slices.DeleteFunc(slices.Clone(found), f.notScore)) == 1:
		l.Score = slices.DeleteFunc(found, f.notScore)[0]
	case len(found) > 1 && len(stems) == 1:
		l.Raters = found
	case len(found) > 1:
		f.Notes = append(f.Notes, fmt.Sprintf("columns of numbers: %s; name the one of the scores "+
			"with --score-column", f.list(found)))
	}
}

// notScore reports whether a column is not named as one of scores alone.
func (f *finder) notScore(k int) bool {
	words := nameWords(f.header[k])
	return len(words) == 0 || len(words) > 2 || !scoreWords[words[0]]
}
