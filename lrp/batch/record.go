package batch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/grade"
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

// id returns the identifier of a record as text.
func (r *raw) id(of record) string {
	if of.id == nil {
		return r.fields[0]
	}
	return asText(of.id)
}

func asText(id json.RawMessage) (text string) {
	if json.Unmarshal(id, &text) != nil {
		text = string(id) // a number
	}
	return text
}

// identify returns the identifier of a record that is invalid as text, "" if none is found.
func (r *raw) identify() string {
	if len(r.fields) > 0 {
		return r.fields[0]
	}
	in := json.NewDecoder(bytes.NewReader(r.text))
	for start, err := in.Token(); start == json.Delim('{') && err == nil && in.More(); {
		var value json.RawMessage
		name, _ := in.Token()
		key, _ := name.(string)
		if err = in.Decode(&value); err == nil && strings.EqualFold(key, "id") && identifier(value) {
			return asText(value)
		}
	}
	return ""
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

// jsonLines reads one record per line.
type jsonLines struct {
	buffer *bufio.Reader
	in     *files.LineReader
	name   string
	ids    []string                   // of the questions
	before func() (_ int, blank bool) // see [Options.Before]
	begun  bool
}

// newLines returns the records of a file, or of the rest of one.
func newLines(
	in io.Reader, name string, questions []datasets.Question, before func() (int, bool),
) *jsonLines {
	buffer := bufio.NewReaderSize(in, 64<<10)
	l := &jsonLines{buffer: buffer, in: files.NewLineReader(buffer, files.MaxLine), name: name, before: before}
	for _, q := range questions {
		l.ids = append(l.ids, q.ID)
	}
	return l
}

// first reports whether the line is the first one that is not blank.
func (l *jsonLines) first() bool {
	if l.begun {
		return false
	}
	_, blank := l.before()
	return blank
}

func (l *jsonLines) idle() bool { return l.buffer.Buffered() == 0 }

func (l *jsonLines) next() (raw, error) {
	for {
		text, err := l.in.Read()
		long := err == bufio.ErrTooLong
		if long {
			err = l.in.Skip()
		}
		switch {
		case err != nil && err != io.EOF:
			return raw{}, files.At(l.name, 0, err)
		case text == nil && err == io.EOF:
			return raw{}, io.EOF
		}
		if start, ok := bytes.CutPrefix(text, []byte(files.ByteOrderMark)); ok && l.first() {
			text = start
		}
		switch text = bytes.TrimSpace(text); {
		case long:
			l.begun = true
			err := fmt.Errorf("found a line of more than %d bytes", files.MaxLine)
			return raw{line: l.in.Line(), fields: []string{(&raw{text: text}).identify()}, err: err}, nil
		case len(text) == 0:
			continue
		}
		if ids, ok := parseHeader(text); ok && l.first() {
			if l.begun = true; !slices.Equal(ids, l.ids) {
				return raw{}, otherQuestions(l.name, ids, l.ids)
			}
			continue
		}
		l.begun = true
		return raw{line: l.in.Line(), text: bytes.Clone(text)}, nil
	}
}

// otherQuestions is the error for records of other questions than the model's.
func otherQuestions(name string, found, expected []string) error {
	return files.New(name, 0, listed(found), "the model's "+listed(expected))
}

// listed counts the questions and names the first of them.
func listed(ids []string) string {
	const maxListed = 12
	names := strings.Join(ids[:min(maxListed, len(ids))], ", ")
	if len(ids) > maxListed {
		names += ", …"
	}
	return fmt.Sprintf("%d questions (%s)", len(ids), names)
}

// table has one record per respondent of a table, which is read as a whole.
type table struct {
	of *datasets.Dataset
	i  int
}

func newTable(m *lrp.Model, in io.Reader, name string, o Options) (source, error) {
	ds, err := grade.Read(in, name, m.Questions(), o.Table)
	if err != nil {
		return nil, err
	}
	for _, list := range [][]string{ds.Notes, ds.Warnings} {
		for _, note := range list {
			o.Note(note)
		}
	}
	if o.totals != nil {
		*o.totals = slices.ContainsFunc(ds.Table.Given, func(y float64) bool { return !math.IsNaN(y) })
	}
	return &table{of: ds}, nil
}

func (*table) idle() bool { return false }

// next returns the identifier and then the responses.
func (t *table) next() (raw, error) {
	if t.i == len(t.of.Respondents) {
		return raw{}, io.EOF
	}
	r := &t.of.Respondents[t.i]
	t.i++
	row := raw{line: t.of.Table.Rows[t.i-1], fields: append([]string{r.ID}, r.Responses...)}
	if given := t.of.Table.Given; given != nil {
		row.total = number(given[t.i-1])
	}
	return row, nil
}
