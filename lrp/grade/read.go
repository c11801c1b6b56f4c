package grade

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Read reads the responses to a model's questions, which become those of the data set, from a
// table. Columns belong to the questions that they name. If there are as many, they belong to the
// questions in order where no name fits, or where o.Questions gives their numbers, as "#3". In long
// form some questions may have no response. What was decided is in the notes and warnings of the
// data set or, as a [*datasets.NotedError], of the error. If only columns of questions are missing,
// the data set comes with the error; its Table.Questions then has "" for them.
func Read(
	in io.Reader, name string, questions []datasets.Question, o datasets.TableOptions,
) (*datasets.Dataset, error) {
	o.Expected, o.Key = questions, ""
	ds, err := datasets.ReadTable(in, name, o, datasets.Options{Raw: true})
	if err != nil {
		return nil, err
	}
	of, err := match(ds, questions, o.Questions)
	if err != nil {
		return ds, datasets.WithNotes(err, ds.Notes)
	}
	all, rows := ds.Respondents, ds.Table.Rows
	ds.Respondents, ds.Table.Rows = nil, nil
	for i, r := range all {
		texts := make([]string, len(of))
		for j, k := range of {
			texts[j] = strings.TrimSpace(columns.At(r.Responses, k))
		}
		other := !ds.Table.Wide && strings.Join(texts, "") == "" && strings.Join(r.Responses, "") != ""
		if r.Responses = texts; !other {
			ds.Respondents, ds.Table.Rows = append(ds.Respondents, r), append(ds.Table.Rows, rows[i])
		}
	}
	if others := len(all) - len(ds.Respondents); others > 0 {
		ds.Notes = append(ds.Notes, text.Count(others, "respondent")+" with answers to other "+
			"questions alone left out")
	}
	ds.Questions = questions
	return ds, nil
}

// match returns where a data set has the questions, -1 for one that is missing, and puts the names
// of the columns into their order. Options may have named the columns.
func match(ds *datasets.Dataset, questions []datasets.Question, named []string) ([]int, error) {
	var known []columns.Known
	for _, q := range questions {
		known = append(known, columns.Known{ID: q.ID, Text: q.Text})
	}
	l := &columns.Layout{}
	for j, q := range ds.Questions {
		name := q.ID
		if ds.Table.Wide {
			name = ds.Table.Questions[j]
		}
		l.Header = append(l.Header, name)
		l.Questions = append(l.Questions, columns.Question{Column: j, ID: q.ID, Text: q.Text,
			Numbered: q.Text != "" && columns.Normal(q.Text) == columns.Normal(name)})
	}
	of, missing, inOrder := l.Match(known)
	if ds.Table.Wide && byNumber(named) && len(named) == len(known) && len(l.Header) == len(known) {
		for j, k := range of {
			if k >= 0 && k != j && !inOrder {
				ds.Warnings = append(ds.Warnings, fmt.Sprintf("column %s is taken for question %s, "+
					"although it is named as question %s",
					text.Quote(l.Header[k]), text.Quote(questions[k].ID), text.Quote(questions[j].ID)))
			}
			of[j] = j
		}
		missing, inOrder = 0, false
	}
	if ds.Table.Wide {
		ds.Table.Questions = make([]string, len(of))
		for j, k := range of {
			ds.Table.Questions[j] = columns.At(l.Header, k)
		}
	}
	switch {
	case missing == len(known) || missing > 0 && ds.Table.Wide:
		return nil, noColumns(ds, l.Header, known, of)
	case missing > 0:
		ds.Notes = append(ds.Notes, fmt.Sprintf("%d of the model's %s have no response", missing,
			text.Count(len(known), "question")))
	case inOrder:
		ds.Warnings = append(ds.Warnings, "the questions have other names than the model's: they are "+
			"matched in order, "+ds.Questions[0].ID+" to "+questions[0].ID+" and so on")
	}
	if left := without(len(l.Header), of); len(left) > 0 {
		ds.Notes = append(ds.Notes, "left out, since the model does not have these questions: "+
			columns.ListColumns(l.Header, left))
	}
	return of, nil
}

// byNumber reports whether options name all columns by their numbers.
func byNumber(named []string) bool {
	return !slices.ContainsFunc(named, func(name string) bool { return !strings.HasPrefix(name, "#") })
}

// without returns the numbers below n that are not in a list.
func without(n int, list []int) (left []int) {
	for k := range n {
		if !slices.Contains(list, k) {
			left = append(left, k)
		}
	}
	return left
}

// noColumns is the error for data that lack questions of the model.
func noColumns(ds *datasets.Dataset, header []string, known []columns.Known, of []int) error {
	var missing []string
	for j, k := range known {
		if of[j] < 0 {
			missing = append(missing, k.ID)
		}
	}
	found, expected := "no column named ", "one for each question of the model, named by its identifier "+
		"or text: rename the columns in that row"
	if !ds.Table.Wide {
		found, expected = "none of the model's questions ", "at least one in the column of questions"
	}
	found += columns.ListColumns(missing, without(len(missing), nil)) + "; the questions here are " +
		columns.ListColumns(header, without(len(header), nil))
	return files.New(ds.Table.File, ds.Table.Header, found, expected)
}
