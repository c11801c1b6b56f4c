package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"

	"github.com/luna-rating/luna/lrp"
)

// WriteJSON writes the report as its JSON document, indented.
func WriteJSON(w io.Writer, r *lrp.Report) error { return writeJSON(w, r) }

// ReadJSON reads a report that [WriteJSON] wrote.
func ReadJSON(r io.Reader) (*lrp.Report, error) {
	var report lrp.Report
	if err := json.NewDecoder(r).Decode(&report); err != nil {
		return nil, fmt.Errorf("found no lrp-report document: %w", err)
	}
	if report.Format != "lrp-report" || report.Version != 1 {
		return nil, fmt.Errorf("found format %q, version %d, expected lrp-report, version 1", report.Format, report.Version)
	}
	return &report, nil
}

// numbers is an indented list of numbers. A string cannot match: it has no raw line breaks.
var numbers = regexp.MustCompile(`\[\s*\n\s*[-+.0-9eE]+(?:,\n\s*[-+.0-9eE]+)*\n\s*\]`)

var spaces = regexp.MustCompile(`\s+`)

func writeJSON(w io.Writer, value any) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(value); err != nil {
		return err
	}
	// A hundred trials' errors go on one line, not on a hundred.
	data := numbers.ReplaceAllFunc(buf.Bytes(), func(list []byte) []byte {
		inner := bytes.TrimSpace(list[1 : len(list)-1])
		return append(append([]byte{'['}, spaces.ReplaceAll(inner, []byte(" "))...), ']')
	})
	_, err := w.Write(data)
	return err
}
