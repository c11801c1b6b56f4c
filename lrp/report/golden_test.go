package report

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp/experiment"
)

// written returns the bytes that write produces.
func written(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := write(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// form is a report in a format.
type form struct {
	format string
	write  func(io.Writer) error
}

// golden compares the text of a report with a golden file. The other forms have the same values: of
// them it compares the heads and the first row, or a line of each colour, with a second file.
func golden(t *testing.T, name string, text func(io.Writer) error, others ...form) {
	t.Helper()
	suite.Golden(t, filepath.Join("testdata", name+".txt"), written(t, text))
	var b bytes.Buffer
	for _, f := range others {
		fmt.Fprintf(&b, "== %s\n%s", f.format, excerpt(f.format, string(written(t, f.write))))
	}
	suite.Golden(t, filepath.Join("testdata", name+".forms"), b.Bytes())
}

var ansi = regexp.MustCompile(`\x1b\[[0-9;]*m`)

func excerpt(format, text string) string {
	lines := strings.SplitAfter(text, "\n")
	switch format {
	case "csv":
		lines = lines[:min(2, len(lines))]
	case "md":
		lines = slices.DeleteFunc(lines, func(s string) bool { return !strings.HasPrefix(s, "|") })
		lines = lines[:min(3, len(lines))]
	case "color":
		seen := map[string]bool{}
		lines = slices.DeleteFunc(lines, func(s string) bool {
			known := true
			for _, code := range ansi.FindAllString(s, -1) {
				known = known && seen[code]
				seen[code] = true
			}
			return known
		})
	case "json": // the names of all fields, and the first element of the list that has most
		var names string
		fields := regexp.MustCompile(`"\w+":`).FindAllString(text, -1)
		slices.Sort(fields)
		for _, name := range slices.Compact(fields) {
			names += name + "\n"
		}
		list := regexp.MustCompile(`(?ms)^ *"(?:results|pairs)": \[\n( *)\{.*`).FindStringSubmatch(text)
		if list == nil {
			return text
		}
		element, _, _ := strings.Cut(list[0], "\n"+list[1]+"}")
		return names + element + "\n" + list[1] + "}\n"
	}
	return strings.Join(lines, "")
}

// formsOf returns a report as text, and in the other formats.
func formsOf(r *experiment.Report, opts Options) (text func(io.Writer) error, others []form) {
	return func(w io.Writer) error { return WriteTable(w, r, opts) }, []form{
		{"color", func(w io.Writer) error { return WriteTable(w, r, Options{Color: true}) }},
		{"md", func(w io.Writer) error { return WriteMarkdown(w, r, opts) }},
		{"csv", func(w io.Writer) error { return WriteCSV(w, r) }},
		{"json", func(w io.Writer) error { return WriteJSON(w, r) }},
	}
}

func TestGolden(t *testing.T) {
	opts := Options{Approaches: approachesOfTests}
	nothing := func(format string) *experiment.Report {
		return &experiment.Report{Settings: experiment.Settings{Format: format, Version: 1}}
	}
	for name, r := range map[string]*experiment.Report{
		"awkward": awkward(), "evaluated": evaluated(t), "nothing": nothing("lrp-report"),
		"curve-awkward": awkwardCurve(), "curve-nothing": nothing("lrp-curve"),
		"curve-thesis": learning([]string{"powergrading", "mohler-v1"}, "ols", "lasso"),
	} {
		t.Run(name, func(t *testing.T) {
			text, others := formsOf(r, opts)
			golden(t, name, text, others...)
		})
	}
	// Names and notes full of markup.
	suite.Golden(t, filepath.Join("testdata", "awkward.md"),
		written(t, func(w io.Writer) error { return WriteMarkdown(w, awkward(), opts) }))
}
