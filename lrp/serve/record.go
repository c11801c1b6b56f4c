package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/lrp"
)

// record has the responses of one respondent. Other fields are ignored and the last of equal ones
// counts, so that the lines of a data set can be sent unchanged.
type record struct {
	ID        string    `json:"id"`
	Responses []*string `json:"responses"` // nil is no answer
}

const recordForm = `{"id":"…","responses":["…",null]}`

// texts returns the responses in the form that a model takes.
func (r *record) texts() []string {
	list := make([]string, len(r.Responses))
	for j, t := range r.Responses {
		if t != nil {
			list[j] = *t
		}
	}
	return list
}

// check returns an error if the model cannot predict the rating of the record.
func (r *record) check(m *lrp.Model, o *Options) error {
	if r.Responses == nil {
		return unprocessable(`found no "responses", expected %s`, recordForm)
	}
	if n := len(m.Questions()); len(r.Responses) != n {
		return unprocessable("found %d responses, expected one for each of %d questions",
			len(r.Responses), n)
	}
	for j, t := range r.Responses {
		if t != nil && len(*t) > o.MaxResponse {
			return unprocessable("response %d: found %d bytes, expected at most %d",
				j+1, len(*t), o.MaxResponse)
		}
	}
	return nil
}

// source is the body of a request, or a line of it.
type source struct {
	data []byte
	line int // number of the first line
}

// check returns an error, with its position, if the text is not JSON.
func (s source) check() error {
	if len(bytes.TrimSpace(s.data)) == 0 {
		return badRequest("found nothing, expected %s", recordForm)
	}
	var raw json.RawMessage
	err := json.Unmarshal(s.data, &raw)
	if err == nil {
		return nil
	}
	// A decoder reads only the first value: it tells a truncated value from one with more after it.
	first := json.NewDecoder(bytes.NewReader(s.data)).Decode(&raw)
	at := int64(len(s.data))
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && !errors.Is(first, io.ErrUnexpectedEOF) {
		at = syntax.Offset - 1
	}
	hint := ""
	if first == nil {
		hint = "; JSON lines need the content type " + typeLines
	}
	return badRequest("%s: found no JSON (%v), expected %s%s",
		s.position(at), err, recordForm, hint)
}

// position returns the line and the column, in bytes from 1, of the byte at an offset.
func (s source) position(at int64) string {
	before := s.data[:min(max(at, 0), int64(len(s.data)))]
	line := s.line + bytes.Count(before, []byte("\n"))
	return fmt.Sprintf("line %d, column %d", line, len(before)-bytes.LastIndexByte(before, '\n'))
}

// isArray reports whether the text is an array of records.
func (s source) isArray() bool {
	return bytes.HasPrefix(bytes.TrimLeft(s.data, " \t\r\n"), []byte("["))
}

// maxElements bounds the values of a record: empty ones take ten times their text in memory.
const maxElements = 100_000

// commas counts the commas between the values of valid JSON.
func commas(data []byte) (n int) {
	inText := false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case c == ',' && !inText:
			n++
		}
	}
	return n
}

// record parses the record that is the value at an offset of valid JSON.
func (s source) record(at int64, value []byte) (record, error) {
	var r record
	if n := commas(value); n >= maxElements {
		return r, tooLarge("%s: found a record of more than %d values, expected at most that many",
			s.position(at), maxElements)
	}
	err := json.Unmarshal(value, &r)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		err = badRequest("%s: found a JSON %s, expected %s", s.position(at), kind.Value, recordForm)
	case errors.As(err, &kind):
		name, _, _ := strings.Cut(kind.Field, ".")
		err = badRequest("%s: found %q with %s, expected %s", s.position(at+kind.Offset-1), name,
			kind.Value, recordForm)
	case err != nil:
		err = badRequest("%s: %v, expected %s", s.position(at), err, recordForm)
	}
	return r, err
}

// one parses a text that is one record.
func (s source) one() (record, error) {
	if err := s.check(); err != nil {
		return record{}, err
	}
	value := bytes.Trim(s.data, " \t\r\n")
	return s.record(int64(bytes.Index(s.data, value)), value)
}

// array parses a text that is an array of at most limit records.
func (s source) array(limit int) ([]record, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(s.data))
	if _, err := d.Token(); err != nil {
		return nil, badRequest("%v", err)
	}
	list := []record{}
	for d.More() {
		if len(list) == limit {
			return nil, tooLarge("found more than %d records in an array, expected at most that "+
				"many; a stream (%s) may have any number", limit, typeLines)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, badRequest("record %d: %v", len(list)+1, err)
		}
		r, err := s.record(d.InputOffset()-int64(len(value)), value)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}
