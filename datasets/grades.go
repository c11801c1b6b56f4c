package datasets

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// ReadGrades reads the grades that another rater or system gave to responses of the data sets, and
// keeps them by its name: see [Respondent].External. They are a table with the columns respondent,
// question and grade, and dataset if there are several data sets. A grade is in points of the
// question ([Dataset].Points), or from 0 to 1 where these are unknown, unless the row says in the
// cell ("3/5") or in the column "out of" what it is out of. Rows without a grade are skipped. Yes
// in the column example says that the system was shown the respondent's own grades
// ([Respondent].ShownTo).
//
// It is an error if a question is not in the data, if a response has two grades, or if nobody is in
// the data; a note names respondents who are not. Errors name the file and the line.
func ReadGrades(name, path string, sets ...*Dataset) error {
	const what = "grades: columns respondent, question and grade, and dataset for several data sets"
	needed := []string{respondentColumn, questionColumn, gradeColumn}
	if len(sets) > 1 {
		needed = append(needed, "dataset")
	}
	t, err := columns.OpenNamed(path, what, needed...)
	if err != nil {
		return err
	}
	r := gradeReader{Named: t, name: name, of: map[string]*gradedSet{}}
	for _, d := range sets {
		r.of[d.Name] = newGradedSet(d)
	}
	if len(sets) == 1 {
		r.of[""] = r.of[sets[0].Name]
	}
	if err := t.Each(r.row); err != nil {
		return err
	}
	for _, d := range sets {
		if err := r.finish(r.of[d.Name]); err != nil {
			return err
		}
	}
	return nil
}

// The columns of grades.
const (
	respondentColumn = "respondent"
	questionColumn   = "question"
	gradeColumn      = "grade"
)

type gradeReader struct {
	*columns.Named
	name string
	of   map[string]*gradedSet // by the name of the data set, "" for the only one
}

// gradedSet is a data set whose grades are read.
type gradedSet struct {
	*Dataset
	ids, texts []string          // of the questions
	number     map[string]int    // of a respondent, or foreign
	grades     map[int][]float64 // by respondent
	foreign    []string
	read       int
}

// foreign is the number of somebody who is not in the data.
const foreign = -1

func newGradedSet(d *Dataset) *gradedSet {
	d.Respondents = slices.Clone(d.Respondents)
	s := &gradedSet{Dataset: d, number: map[string]int{}, grades: map[int][]float64{}}
	s.ids, s.texts = d.QuestionNames()
	for i, r := range d.Respondents {
		s.number[r.ID] = i
	}
	return s
}

func (r *gradeReader) row(row sheet.Row) error {
	set := r.of[r.Cell(row, "dataset")]
	if set == nil {
		return nil
	}
	id := r.Cell(row, respondentColumn)
	i, known := set.number[id]
	if !known {
		i, set.number[id] = foreign, foreign
		set.foreign = append(set.foreign, id)
	}
	if i == foreign {
		return nil
	}
	p := &set.Respondents[i]
	if columns.Normal(r.Cell(row, "example")) == "yes" && !slices.Contains(p.ShownTo, r.name) {
		p.ShownTo = append(slices.Clip(p.ShownTo), r.name)
	}
	if columns.Missing(r.Cell(row, gradeColumn)) {
		return nil
	}
	j, err := r.Which(row, questionColumn, set.ids, set.texts)
	if err != nil {
		return err
	}
	grade, err := r.Grade(row, gradeColumn, set.MaxPoints(j))
	if err != nil {
		return err
	}
	if set.grades[i] == nil {
		set.grades[i] = slices.Repeat([]float64{math.NaN()}, len(set.ids))
	}
	if !math.IsNaN(set.grades[i][j]) {
		return r.Fault(row, fmt.Sprintf("respondent %s twice for question %s", text.Quote(id),
			text.Quote(set.ids[j])), "one grade for each response")
	}
	set.grades[i][j] = grade
	set.read++
	return nil
}

// finish keeps the grades of a data set.
func (r *gradeReader) finish(s *gradedSet) error {
	others := "grades of others than the respondents of " + s.Name + ": " + text.Some(s.foreign, 3)
	switch {
	case s.read == 0 && len(s.foreign) > 0:
		return r.Fault(sheet.Row{}, others, "grades of these")
	case s.read == 0:
		return r.Fault(sheet.Row{}, "no grades of "+s.Name, "some")
	case len(s.foreign) > 0:
		s.Notes = append(s.Notes, r.name+": no use for "+others)
	}
	for i, list := range s.grades {
		s.Respondents[i].SetExternal(r.name, list)
	}
	if all := len(s.Respondents) * len(s.ids); s.read < all {
		s.Notes = append(s.Notes, fmt.Sprintf("%s graded %d of %d answers", r.name, s.read, all))
	}
	return nil
}

// SetExternal sets the grades of a rater or system in [Respondent].External.
func (r *Respondent) SetExternal(name string, grades []float64) {
	if r.External = maps.Clone(r.External); r.External == nil {
		r.External = map[string][]float64{}
	}
	r.External[name] = grades
}
