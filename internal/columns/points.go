package columns

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

func (t *table) setScore(of, k int, top float64, why string) {
	q := t.questions[of]
	if q == nil || !t.free(k) && t.Columns[k].Why != "--score-columns" {
		return
	}
	t.decide(PointsRole, claim{column: k, of: of}, why)
	if q.Score < 0 || t.profiles[q.Score].kind == empty || t.Columns[k].Why == "--score-columns" {
		q.Score, q.Max = k, cmp.Or(top, q.Max)
	}
}

// placed matches the name of a question by its place.
var placed = text.Pattern(`^(?:q|question|frage|aufgabe|item|pregunta|task|ex|exercise|no|nr)?` +
	`[ .]?([0-9]+)$`)

// points finds the points of each question among the columns of numbers: named after its name or
// its place, in a series as long as that of the questions, under one name as often, or right of
// each question.
func (t *table) points() []claim {
	qs := t.asked()
	numbers := t.all(func(k int) bool {
		return t.isNumbers(k) && t.profiles[k].numbers > 0 && !slices.Contains(qs, k) || t.names[k] == "" && t.profiles[k].numbers > 0
	})
	var scored []int
	for k, c := range t.Columns {
		if c.Why == "--score-columns" {
			scored = append(scored, k)
		}
	}
	give := func(which []int, why string) {
		for i, k := range which {
			t.decide(QuestionRole, claim{column: qs[i], of: -1}, "has a column of points")
			t.setScore(qs[i], k, maxIn(t.names[k]), why)
			t.Columns[k].Of = qs[i]
		}
	}
	if len(scored) > 0 {
		if len(scored) == len(qs) {
			give(scored, "--score-columns")
		}
		return nil
	}
	if len(qs) == 0 || t.given && len(qs) < 2 && len(numbers) > 1 {
		return nil
	}
	asked := t.namesOf(qs)
	for _, k := range numbers {
		if of := t.namedAfter(k, qs, asked); of >= 0 {
			t.decide(QuestionRole, claim{column: of, of: -1}, "has a column of points named after it")
			t.setScore(of, k, maxIn(t.names[k]), "points, named after the question")
		}
	}
	if slices.ContainsFunc(qs, func(q int) bool { return t.isQuestion(q) && t.questions[q].Score >= 0 }) {
		return t.pointsBeside(qs)
	}
	if len(qs) >= 2 {
		for _, s := range t.allSeries(func(k int) bool { return slices.Contains(numbers, k) }) {
			lettered := strings.HasSuffix(s.stem, "@") && !strings.HasSuffix(t.series, "@")
			if len(s.columns) == len(qs) && (len(qs) > 2 || !lettered) && !wordsOf("long: rater").any(strings.Fields(s.stem)) {
				give(s.columns, "a series of numbers as long as the questions")
				return nil
			}
		}
		for _, k := range numbers {
			same := slices.DeleteFunc(slices.Clone(t.byHeader[t.header[k]]), func(k int) bool { return !slices.Contains(numbers, k) })
			if len(same) == len(qs) && t.names[k] != "" {
				give(same, "numbers under one name, as many as the questions")
				return nil
			}
		}
	}
	return t.pointsBeside(qs)
}

// repeatedPoints finds numbers under one name right of columns that are no numbers: these are the
// questions, whatever they hold.
func (t *table) repeatedPoints() []claim {
	if t.given || len(t.rows) < surely {
		return nil
	}
	for k := range t.header {
		same := t.byHeader[t.header[k]]
		if len(same) < 2 || same[0] != k || t.names[k] == "" {
			continue
		}
		fits := !slices.ContainsFunc(same, func(k int) bool {
			q := k - 1
			return !t.free(k) || !t.isNumbers(k) || t.profiles[k].numbers == 0 || q < 0 || t.names[q] == "" ||
				!t.free(q) && !t.isQuestion(q) || t.profiles[q].kind == empty || t.profiles[q].kind == numbers
		})
		if !fits {
			continue
		}
		for _, k := range same {
			t.decide(QuestionRole, claim{column: k - 1, of: -1}, "has a column of points right of it")
			top := maxIn(t.names[k])
			if v, _, ok := t.Numbers.Number(t.header[k]); ok && v > 0 {
				top = v
			}
			t.setScore(k-1, k, top, "points, right of the question")
		}
	}
	return nil
}

// pointsBeside finds points right of their questions: named "Points" alone, by the maximum or not
// at all, or numbers right of nearly every question.
func (t *table) pointsBeside(qs []int) []claim {
	worded, any := map[int]float64{}, map[int]float64{}
	for _, q := range qs {
		k := q + 1
		if k >= len(t.header) || !t.free(k) || slices.Contains(qs, k) || !t.isNumbers(k) || t.profiles[k].numbers == 0 ||
			t.isQuestion(q) && t.questions[q].Score >= 0 {
			continue
		}
		name, top := splitMax(t.names[k])
		v, _, number := t.Numbers.Number(t.header[k])
		switch {
		case wordsOf("points").has(name) && !(len(qs) == 1 && t.onlyTotal(k)):
			worded[q] = top
		case number && v > 0 && t.highest(k) <= v:
			worded[q] = v
		case len(t.rows) >= surely && !t.isName(k, "total") && t.highest(k) <= 1000:
			any[q] = 0
		}
	}
	if len(worded) < 2 && len(qs) > 1 && len(any)+len(worded) >= 2 && len(any)+len(worded) >= len(qs)-len(qs)/4 {
		for q := range any {
			worded[q] = 0
		}
	}
	if len(worded) > 1 || len(qs) == 1 {
		for q, top := range worded {
			t.decide(QuestionRole, claim{column: q, of: -1}, "has a column of points")
			t.setScore(q, q+1, top, "points, right of the question")
		}
	}
	return nil
}

// onlyTotal reports whether a column is called as one of totals, and there is no other.
func (t *table) onlyTotal(k int) bool {
	return t.isTotal(k) && len(t.all(func(o int) bool { return t.isTotal(o) && t.isNumbers(o) })) == 1
}

// namesOf returns the first column of each name that is not empty.
func (t *table) namesOf(columns []int) map[string]int {
	names := map[string]int{}
	for _, k := range slices.Backward(columns) {
		if t.names[k] != "" {
			names[t.names[k]] = k
		}
	}
	return names
}

// namedAfter returns the question whose name, or place, a column of numbers has with a few more
// words.
func (t *table) namedAfter(k int, qs []int, asked map[string]int) int {
	name, _ := splitMax(t.names[k])
	base, word := affix(name)
	if m := placed().FindStringSubmatch(base); m != nil && wordsOf("points").has(word) {
		if i, _ := strconv.Atoi(m[1]); i >= 1 && i <= len(qs) {
			return qs[i-1]
		}
	}
	if t.rates(k) {
		return -1
	}
	const marks = " :(-[/.)]"
	words := len(strings.Fields(name))
	for i := len(name) - 1; i > 0; i-- { // the longest name first
		of := name[:i]
		if q, found := asked[of]; found && strings.IndexByte(marks, name[i]) >= 0 && words-len(strings.Fields(of)) <= 3 {
			return q
		}
	}
	for i := 1; i < len(name); i++ {
		of := name[i:]
		if q, found := asked[of]; found && strings.IndexByte(marks, name[i-1]) >= 0 && words-len(strings.Fields(of)) <= 3 {
			return q
		}
	}
	return -1
}

// maxima finds columns with the highest total that can be reached, the same in all rows.
func (t *table) maxima() (found []claim) {
	for _, k := range t.all(func(k int) bool {
		p := t.profiles[k]
		return p.kind == numbers && p.distinct == 1 && p.filled == len(t.rows) && p.filled > 1
	}) {
		if t.isName(k, "max") || wordsOf("long: max").any(nameWords(t.header[k])) {
			found = append(found, claim{column: k, of: -1})
			if v := t.highest(k); t.Layout.Max == 0 && t.maxOf(k) < 0 {
				t.Layout.Max = v
			}
		}
	}
	return found
}

// maxOf gives a question its maximum, if the column is named after one, and returns it.
func (t *table) maxOf(k int) int {
	qs := t.asked()
	of := t.namedAfter(k, qs, t.namesOf(qs))
	if of >= 0 && t.isQuestion(of) && t.questions[of].Max == 0 {
		t.questions[of].Max = t.highest(k)
	}
	return of
}
