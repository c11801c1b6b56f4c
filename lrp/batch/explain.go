package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
)

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
	return run(ctx, from, name, &explanations{by, o, show}, out, o)
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
	id := ""
	switch {
	case x.Form == CSV:
		id = r.fields[0]
	case json.Unmarshal(record.id, &id) != nil:
		id = string(record.id) // a number
	}
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
