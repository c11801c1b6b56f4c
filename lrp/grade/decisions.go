package grade

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/auto"
)

// Decision is a score that somebody gave to all answers of a group.
type Decision struct {
	question int // from 0
	// wordings are the answers of the group. Neither case nor white space matters.
	wordings []string
	score    float64 // from 0 to 1
}

// The columns of a sheet of decisions.
const (
	questionColumn = "question"
	answerColumn   = "answer"
	othersColumn   = "other wordings"
	outOfColumn    = "out of"
	pointsColumn   = "points"
)

// ReadDecisions reads the decisions in sheets that [Agenda.Write] wrote and somebody filled in.
// Rows without points are skipped. Points are out of what their row says, or the question's maximum
// in the data, or 1. An error names the file and the line.
func ReadDecisions(ds *datasets.Dataset, paths ...string) ([]Decision, error) {
	d := &decisionReader{ds: ds, made: map[wording]made{}}
	for _, r := range ds.Respondents {
		for j, answer := range r.Responses {
			d.made[wording{j, auto.Wording(answer)}] = made{}
		}
	}
	for _, path := range paths {
		if err := d.readFile(path); err != nil {
			return nil, err
		}
	}
	return d.list, nil
}

// wording is what equal answers to a question have in common.
type wording struct {
	question int
	text     string
}

// made is the decision on an answer with its place, "" if there is none yet.
type made struct {
	score float64
	place string
}

type decisionReader struct {
	*columns.Named
	ds   *datasets.Dataset
	made map[wording]made // by all answers
	list []Decision
	path string
}

func (d *decisionReader) readFile(path string) (err error) {
	d.path = path
	d.Named, err = columns.OpenNamed(path, "a sheet of decisions, as lrp next writes it", questionColumn,
		answerColumn, pointsColumn)
	if err != nil {
		return err
	}
	return d.Each(d.readRow)
}

func (d *decisionReader) readRow(row sheet.Row) error {
	if columns.Missing(d.Cell(row, pointsColumn)) {
		return nil
	}
	ids, texts := d.ds.QuestionNames()
	j, err := d.Which(row, questionColumn, ids, texts)
	if err != nil {
		return err
	}
	x := Decision{question: j}
	if x.score, err = d.Grade(row, pointsColumn, d.ds.MaxPoints(j)); err != nil {
		return err
	}
	for k, answer := range append([]string{d.Cell(row, answerColumn)},
		strings.Split(d.Cell(row, othersColumn), "\n")...) {
		w := wording{j, auto.Wording(answer)}
		before, given := d.made[w]
		switch {
		case w.text == "" && k > 0:
			continue
		case w.text == "" || !given:
			return d.Fault(row, "the answer "+text.Quote(answer)+" to question "+
				text.Quote(d.ds.Questions[j].ID), "one that somebody gave in "+d.source())
		case before.place != "" && before.score != x.score:
			return d.Fault(row, "other points for the answer "+text.Quote(answer)+" than in "+
				before.place, "one decision for an answer")
		case before.place != "":
			continue
		}
		d.made[w] = made{x.score, fmt.Sprintf("%s:%d", d.path, row.Number)}
		x.wordings = append(x.wordings, answer)
	}
	if len(x.wordings) > 0 {
		d.list = append(d.list, x)
	}
	return nil
}

// source is what the answers are in.
func (d *decisionReader) source() string {
	if d.ds.Table != nil {
		return d.ds.Table.File
	}
	return d.ds.Name
}

// scores are the scores of the respondents' answers: all of them, and those that are learned from.
type scores struct {
	given, learned [][]float64 // by respondent; nil for one without any
	answers        int         // to which decisions gave a score
}

// decided returns the scores in the data and those of decisions, which are for unrated respondents.
// Scores in the data stay. Of all respondents who gave the same answer, only one counts for what is
// learned from a decision: the others tell nothing more, and respondents all of whose answers
// happen to be decided are not a random sample from which to learn totals.
func decided(ds *datasets.Dataset, list []Decision) scores {
	s := scores{make([][]float64, len(ds.Respondents)), make([][]float64, len(ds.Respondents)), 0}
	of := map[wording]*Decision{}
	for k := range list {
		for _, answer := range list[k].wordings {
			of[wording{list[k].question, auto.Wording(answer)}] = &list[k]
		}
	}
	unknown := slices.Repeat([]float64{math.NaN()}, len(ds.Questions))
	set := func(scores [][]float64, i, j int, score float64) {
		if scores[i] == nil {
			scores[i] = slices.Clone(unknown)
		}
		scores[i][j] = score
	}
	told := map[*Decision]bool{}
	for i, r := range ds.Respondents {
		s.given[i], s.learned[i] = slices.Clone(r.Scores), slices.Clone(r.Scores)
		for j, answer := range r.Responses {
			x := of[wording{j, auto.Wording(answer)}]
			if x == nil || r.Rated() || r.Scores != nil && !math.IsNaN(r.Scores[j]) {
				continue
			}
			set(s.given, i, j, x.score)
			s.answers++
			if !told[x] && auto.Wording(answer) == auto.Wording(x.wordings[0]) {
				set(s.learned, i, j, x.score)
				told[x] = true
			}
		}
	}
	return s
}
