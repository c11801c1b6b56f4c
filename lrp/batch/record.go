package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Record is one respondent.
type Record struct {
	// ID is a JSON string or number, written as it was read.
	ID        json.RawMessage
	Responses []string // "" is no answer
}

// RecordError tells what is wrong with a record.
type RecordError struct {
	File string // as the input was named
	Line int    // where the record begins, from 1
	Err  error  // what was found and expected
}

// Error implements error.
func (e *RecordError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns what is wrong.
func (e *RecordError) Unwrap() error { return e.Err }

// ParseRecord reads a JSON object {"id":…,"responses":[…]} of a respondent. The identifier is a string or a number, a response a string or null. Other
// fields are ignored, so that the respondents of a data set are records.
func ParseRecord(text []byte) (Record, error) {
	var object struct {
		ID        json.RawMessage `json:"id"`
		Responses *[]*string      `json:"responses"`
	}
	if err := json.Unmarshal(text, &object); err != nil {
		return Record{}, explainJSON(err)
	}
	switch {
	case len(object.ID) == 0:
		return Record{}, errors.New(`found no "id", expected a text or a number`)
	case !identifier(object.ID):
		return Record{}, fmt.Errorf(`found "id" %.40s, expected a text or a number`, object.ID)
	case object.Responses == nil:
		return Record{}, errors.New(`found no "responses", expected a list of texts`)
	}
	r := Record{ID: object.ID, Responses: make([]string, len(*object.Responses))}
	for j, s := range *object.Responses {
		if s != nil {
			r.Responses[j] = *s
		}
	}
	return r, nil
}

// identifier reports whether a JSON value is a string or a number.
func identifier(value json.RawMessage) bool {
	return value[0] == '"' || value[0] == '-' || value[0] >= '0' && value[0] <= '9'
}

// explainJSON says in the words of the other errors what is wrong with a JSON record.
func explainJSON(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("found no JSON object: %s at byte %d", strings.TrimPrefix(syntax.Error(), "json: "), syntax.Offset)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf(`found a JSON %s, expected an object {"id":…,"responses":[…]}`, kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("found a %s in %q at byte %d, expected a text or null", kind.Value, kind.Field, kind.Offset)
	}
	return err
}

// head is the first line of a data set in the native form.
type head struct {
	Format    string `json:"format"`
	Questions []struct {
		ID string `json:"id"`
	} `json:"questions"`
}

// parseHead reports whether a line is the head of a data set, and whose questions it has.
func parseHead(text []byte) (ids []string, ok bool) {
	var h head
	if !bytes.Contains(text, []byte("lrp-dataset")) || json.Unmarshal(text, &h) != nil || h.Format != "lrp-dataset" {
		return nil, false
	}
	for _, q := range h.Questions {
		ids = append(ids, q.ID)
	}
	return ids, true
}
