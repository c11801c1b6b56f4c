package datasets_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// truth is what the people in a table answered and how they were rated.
type truth struct {
	responses [][]string // "" is no answer
	totals    []float64  // NaN: not rated
	// max is the highest attainable total. With 0, the table does not say it, and all ratings in
	// the same proportions are right.
	max      float64
	hasKey   bool
	key      []string // of each question; may be nil where hasKey is true
	optional []int    // people who may be left out, such as those who were absent
}

// How a table was read. Of several faults the first of this list names the table.
const (
	right           = "right"
	loud            = "loud" // refused with an error, or nobody is rated, which 'lrp grade' refuses
	wrongRating     = "wrong rating"
	extraPerson     = "extra person"
	missingPerson   = "missing person"
	missingQuestion = "missing question"
	extraQuestion   = "extra question"
	wrongAnswer     = "wrong answer"
	wrongKey        = "wrong key"
)

var verdicts = []string{right, loud, wrongRating, extraPerson, missingPerson, missingQuestion,
	extraQuestion, wrongAnswer, wrongKey}

// fault is a way in which a table was read wrongly.
type fault struct{ kind, detail string }

// judge says how a table was read, and all that is wrong.
func (w *truth) judge(d *datasets.Dataset, err error) (kind, detail string) {
	if err != nil {
		return loud, err.Error()
	}
	if !slices.ContainsFunc(d.Respondents, func(r datasets.Respondent) bool { return r.Rated() }) {
		return loud, "nobody is rated: " + d.Table.NotRated
	}
	person, faults := w.align(d)
	faults = append(faults, w.questions(d, person)...)
	if found := w.ratings(d, person); found != "" {
		faults = append(faults, fault{wrongRating, found})
	}
	if d.HasKey() != w.hasKey || w.key != nil && !slices.EqualFunc(d.Questions, w.key,
		func(q datasets.Question, answer string) bool { return slices.Equal(q.Key, []string{answer}) }) {
		faults = append(faults, fault{wrongKey, fmt.Sprintf("%v", keys(d))})
	}
	if len(faults) == 0 {
		return right, ""
	}
	slices.SortStableFunc(faults, func(a, b fault) int {
		return slices.Index(verdicts, a.kind) - slices.Index(verdicts, b.kind)
	})
	detail = faults[0].detail
	for _, f := range faults[1:] {
		detail += "; " + f.kind + ": " + f.detail
	}
	return faults[0].kind, detail
}

func keys(d *datasets.Dataset) (all [][]string) {
	for _, q := range d.Questions {
		all = append(all, q.Key)
	}
	return all
}

// align finds the respondent who is each person of the truth, or -1. As many respondents as people
// are in the same order. Otherwise the next one who gave all answers of a person is that person.
func (w *truth) align(d *datasets.Dataset) (person []int, faults []fault) {
	person = make([]int, len(w.responses))
	if len(d.Respondents) == len(person) {
		for i := range person {
			person[i] = i
		}
		return person, nil
	}
	for i := range person {
		person[i] = -1
	}
	next := 0
	var extra, missing []string
	for i := range d.Respondents {
		r := &d.Respondents[i]
		found := slices.IndexFunc(w.responses[next:],
			func(answers []string) bool { return within(answers, r.Responses) })
		if found < 0 {
			extra = append(extra, fmt.Sprintf("%s %.40q", r.ID, r.Responses))
			continue
		}
		person[next+found], next = i, next+found+1
	}
	for i, at := range person {
		if at < 0 && !slices.Contains(w.optional, i) {
			missing = append(missing, fmt.Sprintf("%d %.40q", i+1, w.responses[i]))
		}
	}
	if len(extra) > 0 {
		faults = append(faults, fault{extraPerson, few(extra)})
	}
	if len(missing) > 0 {
		faults = append(faults, fault{missingPerson, few(missing)})
	}
	return person, faults
}

// within reports whether the responses hold all answers of a person, in order.
func within(answers, responses []string) bool {
	if len(answers) == len(responses) {
		return slices.Equal(answers, responses)
	}
	i := 0
	filled := slices.DeleteFunc(slices.Clone(answers), func(a string) bool { return a == "" })
	for _, r := range responses {
		if i < len(filled) && r == filled[i] {
			i++
		}
	}
	return i == len(filled) && i > 0
}

// questions says which questions are too many, which are missing, and which answers are others.
func (w *truth) questions(d *datasets.Dataset, person []int) []fault {
	column := func(of func(i int) string) string {
		var cells []string
		for i, at := range person {
			if at >= 0 {
				cells = append(cells, of(i))
			}
		}
		return strings.Join(cells, "\n")
	}
	got := make([]string, len(d.Questions))
	for q := range got {
		got[q] = column(func(i int) string { return d.Respondents[person[i]].Responses[q] })
	}
	var extra, missing []string
	var order []int
	taken := make([]bool, len(got))
	for q := range w.responses[0] {
		want := column(func(i int) string { return w.responses[i][q] })
		at := slices.IndexFunc(got, func(c string) bool { return c == want })
		if at < 0 || taken[at] {
			missing = append(missing, fmt.Sprintf("%d %.60q", q+1, want))
			continue
		}
		taken[at], order = true, append(order, at)
	}
	for q, found := range taken {
		if !found {
			extra = append(extra, fmt.Sprintf("%q %.60q", d.Questions[q].ID, got[q]))
		}
	}
	switch {
	case len(extra) > 0 && len(extra) == len(missing):
		return []fault{{wrongAnswer, few(extra) + ", expected " + few(missing)}}
	case len(extra)+len(missing) == 0 && !slices.IsSorted(order):
		return []fault{{wrongAnswer, fmt.Sprintf("questions in the order %v", order)}}
	}
	var faults []fault
	if len(missing) > 0 {
		faults = append(faults, fault{missingQuestion, few(missing)})
	}
	if len(extra) > 0 {
		faults = append(faults, fault{extraQuestion, few(extra)})
	}
	return faults
}

// ratings says whose rating is wrong.
func (w *truth) ratings(d *datasets.Dataset, person []int) string {
	top, best := w.max, highestAt(w.totals)
	if top == 0 && person[best] >= 0 {
		top = w.totals[best] / d.Respondents[person[best]].Rating
	}
	if math.IsNaN(top) || math.IsInf(top, 0) {
		top = w.totals[best]
	}
	var wrong []string
	for i, at := range person {
		if at < 0 {
			continue
		}
		r := &d.Respondents[at]
		if want := w.totals[i] / top; !(math.Abs(r.Rating-want) < 1e-6) &&
			(r.Rated() || !math.IsNaN(w.totals[i])) {
			wrong = append(wrong, fmt.Sprintf("%s %.4g, expected %v of %.4g", r.ID, r.Rating,
				w.totals[i], top))
		}
	}
	return few(wrong)
}

// highestAt returns the place of the highest total.
func highestAt(totals []float64) int {
	best := 0
	for i, v := range totals {
		if v > totals[best] || math.IsNaN(totals[best]) {
			best = i
		}
	}
	return best
}

// few returns the first items of a list, and how many follow.
func few(all []string) string {
	s := strings.Join(all[:min(2, len(all))], ", ")
	if n := len(all) - 2; n > 0 {
		s += fmt.Sprintf(" and %d more", n)
	}
	return s
}

// TestJudge tells apart the ways to read a table wrongly.
func TestJudge(t *testing.T) {
	nan := math.NaN()
	w := &truth{responses: [][]string{{"salt", "sugar"}, {"ice", ""}, {"", "snow"}},
		totals: []float64{4, nan, 1}, max: 5}
	person := func(rating float64, responses ...string) datasets.Respondent {
		return datasets.Respondent{ID: "x", Rating: rating, Responses: responses}
	}
	a, b, c := person(0.8, "salt", "sugar"), person(nan, "ice", ""), person(0.2, "", "snow")
	for _, x := range []struct {
		want   string
		people []datasets.Respondent
	}{
		{right, []datasets.Respondent{a, b, c}},
		{loud, []datasets.Respondent{person(nan, "salt", "sugar"), b, person(nan, "", "snow")}},
		{wrongRating, []datasets.Respondent{a, person(0, "ice", ""), c}},
		{wrongRating, []datasets.Respondent{person(1, "salt", "sugar"), b, person(0.25, "", "snow")}},
		{wrongRating, []datasets.Respondent{a, b, person(nan, "", "snow")}},
		{extraPerson, []datasets.Respondent{person(1, "2", "3"), a, b, c}},
		{missingPerson, []datasets.Respondent{a, b}},
		{missingQuestion, []datasets.Respondent{person(0.8, "salt"), person(nan, "ice"),
			person(0.2, "")}},
		{extraQuestion, []datasets.Respondent{person(0.8, "salt", "sugar", "7a"),
			person(nan, "ice", "", "7b"), person(0.2, "", "snow", "7c")}},
		{wrongAnswer, []datasets.Respondent{person(0.8, "sugar", "salt"), person(nan, "", "ice"),
			person(0.2, "snow", "")}},
		{wrongAnswer, []datasets.Respondent{a, person(nan, "NA", ""), c}},
	} {
		d := &datasets.Dataset{Table: &datasets.TableInfo{}, Respondents: x.people,
			Questions: make([]datasets.Question, len(x.people[0].Responses))}
		if kind, detail := w.judge(d, nil); kind != x.want {
			t.Errorf("%v: %s (%s), expected %s", x.people, kind, detail, x.want)
		}
	}
	d := &datasets.Dataset{Respondents: []datasets.Respondent{a, b, c}, Questions: []datasets.Question{
		{ID: "1", Key: []string{"salt"}}, {ID: "2"}}}
	if kind, _ := w.judge(d, nil); kind != wrongKey {
		t.Errorf("a key that is none: %s", kind)
	}
}
