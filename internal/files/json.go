package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
)

// numbers matches an indented list of numbers. It cannot match within a string, which has no raw line
// breaks.
var numbers = regexp.MustCompile(`\[\s*\n\s*[-+.0-9eE]+(?:,\n\s*[-+.0-9eE]+)*\n\s*\]`)

var spaces = regexp.MustCompile(`\s+`)

// WriteJSON writes an indented JSON document, in which each list of numbers is on one line.
func WriteJSON(w io.Writer, value any) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(value); err != nil {
		return err
	}
	data := numbers.ReplaceAllFunc(buf.Bytes(), func(list []byte) []byte {
		inner := bytes.TrimSpace(list[1 : len(list)-1])
		return append(append([]byte{'['}, spaces.ReplaceAll(inner, []byte(" "))...), ']')
	})
	_, err := w.Write(data)
	return err
}

// DecodeJSON decodes a single JSON value that the program wrote itself. Unknown fields and anything after the value are errors.
func DecodeJSON(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("found more than one value")
	}
	return nil
}
