package batch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp"
)

// Predict reads respondents from in and writes to out the predicted rating of each: the line
// {"id":…,"rating":…}, or the row id,rating below a header. Details are "interval":[…,…] and
// "grades":[…], or the columns low, high and one per question. A table's totals follow in a last
// column, total, as they are in the table. Errors call the input name.
//
// It fails if the input cannot be read or is for other questions, if out cannot be written, if ctx
// ends, and, if o.Strict is set, at an invalid record.
func Predict(
	ctx context.Context, m *lrp.Model, in io.Reader, name string, out io.Writer, o Options,
) (Summary, error) {
	o.totals = new(bool)
	from, by, err := begin(m, in, name, o)
	if err != nil {
		return Summary{}, err
	}
	return run(ctx, from, name, by, &predictions{by, o}, out, o)
}

// Answer predicts the rating of one record of [JSONLines] and returns the line that [Predict]
// writes for it, without its end. It fails if the record is invalid.
func Answer(m *lrp.Model, record []byte, o Options) ([]byte, error) {
	out, err := (&predictions{m, o}).answer(nil, raw{text: record})
	return bytes.TrimSuffix(out, []byte("\n")), err
}

// predictions answers with ratings.
type predictions struct {
	model rater
	Options
}

// asTable reports whether the answers are a table.
func (p *predictions) asTable() bool { return *cmp.Or(p.Answers, &p.Form) == CSV }

func (p *predictions) header() []byte {
	if !p.asTable() {
		return nil
	}
	row := []string{"id", "rating"}
	if p.Transductive {
		row[1] += " (transductive)"
	}
	if p.Details {
		row = append(row, "low", "high")
		for _, q := range p.model.Questions() {
			row = append(row, q.ID)
		}
	}
	if *p.totals {
		row = append(row, "total")
	}
	return appendRow(nil, row)
}

func (p *predictions) answer(out []byte, r raw) ([]byte, error) {
	record, err := r.parse(p.Form)
	if err != nil {
		return nil, err
	}
	prediction, err := p.predict(record.responses)
	if err != nil {
		return nil, err
	}
	if p.asTable() {
		row := p.row(r.id(record), prediction)
		if *p.totals {
			row = append(row, r.total)
		}
		return appendRow(out, row), nil
	}
	if record.id == nil {
		record.id, err = json.Marshal(r.fields[0])
	}
	return p.appendPrediction(out, record.id, prediction), err
}

func (p *predictions) predict(responses []string) (lrp.Prediction, error) {
	if p.Details {
		prediction, err := p.model.Predict(responses)
		return prediction.Scaled(p.Scale), err
	}
	rating, err := p.model.Rating(responses)
	return lrp.Prediction{Rating: p.Scale.Value(rating)}, err
}

func (p *predictions) row(id string, prediction lrp.Prediction) []string {
	row := []string{id, number(prediction.Rating)}
	if !p.Details {
		return row
	}
	row = append(row, number(prediction.Interval[0]), number(prediction.Interval[1]))
	for j := range p.model.Questions() {
		g := math.NaN()
		if prediction.Grades != nil {
			g = prediction.Grades[j]
		}
		row = append(row, number(g))
	}
	return row
}

// appendPrediction appends a prediction as a line of JSON. Details are the interval, null if the
// model has none, and the grades, left out if it has none.
func (p *predictions) appendPrediction(
	out []byte, id json.RawMessage, of lrp.Prediction,
) []byte {
	out = append(out, `{"id":`...)
	out = append(out, id...)
	out = append(out, `,"rating":`...)
	out = appendNumber(out, of.Rating)
	if p.Details {
		out = append(out, `,"interval":`...)
		if math.IsNaN(of.Interval[0]) {
			out = append(out, "null"...)
		} else {
			out = appendNumbers(out, of.Interval[:])
		}
		if of.Grades != nil {
			out = append(out, `,"grades":`...)
			out = appendNumbers(out, of.Grades)
		}
	}
	if p.Transductive {
		out = append(out, `,"transductive":true`...)
	}
	return append(out, "}\n"...)
}

func appendNumbers(out []byte, list []float64) []byte {
	for i, v := range list {
		if i == 0 {
			out = append(out, '[')
		} else {
			out = append(out, ',')
		}
		out = appendNumber(out, v)
	}
	return append(out, ']')
}

// appendNumber appends the shortest decimal that parses to the same number.
func appendNumber(out []byte, v float64) []byte {
	if v != 0 && math.Abs(v) < 1e-6 {
		return strconv.AppendFloat(out, v, 'e', -1, 64)
	}
	return strconv.AppendFloat(out, v, 'f', -1, 64)
}

// number returns a field of CSV, empty for NaN.
func number(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return string(appendNumber(nil, v))
}

func appendRow(out []byte, row []string) []byte {
	var b bytes.Buffer
	_ = sheet.WriteRows(&b, row, nil) // a buffer does not fail
	return append(out, b.Bytes()...)
}

// Explain reads respondents from in and writes an explanation of the rating of each to out. The
// function show writes one explanation and is called by many goroutines; nil means one line of
// JSON, that of [MarshalExplanation]. Otherwise Explain works like [Predict], but it ignores
// o.Details.
func Explain(
	ctx context.Context, m *lrp.Model, in io.Reader, name string, out io.Writer, o Options,
	show func(w io.Writer, id string, e *lrp.Explanation) error,
) (Summary, error) {
	from, by, err := begin(m, in, name, o)
	if err != nil {
		return Summary{}, err
	}
	if show == nil {
		show = showJSON
	}
	return run(ctx, from, name, by, &explanations{by, o, show}, out, o)
}

func showJSON(w io.Writer, id string, e *lrp.Explanation) error {
	text, err := MarshalExplanation(id, e)
	if err != nil {
		return err
	}
	if text, err = json.Marshal(json.RawMessage(text)); err != nil { // escapes for HTML
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// MarshalExplanation returns the JSON of an explanation: the respondent's identifier in the field
// "id", followed by the fields of [lrp.Explanation].
func MarshalExplanation(id string, e *lrp.Explanation) ([]byte, error) {
	head, err := json.Marshal(id)
	if err != nil {
		return nil, err
	}
	all, err := e.MarshalJSON()
	fields := bytes.TrimPrefix(all, []byte("{"))
	return slices.Concat([]byte(`{"id":`), head, []byte(","), fields), err
}

// explanations answers with explanations.
type explanations struct {
	model rater
	Options
	show func(w io.Writer, id string, e *lrp.Explanation) error
}

func (*explanations) header() []byte { return nil }

func (x *explanations) answer(out []byte, r raw) ([]byte, error) {
	record, err := r.parse(x.Form)
	if err != nil {
		return nil, err
	}
	id := r.id(record)
	if x.Only != "" && id != x.Only {
		return out, nil
	}
	e, err := x.model.Explain(record.responses)
	if err != nil {
		return nil, err
	}
	if x.Scale != (datasets.Scale{}) {
		scaled := e.Scaled(x.Scale)
		e = &scaled
	}
	var b bytes.Buffer
	if err := x.show(&b, id, e); err != nil {
		return nil, err
	}
	return append(out, b.Bytes()...), nil
}
