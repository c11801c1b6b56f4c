package columns

import (
	"fmt"
	"slices"
	"strings"
)

// numbersOf finds the columns of scores, their maxima and the raters, and drops columns that are
// not what their names say.
func (t *table) numbersOf(l *Long) {
	if n := len(t.rows); n >= 4 {
		for _, to := range []*int{&l.Wording, &l.Key, &l.Max} {
			if *to >= 0 && !t.determines(l.Question, *to) {
				*to = -1
			}
		}
		if l.Rating >= 0 && l.Score < 0 && !t.determines(l.Respondent, l.Rating) ||
			l.Rating >= 0 && l.Score < 0 && (l.Respondent < 0 || t.values(l.Respondent).distinct == n) {
			l.Score, l.Rating = l.Rating, -1
		}
		if l.Score >= 0 && l.Max < 0 && l.Score != t.chosen.Score && t.repeats(l.Question) &&
			t.determines(l.Question, l.Score) && t.values(l.Score).distinct > 1 {
			l.Score, l.Max = -1, l.Score // points that each question has
		}
	}
	if l.Wording >= 0 && t.words(l.Wording) <= t.words(l.Question) {
		l.Wording = -1
	}
	l.Raters = t.raters(l.Score >= 0, func(k int) bool {
		return !t.free(k) || slices.Contains(l.columns(), k)
	})
	if l.Score < 0 && l.Rating < 0 && len(l.Raters) == 0 && len(t.rows) >= 4 {
		t.scoreByContent(l)
	}
}

// words returns the number of words in a column.
func (t *table) words(k int) int {
	n := 0
	for _, row := range t.rows {
		n += len(strings.Fields(At(row, k)))
	}
	return n
}

// raters returns the columns of several people's numbers that are not left out, none if there is
// only one: named alike but for a number or letter at the end or, where there is a column of
// scores, after the same word.
func (t *table) raters(scored bool, out func(k int) bool) []int {
	groups := map[string][]int{}
	var first []int
	for k, h := range t.header {
		words := nameWords(h)
		if len(words) < 2 || out(k) || roleOf(h) != raterRole && !(scored && len(words) == 2 &&
			wordsOf("long: score").has(words[0])) || !t.mostlyNumbers(k) || t.profiles[k].kind == empty {
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

// scoreByContent takes the only column of numbers that could be scores, or those of several people
// if their names are numbered.
func (t *table) scoreByContent(l *Long) {
	var found []int
	stems := map[string]bool{}
	for k, name := range t.names {
		v := t.values(k)
		if !t.free(k) || slices.Contains(l.columns(), k) || v.content != numbers || wordsOf("other").has(name) ||
			wordsOf("identifier").has(name) || v.distinct < 2 || 2*v.distinct > v.filled ||
			t.determines(l.Question, k) || t.determines(l.Respondent, k) &&
			t.repeats(l.Respondent) {
			continue
		}
		found = append(found, k)
		stems[strings.TrimRight(name, "0123456789")] = true
	}
	switch {
	case len(found) == 1:
		l.Score = found[0]
	case len(found) > 1 && len(slices.DeleteFunc(slices.Clone(found), t.notScore)) == 1:
		l.Score = slices.DeleteFunc(found, t.notScore)[0]
	case len(found) > 1 && len(stems) == 1:
		l.Raters = found
	case len(found) > 1:
		t.Notes = append(t.Notes, fmt.Sprintf("columns of numbers: %s; name the one of the scores "+
			"with --score-column", t.list(found)))
	}
}

// notScore reports whether a column is not named as one of scores alone.
func (t *table) notScore(k int) bool {
	words := nameWords(t.header[k])
	return len(words) == 0 || len(words) > 2 || !wordsOf("long: score").has(words[0])
}
