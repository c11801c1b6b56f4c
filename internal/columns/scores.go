package columns

import (
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
	wordings     = []string{"question", "frage", "pregunta", "question text"}
	rightAnswers = []string{"right answer", "richtige antwort", "bonne reponse", "respuesta correcta",
		"correct answer", "model answer"}
	possible = []string{"possible points", "points possible", "max points", "maximum points", "max score"}
	// scored are names of points, those given by a person first.
	scored = []string{"manual score", "score", "points", "grade", "mark", "auto score", "punkte"}
)

// families finds the columns of reports that have several for each question, with its number at the
// end: "Response 1", with the text in "Question 1", the key in "Right answer 1" and the points in
// "Q. 1 /2.00" or "Score 1".
func (f *finder) families() {
	byName, points := map[string]int{}, map[string][]int{} // the last of a name; by the number
	for k, name := range f.names {
		byName[name] = k
		if p := moodlePoints.FindStringSubmatch(name); p != nil {
			points[p[1]] = append(points[p[1]], k)
		}
	}
	beside := func(number string, words []string) (found []int) {
		for _, word := range words {
			if k, ok := byName[word+" "+number]; ok && !f.taken[k] {
				found = append(found, k)
			}
		}
		return found
	}
	for k, name := range f.names {
		m := response.FindStringSubmatch(name)
		if m == nil || f.taken[k] && !f.forced[k] || !f.forced[k] && f.given {
			continue
		}
		score := points[m[1]]
		for _, s := range beside(m[1], scored) {
			if f.isNumbers(s) {
				score = append(score, s)
			}
		}
		wording := beside(m[1], wordings)
		if strings.HasPrefix(name, "answer") && len(score)+len(wording) == 0 {
			continue // "Answer 1" alone is the name of a question
		}
		switch {
		case !f.forced[k]:
			f.add(k)
		case !f.isQuestion(k): // it is named as another column
			continue
		}
		q := &f.Layout.Questions[f.questionOf[k]]
		if q.ID == "" {
			q.ID = "Q" + m[1]
		}
		q.Dash = true
		q.Wording, q.Key = f.use(wording), f.use(beside(m[1], rightAnswers))
		for _, s := range score {
			if f.taken[s] {
				continue
			}
			if q.Score < 0 || len(f.figures(q.Score)) == 0 {
				q.Score = s
			}
			f.taken[s] = true
			if p := moodlePoints.FindStringSubmatch(f.names[s]); p != nil {
				q.Max, _, _ = Number(p[2])
			}
		}
		if k := f.use(beside(m[1], possible)); k >= 0 {
			q.Max = f.highest(k)
		}
		for _, k := range beside(m[1], []string{"question id", "item id"}) {
			f.ignore(k)
		}
	}
}

// use takes the first of some columns, -1 if there is none.
func (f *finder) use(which []int) int {
	if len(which) == 0 {
		return -1
	}
	f.taken[which[0]] = true
	return which[0]
}

func (f *finder) highest(k int) float64 {
	top := 0.0
	for _, v := range f.figures(k) {
		if v > top {
			top = v
		}
	}
	return top
}

// scores finds the columns of points and remarks that are named after other columns: by a word, or
// by anything in brackets.
func (f *finder) scores() {
	for k, name := range f.names {
		if f.taken[k] {
			continue
		}
		base, top := splitMax(name)
		base, word := affix(base)
		of, found := f.byName[base]
		bracket := false
		if !found || base == "" {
			if base, word, bracket = bracketed(f.names[k]); !bracket {
				continue
			}
			of, found = f.byName[base]
			top = 0
		}
		if !found || of == k || f.names[of] == "" {
			continue
		}
		values := f.mostlyNumbers(k)
		switch {
		case f.taken[of] && !f.isQuestion(of):
			if bracket || remarkWords[word] || pointWords[word] && values {
				f.ignore(k)
			}
		case remarkWords[word], bracket && !values && word != "":
			f.ignore(k)
		case contentOf(f.rows, k) == texts && !values:
		case values && f.withoutPoints(k):
			f.ignore(k)
			f.ignore(of)
		default:
			f.setScore(of, k, top)
		}
	}
}

// setScore makes a column the points of a question.
func (f *finder) setScore(of, k int, top float64) {
	if !f.isQuestion(of) {
		if f.given {
			return
		}
		f.add(of)
	}
	q := &f.Layout.Questions[f.questionOf[of]]
	f.taken[k] = true
	q.Score, q.Max = k, top
}

// withoutPoints reports whether all cells of a column state a maximum of 0, as in "-- / 0".
func (f *finder) withoutPoints(k int) bool {
	filled := 0
	for _, row := range f.rows {
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
	trimmed := strings.TrimRight(name, ")]")
	if i := strings.LastIndexAny(trimmed, " [(:"); i > 0 {
		if word = trimmed[i+1:]; pointWords[word] || remarkWords[word] {
			return strings.TrimRight(trimmed[:i], " [(:;.*#?!"), word
		}
	}
	for _, cut := range []string{" ", ": "} {
		word, base, found := strings.Cut(name, cut)
		if found && (pointWords[word] || remarkWords[word]) {
			return strings.TrimSpace(base), word
		}
	}
	return "", ""
}

// placed matches the name of a question by its place.
var placed = regexp.MustCompile(`^(?:q|question|frage|aufgabe|item|pregunta|task|ex|exercise|no|nr)?` +
	`[ .]?([0-9]+)$`)

// points finds the columns of points that are named by the place of a question, as "Q1 score", or
// stand right of it: named "Points" alone, or by the maximum.
func (f *finder) points() {
	qs := f.Layout.Questions
	if !f.given {
		slices.SortFunc(qs, func(a, b Question) int { return a.Column - b.Column })
		for i, q := range qs {
			f.questionOf[q.Column] = i
		}
	}
	back, beside := map[int]bool{}, map[int]float64{}
	for _, k := range f.Ignored {
		if f.left[k] || !f.isNumbers(k) && f.names[k] != "" {
			continue
		}
		name, top := splitMax(f.names[k])
		base, word := affix(name)
		if m := placed.FindStringSubmatch(base); m != nil && pointWords[word] {
			if i, _ := strconv.Atoi(m[1]); i >= 1 && i <= len(qs) && qs[i-1].Score < 0 {
				back[k] = true
				qs[i-1].Score, qs[i-1].Max = k, top
			}
			continue
		}
		i, right := f.questionOf[k-1]
		v, _, number := f.Numbers.Number(f.header[k])
		switch {
		case !right || qs[i].Score >= 0 || !f.isNumbers(k):
		case pointWords[name]:
			beside[k] = top
		case number && v > 0 && f.highest(k) <= v:
			beside[k] = v
		}
	}
	for k, top := range beside {
		if len(beside) > 1 || len(qs) == 1 {
			back[k] = true
			q := &qs[f.questionOf[k-1]]
			q.Score, q.Max = k, top
		}
	}
	f.Ignored = slices.DeleteFunc(f.Ignored, func(k int) bool { return back[k] })
}
