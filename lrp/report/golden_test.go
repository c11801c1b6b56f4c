package report

import (
	"bytes"
	"io"
	"path/filepath"
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

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	suite.Golden(t, filepath.Join("testdata", file), got)
}

func TestGolden(t *testing.T) {
	opts := Options{Approaches: approachesOfTests}
	narrow := Options{Color: true}
	for _, sample := range []struct {
		name   string
		report *experiment.Report
	}{
		{"awkward", awkward()},
		{"evaluated", evaluated(t)},
		{"nothing", &experiment.Report{Settings: experiment.Settings{Format: "lrp-report",
			Version: 1}}},
	} {
		r := sample.report
		for _, form := range []struct {
			file  string
			write func(io.Writer) error
		}{
			{".txt", func(w io.Writer) error { return WriteTable(w, r, opts) }},
			{".color.txt", func(w io.Writer) error { return WriteTable(w, r, narrow) }},
			{".md", func(w io.Writer) error { return WriteMarkdown(w, r, opts) }},
			{".csv", func(w io.Writer) error { return WriteCSV(w, r) }},
			{".json", func(w io.Writer) error { return WriteJSON(w, r) }},
		} {
			t.Run(sample.name+form.file,
				func(t *testing.T) { golden(t, sample.name+form.file, written(t, form.write)) })
		}
	}
}
