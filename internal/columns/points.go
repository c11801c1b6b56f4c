package columns

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The columns that an examination program writes for each question, with its number at the end.
var (
	response     = regexp.MustCompile(`^(?:response|answer|antwort|reponse|respuesta) ([0-9]+)$`)
	moodlePoints = regexp.MustCompile(`^[qfp]\.? ?([0-9]+) ?/ ?([0-9]+(?:[.,][0-9]+)?)$`)
)

// families finds the columns of reports that have several for each question, with its number at the
// end: "Response 1", with the text in "Question 1", the key in "Right answer 1" and the points in
// "Q. 1 /2.00" or "Score 1".
func (t *table) families() (found []claim) {
	byName, points := map[string]int{}, map[string][]int{} // the last of a name; by the number
	for k, name := range t.names {
		byName[name] = k
		if p := moodlePoints.FindStringSubmatch(name); p != nil {
			points[p[1]] = append(points[p[1]], k)
		}
	}
	beside := func(number, role string) (found []int) {
		list := wordsOf(role)
		for word := range list {
			if k, ok := byName[word+" "+number]; ok && t.free(k) {
				found = append(found, k)
			}
		}
		slices.SortFunc(found, func(a, b int) int {
			word := func(k int) string { return strings.TrimSuffix(t.names[k], " "+number) }
			return list[word(a)] - list[word(b)]
		})
		return found
	}
	for k, name := range t.names {
		m := response.FindStringSubmatch(name)
		if m == nil || !t.free(k) && !t.isQuestion(k) || t.free(k) && t.given {
			continue
		}
		score := points[m[1]]
		for _, s := range beside(m[1], "exam: score") {
			if t.isNumbers(s) {
				score = append(score, s)
			}
		}
		wording := beside(m[1], "exam: wording")
		if strings.HasPrefix(name, "answer") && len(score)+len(wording) == 0 {
			continue // "Answer 1" alone is the name of a question
		}
		t.decide(QuestionRole, claim{column: k, of: -1}, "a response, by its name")
		q := t.questions[k]
		if q.ID == "" {
			q.ID = "Q" + m[1]
		}
		q.Dash = true
		give := func(role Role, which []int, why string) {
			for i, w := range which {
				if i > 0 && role != PointsRole {
					role = Ignored
				}
				t.decide(role, claim{column: w, of: k}, why)
			}
		}
		give(WordingRole, wording[:min(1, len(wording))], "text of the question, by its name")
		keys := beside(m[1], "exam: key")
		give(KeyRole, keys[:min(1, len(keys))], "right answer, by its name")
		for _, s := range score {
			if t.free(s) && (q.Score < 0 || len(t.figures(q.Score)) == 0) {
				q.Score = s
			}
			t.decide(PointsRole, claim{column: s, of: k}, "points, by their name")
			if p := moodlePoints.FindStringSubmatch(t.names[s]); p != nil {
				q.Max, _, _ = Number(p[2])
			}
		}
		if top := beside(m[1], "exam: max"); len(top) > 0 {
			q.Max = t.highest(top[0])
			give(MaxRole, top[:1], "highest points, by their name")
		}
		for _, id := range []string{"question id ", "item id "} {
			if w, ok := byName[id+m[1]]; ok {
				t.decide(Ignored, claim{column: w, of: -1}, "named as something else")
			}
		}
	}
	return nil
}

// partners finds columns that are named after other columns: their points, and remarks on them.
// What is added to the name is a word or anything in brackets.
func (t *table) partners() []claim {
	for k := range t.names {
		if !t.free(k) || t.names[k] == "" {
			continue
		}
		of, word, bracket := t.partnerOf(k)
		if of < 0 {
			continue
		}
		values := t.isNumbers(k)
		ignore := func(k int, why string) { t.decide(Ignored, claim{column: k, of: -1}, why) }
		isRemark, isPoints := wordsOf("remark").has(word), wordsOf("points").has(word)
		switch {
		case !t.free(of) && !t.isQuestion(of):
			if bracket || isRemark || isPoints && values && t.Columns[of].Role != RespondentRole {
				ignore(k, "named after a column that is no question")
			}
		case isRemark, bracket && !values && word != "":
			ignore(k, "a remark on another column")
		case !values || t.profiles[k].kind == empty && !isPoints:
		case t.withoutPoints(k):
			ignore(k, "states no points")
			ignore(of, "a question without points")
		case bracket && !isPoints && t.profiles[of].kind == numbers:
		default:
			if t.given && !t.isQuestion(of) {
				continue
			}
			t.decide(QuestionRole, claim{column: of, of: -1}, "has a column of points named after it")
			t.setScore(of, k, t.statedMax(t.names[k]), "points, named after the question")
		}
	}
	return nil
}

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

// partnerOf returns the column that another is named after, -1 if there is none, with what is added
// to its name, and whether it is added in brackets.
func (t *table) partnerOf(k int) (of int, word string, bracket bool) {
	base, _ := splitMax(t.names[k])
	base, word = affix(base)
	if of, found := t.byName[base]; found && base != "" && of != k && t.names[of] != "" {
		return of, word, false
	}
	if base, word, bracket = bracketed(t.names[k]); bracket {
		if of, found := t.byName[base]; found && of != k && t.names[of] != "" {
			return of, word, true
		}
	}
	return -1, "", false
}

// withoutPoints reports whether all cells of a column state a maximum of 0, as in "-- / 0".
func (t *table) withoutPoints(k int) bool {
	filled := 0
	for _, row := range t.rows {
		if cell := strings.TrimSpace(At(row, k)); cell != "" {
			filled++
			if v, top, ok := Number(cell); !ok || !math.IsNaN(v) || top != 0 {
				return false
			}
		}
	}
	return filled > 0
}

// bracketed splits "name [word]" and "name (word)".
func bracketed(name string) (base, word string, ok bool) {
	i := strings.LastIndexAny(name, "[(")
	if i <= 0 || !strings.HasSuffix(name, ")") && !strings.HasSuffix(name, "]") {
		return "", "", false
	}
	return Normal(name[:i]), strings.Trim(name[i:], "[]() "), true
}

// affix splits a name such as "q1 score", "q1 [score]" or "points q1" into the base and the word,
// "" if it has none.
func affix(name string) (base, word string) {
	adds := func(word string) bool { return wordsOf("points").has(word) || wordsOf("remark").has(word) }
	trimmed := strings.TrimRight(name, ")]")
	if i := strings.LastIndexAny(trimmed, " [(:"); i > 0 {
		if word = trimmed[i+1:]; adds(word) {
			return strings.TrimRight(trimmed[:i], " [(:;.*#?!"), word
		}
	}
	for _, cut := range []string{" ", ": "} {
		word, base, found := strings.Cut(name, cut)
		if found && adds(word) {
			return strings.TrimSpace(base), word
		}
	}
	return "", ""
}

// placed matches the name of a question by its place.
var placed = regexp.MustCompile(`^(?:q|question|frage|aufgabe|item|pregunta|task|ex|exercise|no|nr)?` +
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
			t.setScore(qs[i], k, t.statedMax(t.names[k]), why)
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
			t.setScore(of, k, t.statedMax(t.names[k]), "points, named after the question")
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
		if len(same) < 2 || same[0] != k || t.names[k] == "" && !wordsOf("points").has(t.names[k]) {
			continue
		}
		fits := !slices.ContainsFunc(same, func(k int) bool {
			q := k - 1
			return !t.free(k) || !t.isNumbers(k) || t.profiles[k].numbers == 0 || q < 0 || t.names[q] == "" ||
				!t.free(q) && !t.isQuestion(q) || t.profiles[q].kind == empty || t.isNumbers(q) && t.profiles[q].kind == numbers
		})
		if !fits {
			continue
		}
		for _, k := range same {
			t.decide(QuestionRole, claim{column: k - 1, of: -1}, "has a column of points right of it")
			top := t.statedMax(t.names[k])
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
	if m := placed.FindStringSubmatch(base); m != nil && wordsOf("points").has(word) {
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
		name := t.names[k]
		words := nameWords(t.header[k])
		if t.isName(k, "max") || wordsOf("max").has(name) || wordsOf("long: max").any(words) {
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
