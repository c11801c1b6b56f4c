package columns

import (
	"cmp"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// The columns that an examination program writes for each question, with its number at the end.
var (
	response     = text.Pattern(`^(?:response|answer|antwort|reponse|respuesta) ([0-9]+)$`)
	moodlePoints = text.Pattern(`^[qfp]\.? ?([0-9]+) ?/ ?([0-9]+(?:[.,][0-9]+)?)$`)
)

// families finds the columns of reports that have several for each question, with its number at the
// end: "Response 1", with the text in "Question 1", the key in "Right answer 1" and the points in
// "Q. 1 /2.00" or "Score 1".
func (t *table) families() (found []claim) {
	byName, points := map[string]int{}, map[string][]int{} // the last of a name; by the number
	for k, name := range t.names {
		byName[name] = k
		if p := moodlePoints().FindStringSubmatch(name); p != nil {
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
		m := response().FindStringSubmatch(name)
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
		q.ID = cmp.Or(q.ID, "Q"+m[1])
		q.Dash = true
		give := func(role Role, which []int, why string) { // the first of them
			if len(which) > 0 {
				t.decide(role, claim{column: which[0], of: k}, why)
			}
		}
		give(WordingRole, wording, "text of the question, by its name")
		give(KeyRole, beside(m[1], "exam: key"), "right answer, by its name")
		for _, s := range score {
			if t.free(s) && (q.Score < 0 || len(t.figures(q.Score)) == 0) {
				q.Score = s
			}
			t.decide(PointsRole, claim{column: s, of: k}, "points, by their name")
			if p := moodlePoints().FindStringSubmatch(t.names[s]); p != nil {
				q.Max, _, _ = Number(p[2])
			}
		}
		if top := beside(m[1], "exam: max"); len(top) > 0 {
			q.Max = t.highest(top[0])
			give(MaxRole, top, "highest points, by their name")
		}
		for _, id := range []string{"question id ", "item id "} {
			if w, ok := byName[id+m[1]]; ok {
				t.decide(Ignored, claim{column: w, of: -1}, "named as something else")
			}
		}
	}
	return nil
}
