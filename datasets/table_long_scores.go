package datasets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// addScore adds the score and the raters' grades of a row. Without a score it is their mean.
func (l *longReader) addScore(e *entry, row sheet.Row) (err error) {
	if e.score, err = l.number(row, l.Score, "score", math.Inf(1), ""); err != nil {
		return err
	}
	if math.IsNaN(e.score) {
		if e.score, err = l.number(row, l.Auto, "score", math.Inf(1), ""); err != nil {
			return err
		}
	}
	sum, n := 0.0, 0.0
	for _, k := range l.Raters {
		v, err := l.number(row, k, "score", math.Inf(1), "")
		if err != nil {
			return err
		}
		e.grades = append(e.grades, v)
		if !math.IsNaN(v) {
			sum, n = sum+v, n+1
		}
	}
	if l.Score < 0 && n > 0 {
		e.score = sum / n
	}
	return nil
}

// addPoints adds the highest score that a row states for its question.
func (l *longReader) addPoints(q int, row sheet.Row) error {
	v, err := l.number(row, l.Max, "highest score", math.Inf(1), "")
	_, top, _ := l.numbers.Number(columns.At(row.Cells, l.Score))
	if math.IsNaN(v) {
		v = top
	}
	if err != nil || v == 0 {
		return err
	}
	p := &l.points[q]
	if p.line > 0 && p.value != v {
		return l.fault(row.Number, fmt.Sprintf("%s points for question %s", figure(v),
			text.Quote(l.d.Questions[q].ID)), fmt.Sprintf("%s as on line %d", figure(p.value), p.line))
	}
	*p = rated{v, row.Number}
	return nil
}

// setPoints sets the highest score of each question: what the table states, or else the option, or
// else 1 or, if there are higher scores, the highest of each question.
func (l *longReader) setPoints() error {
	highest, most := make([]float64, len(l.points)), 0.0
	for i := range l.entries {
		e := &l.entries[i]
		for _, v := range append([]float64{e.score}, e.grades...) {
			if !math.IsNaN(v) {
				highest[e.question], most = max(highest[e.question], v), max(most, v)
			}
		}
	}
	for q := range l.points {
		p := &l.points[q]
		switch {
		case p.line != 0:
		case l.o.ScoreMax > 0:
			*p = rated{l.o.ScoreMax, -1}
		case most <= 1 || highest[q] == 0:
			p.value = 1
		default:
			*p, l.guessed = rated{highest[q], -1}, true
		}
	}
	for _, e := range l.entries {
		for _, v := range append([]float64{e.score}, e.grades...) {
			if p := l.points[e.question]; v > p.value {
				return l.fault(e.line, "score "+figure(v), fmt.Sprintf("a number from 0 to %s; give the "+
					"highest possible score with --score-max", figure(p.value)))
			}
		}
	}
	return nil
}

// addRating adds the rating of a row.
func (l *longReader) addRating(i int32, row sheet.Row) error {
	v, err := l.number(row, l.Rating, "rating", cmp.Or(l.o.Max, 1), "--max")
	if err != nil || math.IsNaN(v) {
		return err
	}
	if l.o.Min != nil && v < *l.o.Min {
		return l.fault(row.Number, "rating "+figure(v), "a number of at least "+figure(*l.o.Min)+" (--min)")
	}
	if r := l.ratings[i]; r.line > 0 && r.value != v {
		return l.fault(row.Number, fmt.Sprintf("rating %s for respondent %s",
			strings.TrimSpace(columns.At(row.Cells, l.Rating)),
			text.Quote(l.d.Respondents[i].ID)),
			fmt.Sprintf("%v as on line %d", r.value, r.line))
	}
	l.ratings[i] = rated{v, row.Number}
	return nil
}

// number returns a number of at most top, NaN if the cell has none. Flag is what sets the highest.
func (l *longReader) number(
	row sheet.Row, column int, what string, top float64, flag string,
) (float64, error) {
	cell := strings.TrimSpace(columns.At(row.Cells, column))
	if columns.Missing(cell) {
		return math.NaN(), nil
	}
	v, _, ok := l.numbers.Number(cell)
	switch {
	case !ok || noNumber[v]:
		return math.NaN(), l.word(row, column)
	case math.IsNaN(v) || v >= 0 && v <= top:
		return v, nil
	}
	expected := "a number of at least 0, or nothing if there is none"
	if !math.IsInf(top, 1) {
		expected = fmt.Sprintf("a number from 0 to %v", top)
	}
	if v > top {
		expected += fmt.Sprintf("; give the highest possible %s with %s", what, flag)
	}
	return 0, l.fault(row.Number, what+" "+text.Quote(cell), expected)
}

// rate rates the respondents.
func (l *longReader) rate(totals []float64, graded []bool) error {
	d, low := l.d, 0.0
	if l.o.Min != nil {
		low = *l.o.Min
	}
	scale, err := l.scale(low, cmp.Or(l.o.Max, 1), l.Rating >= 0 || !slices.Contains(graded, true))
	if l.Rating >= 0 {
		d.RatingNote = "ratings as given in the file"
		for i := range d.Respondents {
			d.Respondents[i].Rating = scale.Rating(l.ratings[i].value)
		}
		if scale != (Scale{Full: 1}) {
			d.Scale = scale
		}
		return err
	}
	most, known := 0.0, true
	for q, p := range l.points {
		if graded[q] {
			most += p.value
		}
		known = known && p.line != 0
		d.Points = append(d.Points, p.value)
	}
	if rate(d, Fraction, totals, most); !known {
		d.Points = nil
	}
	return err
}
