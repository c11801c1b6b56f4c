// Package jsonfile writes JSON documents for people to read.
package jsonfile

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
)

// numbers matches an indented list of numbers. It cannot match within a string, which has no raw line
// breaks.
var numbers = regexp.MustCompile(`\[\s*\n\s*[-+.0-9eE]+(?:,\n\s*[-+.0-9eE]+)*\n\s*\]`)

var spaces = regexp.MustCompile(`\s+`)

// Write writes an indented JSON document, in which each list of numbers is on one line.
func Write(w io.Writer, value any) error {
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
