package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

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

// ShowJSON writes an explanation as a line of JSON: the identifier as "id", and then the fields of [lrp.Explanation].
func ShowJSON(w io.Writer, id string, e *lrp.Explanation) error {
	name, err := json.Marshal(id)
	if err != nil {
		return err
	}
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = w.Write(bytes.Join([][]byte{[]byte(`{"id":`), name, []byte(","), text[1:], []byte("\n")}, nil))
	return err
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
