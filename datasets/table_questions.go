package datasets

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// setQuestions sets the questions with their texts, key and points.
func (w *wideReader) setQuestions() error {
	d := w.d
	d.Table.Wide = true
	d.Points = make([]float64, len(w.Questions))
	for i, q := range w.Questions {
		out := Question{ID: rawText(q.ID), Text: w.opts.text(q.Text)}
		if text := w.opts.text(columns.At(w.texts, q.Column)); text != "" && text != out.ID {
			out.Text = text
		}
		if text, same := w.constant(q.Wording); same {
			out.Text = w.opts.text(withoutMarkup(text))
		}
		if answer, same := w.constant(q.Key); same {
			out.Key = alternatives(withoutMarkup(answer), w.opts)
		}
		d.Questions = append(d.Questions, out)
		d.Points[i] = math.NaN()
		if q.Max > 0 {
			d.Points[i] = q.Max
		}
		d.Table.Questions = append(d.Table.Questions, w.Header[q.Column])
	}
	if err := w.useKey(); err != nil {
		return err
	}
	for i, q := range w.Questions {
		if w.answers != nil {
			if list := alternatives(columns.At(w.answers, q.Column), w.opts); list != nil {
				d.Questions[i].Key = list
			}
		}
		for _, k := range []int{q.Column, q.Score} {
			cell := columns.At(w.points, k)
			if columns.Missing(cell) {
				continue
			}
			v, _, ok := columns.Number(cell)
			if !ok || v <= 0 {
				return w.fault(d.Table.Points, "points "+text.Quote(cell)+" in column "+
					text.Quote(w.Header[k]), "a number above 0")
			}
			d.Points[i] = v
		}
	}
	return nil
}

// constant returns what all rows have in a column, if anything.
func (w *wideReader) constant(column int) (string, bool) {
	if column < 0 || len(w.rows) == 0 {
		return "", false
	}
	found := ""
	for _, r := range w.rows {
		switch c := strings.TrimSpace(columns.At(r.Cells, column)); {
		case c == "":
		case found == "":
			found = c
		case found != c:
			return "", false
		}
	}
	return found, found != ""
}

// useKey gives the questions their entries in the key, as [columns.Pair] finds them.
func (w *wideReader) useKey() error {
	if w.key == nil {
		return nil
	}
	var names [][]string
	for i, q := range w.Questions {
		names = append(names, append(w.NamesOf(q), w.d.Questions[i].Text))
	}
	of, missing, inOrder := columns.Pair(knownOf(w.key.questions), names)
	switch {
	case inOrder:
		w.note("the questions of the key have other names than the columns: " +
			"they are matched in order, or by number")
	case missing == len(of):
		return w.fault(w.d.Table.Header, fmt.Sprintf("no column for any of the %d questions of "+
			"the key, such as %s", len(of), text.Quote(w.key.questions[0].ID)),
			"columns named as these questions: "+columns.ListColumns(w.Header, w.questionColumns()))
	}
	for k, i := range of {
		from := w.key.questions[k]
		if i < 0 {
			w.d.Warnings = append(w.d.Warnings,
				"question "+text.Quote(from.ID)+" of the key has no column")
			continue
		}
		q := &w.d.Questions[i]
		q.Key = from.Key
		q.Text = cmp.Or(from.Text, q.Text)
		if !math.IsNaN(w.key.points[k]) {
			w.d.Points[i] = w.key.points[k]
		}
	}
	return nil
}

func (w *wideReader) questionColumns() []int {
	return numbers.Map(w.Questions, func(q columns.Question) int { return q.Column })
}
