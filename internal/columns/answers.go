package columns

import (
	"math"
	"slices"
	"strings"
)

// repeatedNumbers reports whether a column has a few numbers again and again, as ages are.
func (t *table) repeatedNumbers(k int) bool {
	p := t.profiles[k]
	return p.filled >= 12 && 4*p.distinct <= p.filled
}

// numberQuiz finds answers that are numbers where no column has texts like answers: numbers that
// are there for people without a total as well, and do not add up to it.
func (t *table) numberQuiz() []claim {
	if len(t.asked()) > 0 || len(t.rows) < surely {
		return nil
	}
	var full, part []int
	for _, k := range t.all(func(k int) bool { return t.names[k] != "" && t.isNumbers(k) && t.profiles[k].numbers > 0 }) {
		switch p := t.profiles[k]; {
		case t.isTotal(k), 20*p.filled < 17*len(t.rows):
			part = append(part, k)
		case p.distinct > 1 && !t.wholeUnique(k) && !t.named(k, "total word"):
			full = append(full, k)
		}
	}
	if len(full) < 2 || len(part) == 0 {
		return nil
	}
	for i := range t.rows {
		sum := 0.0
		for _, k := range full {
			v, _ := t.number(i, k)
			sum += v
		}
		if v, ok := t.number(i, part[0]); ok && math.Abs(v-sum) > 1e-6 {
			return claims(full...)
		}
	}
	return nil
}

// numberAnswers finds columns of numbers that are answers: they continue the series of questions,
// or are worded and beside a question.
func (t *table) numberAnswers() []claim {
	if t.rated == nil {
		t.count()
	}
	stems := map[string]bool{}
	for _, q := range t.asked() {
		if stem, _ := serial(t.names[q]); strings.Contains(stem, "#") {
			stems[stem] = true
		}
	}
	var open, asked []int
	for _, k := range t.all(func(k int) bool { return t.names[k] != "" && t.profiles[k].kind == numbers }) {
		stem, _ := serial(t.names[k])
		switch {
		case stems[stem]:
			t.decide(QuestionRole, claim{column: k, of: -1}, "one of a series of questions")
		case t.aboutPeople(k) && sentence(t.header[k]) && t.repeatedNumbers(k):
		case strings.HasSuffix(strings.TrimSpace(t.header[k]), "?"):
			asked = append(asked, k)
		case t.series == "" && len(strings.Fields(t.names[k])) >= 3 && !t.named(k, "total word") && !t.rates(k) &&
			t.fewValues(k) && !t.leaksRatings(k):
			open = append(open, k)
		}
	}
	found := map[int]bool{}
	for _, k := range asked {
		found[k] = true
	}
	beside := func(k int) bool { return t.isQuestion(k) || found[k] }
	for _, k := range open { // from left to right
		if beside(k-1) || beside(k+1) {
			asked, found[k] = append(asked, k), true
		}
	}
	for _, k := range slices.Backward(open) {
		if !found[k] && beside(k+1) {
			asked, found[k] = append(asked, k), true
		}
	}
	slices.Sort(asked)
	if len(asked) > 0 {
		t.note("columns of numbers taken for answers: %s (--ignore-columns leaves them out)",
			t.list(asked))
	}
	return claims(asked...)
}

// rates reports whether a column is named as a rater's.
func (t *table) rates(k int) bool { return wordsOf("long: rater").any(nameWords(t.header[k])) }
