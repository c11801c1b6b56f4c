package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"

	"github.com/luna-rating/luna/lrp"
)

// Explain answers each respondent that it reads from in with what moved the rating, as show writes it. It is otherwise as [Predict];
// o.Details has no meaning.
func Explain(ctx context.Context, m *lrp.Model, in io.Reader, name string, out io.Writer, o Options, show Show) (Summary, error) {
	from, err := open(m, in, name, o.Form)
	if err != nil {
		return Summary{}, err
	}
	return run(ctx, from, name, &explanations{m, o, show}, out, o)
}

// Show writes an explanation. It is called by many goroutines.
type Show func(w io.Writer, id string, e *lrp.Explanation) error

// ShowJSON writes an explanation as a line of JSON, that of [Explained].
func ShowJSON(w io.Writer, id string, e *lrp.Explanation) error {
	text, err := json.Marshal(Explained{id, e})
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// Explained is an explanation with the identifier of its respondent: in JSON the field "id", and then those of
// [lrp.Explanation].
type Explained struct {
	ID string
	*lrp.Explanation
}

// MarshalJSON implements [json.Marshaler].
func (e Explained) MarshalJSON() ([]byte, error) {
	id, err := json.Marshal(e.ID)
	if err != nil {
		return nil, err
	}
	all, err := e.Explanation.MarshalJSON()
	return slices.Concat([]byte(`{"id":`), id, []byte(","), bytes.TrimPrefix(all, []byte("{"))), err
}

// explanations answers with what moved the ratings.
type explanations struct {
	model *lrp.Model
	Options
	show Show
}

func (*explanations) head() []byte { return nil }

func (x *explanations) answer(out []byte, r raw) ([]byte, error) {
	id, responses := "", []string(nil)
	if x.Form == CSV {
		id, responses = r.fields[0], r.fields[1:]
	} else {
		record, err := ParseRecord(r.text)
		if err != nil {
			return nil, err
		}
		if json.Unmarshal(record.ID, &id) != nil {
			id = string(record.ID) // a number
		}
		responses = record.Responses
	}
	if x.Only != "" && id != x.Only {
		return out, nil
	}
	e, err := x.model.Explain(responses)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := x.show(&b, id, e); err != nil {
		return nil, err
	}
	return append(out, b.Bytes()...), nil
}
