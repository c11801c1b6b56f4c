package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// record is one respondent.
type record struct {
	id        json.RawMessage // a string or a number, written as it was read
	responses []string        // "" is no answer
}

// parse returns the respondent; the identifier of one in a table is its first field.
func (r *raw) parse(form Form) (record, error) {
	switch {
	case r.err != nil:
		return record{}, r.err
	case form == CSV:
		return record{responses: r.fields[1:]}, nil
	}
	return parseRecord(r.text)
}

// parseRecord reads a record in [JSONLines].
func parseRecord(text []byte) (record, error) {
	var object struct {
		ID        json.RawMessage `json:"id"`
		Responses *[]*string      `json:"responses"`
	}
	if err := json.Unmarshal(text, &object); err != nil {
		return record{}, explainJSON(err)
	}
	switch {
	case len(object.ID) == 0:
		return record{}, errors.New(`found no "id", expected a string or a number`)
	case !identifier(object.ID):
		return record{}, fmt.Errorf(`found "id" %.40s, expected a string or a number`, object.ID)
	case object.Responses == nil:
		return record{}, errors.New(`found no "responses", expected a list of strings and nulls`)
	}
	r := record{object.ID, make([]string, len(*object.Responses))}
	for j, s := range *object.Responses {
		if s != nil {
			r.responses[j] = *s
		}
	}
	return r, nil
}

// identifier reports whether a JSON value is a string or a number.
func identifier(value json.RawMessage) bool {
	return value[0] == '"' || value[0] == '-' || value[0] >= '0' && value[0] <= '9'
}

// explainJSON rewords an error of package json.
func explainJSON(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("found no JSON object: %w at byte %d", syntax, syntax.Offset)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf(`found a JSON %s, expected an object {"id":…,"responses":[…]}`,
			kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("found a %s in %q at byte %d, expected a string or null",
			kind.Value, kind.Field, kind.Offset)
	}
	return err
}

// header is the first line of a data set in the native format.
type header struct {
	Format    string `json:"format"`
	Questions []struct {
		ID string `json:"id"`
	} `json:"questions"`
}

// parseHeader reports whether a line is the header of a data set and returns its questions.
func parseHeader(text []byte) (ids []string, ok bool) {
	const format = "lrp-dataset"
	var h header
	if !bytes.Contains(text, []byte(format)) || json.Unmarshal(text, &h) != nil ||
		h.Format != format {
		return nil, false
	}
	for _, q := range h.Questions {
		ids = append(ids, q.ID)
	}
	return ids, true
}
