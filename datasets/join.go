package datasets

import (
	"fmt"
	"maps"
	"slices"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// Join adds the respondents of the data set test to those of train. Both must have the same
// questions, which are matched by their identifiers or texts. The attribute of each respondent is
// set to train or test. Ratings are on the scale of train; those of test must be on the same scale,
// or have the same units. An identifier that both have gets " (test)" appended in test.
func Join(train, test *Dataset, attribute string) (*Dataset, error) {
	name := test.Name
	if test.Table != nil {
		name = test.Table.File
	}
	questions, err := sameQuestions(train, test, name)
	if err != nil {
		return nil, err
	}
	d := *train
	used := map[string]int{}
	again := 0
	d.Table, d.Warnings = nil, slices.Clone(train.Warnings)
	d.Respondents, d.Notes = make([]Respondent, 0, len(train.Respondents)+len(test.Respondents)), nil
	for _, r := range train.Respondents {
		used[r.ID]++
		d.Respondents = append(d.Respondents, r.withAttribute(attribute, "train"))
	}
	for _, r := range test.Respondents {
		r = r.withAttribute(attribute, "test")
		if used[r.ID] > 0 {
			r.ID, again = unused(r.ID+" (test)", used), again+1
		}
		if r.Rated() && train.Scale != test.Scale {
			value := test.Scale.Value(r.Rating)
			r.Rating = train.Scale.Rating(value)
			if train.Scale.Unit() != test.Scale.Unit() || !(r.Rating >= 0 && r.Rating <= 1) {
				return nil, files.New(name, 0, fmt.Sprintf("rating %s of respondent %s", figure(value),
					text.Quote(r.ID)), fmt.Sprintf("one on the scale of %s, on which %s; give the ends "+
					"of the scale with --min and --max, or --rating fraction", train.Name, train.Scale))
			}
		}
		r.Responses = inOrder(r.Responses, questions)
		r.Scores, r.Judgements = inOrder(r.Scores, questions), inOrder(r.Judgements, questions)
		r.External = maps.Clone(r.External)
		for name, grades := range r.External {
			r.External[name] = inOrder(grades, questions)
		}
		d.Respondents = append(d.Respondents, r)
	}
	if again > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%s of %s %s the identifier of somebody to learn "+
			"from, and \" (test)\" after it in this report: if they are the same people, errors are too low",
			text.Count(again, "respondent"), name, text.Plural(again, "has", "have")))
	}
	return &d, nil
}

// withAttribute returns the respondent with another attribute.
func (r Respondent) withAttribute(name, value string) Respondent {
	r.Attributes = maps.Clone(r.Attributes)
	if r.Attributes == nil {
		r.Attributes = map[string]string{}
	}
	r.Attributes[name] = value
	return r
}

// inOrder returns the elements of a list at the given places, nil for an empty list.
func inOrder[T any](list []T, places []int) []T {
	if len(list) == 0 {
		return nil
	}
	return numbers.Map(places, func(k int) T { return list[k] })
}

// sameQuestions returns the places of the first data set's questions in the other, which must give
// the same points for them.
func sameQuestions(train, test *Dataset, name string) ([]int, error) {
	places := make([]int, len(train.Questions))
	ids, _ := test.QuestionNames()
	for i, q := range train.Questions {
		k := slices.Index(ids, q.ID)
		if k < 0 {
			k = slices.IndexFunc(test.Questions, func(x Question) bool {
				return columns.Normal(x.ID) == columns.Normal(q.ID) ||
					q.Text != "" && columns.Normal(x.Text) == columns.Normal(q.Text)
			})
		}
		if k < 0 || slices.Contains(places[:i], k) {
			return nil, files.New(name, 0, "no question "+text.Quote(q.ID)+", which "+train.Name+
				" has", "the same questions; there are "+columns.ListColumns(ids, named(ids, 0)))
		}
		if train.Points != nil && test.Points != nil && train.Points[i] != test.Points[k] {
			return nil, files.New(name, 0, fmt.Sprintf("%s points for question %s",
				figure(test.Points[k]), text.Quote(q.ID)), fmt.Sprintf("%s as in %s (--score-max)",
				figure(train.Points[i]), train.Name))
		}
		places[i] = k
	}
	return places, nil
}
