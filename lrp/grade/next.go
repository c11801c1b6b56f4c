package grade

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/sheet"
	phrase "github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/internal/design"
)

// Agenda says which answers to grade next, and what that is worth.
type Agenda struct {
	Data  *datasets.Dataset // given to [Next]
	Items []Item            // first those that lower the error of the totals most
	// Now and After are the root mean squared errors of the unrated respondents' totals that the
	// model expects, before and after decisions on all items, in the user's units.
	Now, After float64
	// Notes say what was decided, Warnings what to beware of, one sentence each.
	Notes, Warnings []string

	result *Result // for units
	open   int     // answers of unrated respondents that have no points yet
}

// Item is a group of answers to a question that one decision grades.
type Item struct {
	Question int      // from 0
	Answer   string   // the most frequent wording
	Others   []string // the other wordings
	People   int      // how many unrated respondents gave one of them
	Expected float64  // the points that the model expects
	OutOf    float64  // what points are out of
}

// maxOthers bounds the characters of the other wordings of an item: a workbook's cell holds 32767.
// What is left out comes as an item of its own later.
const maxOthers = 30000

// Next returns up to n groups of answers whose grading lowers the expected error of the totals most
// ([auto.Fitted.Next]), given the ratings and points in the data and the decisions so far. It
// uses the texts of all respondents.
func Next(ctx context.Context, ds *datasets.Dataset, o Options, n int) (*Agenda, error) {
	o = o.withDefaults()
	d, err := newData(ds, o)
	if err != nil {
		return nil, err
	}
	o.Progress("comparing answers", 0, 0)
	corpus := design.NewCorpus(d.known, d.analyzer.Analyzer)
	all := corpus.Training(corpus.Everyone())
	m := o.auto().Model
	if m.Encoder, err = o.encode(ctx, ds); err != nil {
		return nil, err
	}
	m.Population = all.Responses
	p, err := m.Prepare(corpus.Questions)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ds.Name, err)
	}
	o.Progress("learning", 0, 0)
	f, err := p.Fit(corpus.Training(slices.DeleteFunc(corpus.Everyone(), func(i int) bool {
		return !learnedFrom(d.known.Respondents[i])
	})))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ds.Name, err)
	}
	o.Progress("comparing decisions", 0, 0)
	all.Scores = d.given
	groups := p.Groups(all)
	plan := f.Next(all, ds.Points, groups, n)
	a := &Agenda{Data: ds, result: newResult(ds, ds.Scale, ds.Points), Notes: d.languageNotes(),
		Warnings: slices.Concat(ds.Warnings, d.analyzer.Warnings), Now: plan.Error * ds.Scale.Span()}
	a.After = a.Now
	for _, x := range plan.Decisions {
		a.Items = append(a.Items, a.result.item(x))
		a.After = x.Error * ds.Scale.Span()
	}
	for _, g := range groups {
		a.open += g.People()
	}
	if err := m.Encoder.Err(); err != nil {
		return nil, err
	}
	return a, ctx.Err()
}

// item returns a decision in the user's units.
func (r *Result) item(d auto.Decision) Item {
	x := Item{Question: d.Question, OutOf: 1}
	if !r.equalShares {
		x.OutOf = r.Points[d.Question]
	}
	x.Expected = d.Grade * x.OutOf
	room := maxOthers
	line := func(d *text.Doc) string { return strings.Join(strings.Fields(d.Raw), " ") }
	for k, w := range d.Wordings {
		text := line(w)
		if k == 0 {
			x.Answer = strings.TrimSpace(w.Raw)
		} else if room -= len(text) + 1; room < 0 {
			break
		} else {
			x.Others = append(x.Others, text)
		}
		x.People += d.Counts[k]
	}
	return x
}

// answers returns how many answers decisions on all items grade.
func (a *Agenda) answers() (n int) {
	for _, x := range a.Items {
		n += x.People
	}
	return n
}

// String says in a few plain sentences what the decisions are worth.
func (a *Agenda) String() string {
	if len(a.Items) == 0 {
		return "There is nothing left to decide: every answer without points is empty, or its " +
			"respondent has a total."
	}
	n := len(a.Items)
	return fmt.Sprintf("%s %s %s of %d without points. By the model, totals are off by about %s%s now, "+
		"and by %s after %s (root mean square).", phrase.Count(n, "decision"),
		phrase.Plural(n, "grades", "grade"), phrase.Count(a.answers(), "answer"), a.open,
		numbers.Figure(a.Now, 2), a.result.outOf(), numbers.Figure(a.After, 2),
		phrase.Plural(n, "this decision", "these decisions"))
}

// Write writes a sheet with a row for each item and an empty column for points, which
// [ReadDecisions] reads once it is filled in, in the form that the extension of name stands for.
// The texts of questions and their accepted answers have columns if there are any. The other
// wordings are listed one to a line.
func (a *Agenda) Write(w io.Writer, name string) error {
	head := []any{questionColumn, "question text", "accepted answers", answerColumn, othersColumn,
		"people", "expected", outOfColumn, pointsColumn}
	rows, filled := [][]any{head}, map[int]bool{1: false, 2: false}
	for _, x := range a.Items {
		q := a.Data.Questions[x.Question]
		rows = append(rows, []any{q.ID, textOf(q), strings.Join(q.Key, " | "), x.Answer,
			strings.Join(x.Others, "\n"), x.People, math.Round(100*x.Expected) / 100, x.OutOf, nil})
		filled[1], filled[2] = filled[1] || textOf(q) != "", filled[2] || len(q.Key) > 0
	}
	for _, column := range []int{2, 1} {
		for i := range rows {
			if !filled[column] {
				rows[i] = slices.Delete(rows[i], column, column+1)
			}
		}
	}
	n := len(rows[0])
	return writeRows(w, name, sheet.Page{Name: "next", Rows: rows, Points: n, OutOf: n - 1})
}
