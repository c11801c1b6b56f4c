package report

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/lrp/experiment"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// written returns the bytes that write produces.
func written(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := write(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// golden compares got with a golden file, which -update rewrites.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("differs from %s (-want +got):\n%s", path, diff)
	}
}

func TestGolden(t *testing.T) {
	opts := Options{Approaches: approachesOfTests}
	narrow := Options{Color: true, Width: 60}
	for _, sample := range []struct {
		name   string
		report *experiment.Report
	}{
		{"awkward", awkward()},
		{"thesis", thesis([]string{"powergrading", "mohler-v1"}, "ols", "lasso")},
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
			if sample.name == "thesis" && form.file == ".json" {
				continue // 5600 more numbers would test nothing else
			}
			t.Run(sample.name+form.file,
				func(t *testing.T) { golden(t, sample.name+form.file, written(t, form.write)) })
		}
	}
}
