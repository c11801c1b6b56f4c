package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/experiment"
)

// comparison compares approaches on data sets like the thesis's, enough of them for every test.
func comparison(t *testing.T, sets int, o experiment.CompareOptions) *experiment.Comparison {
	t.Helper()
	names := []string{"powergrading", "mohler <1>", "mohler-2", "mohler-3", "mohler-4",
		"mohler-5"}[:sets]
	r := thesis(names, "ols", "lasso")
	r.Datasets[len(r.Datasets)-1].Synthetic = true
	for i := range r.Datasets {
		d := &r.Datasets[i]
		d.Results = slices.DeleteFunc(d.Results, func(x experiment.Result) bool {
			return !slices.Contains([]string{"CBG", "BWO", "BOW", "COM"}, x.Approach)
		})
	}
	c, err := experiment.Compare(r, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestComparisonGolden(t *testing.T) {
	for name, c := range map[string]*experiment.Comparison{
		"comparison":       comparison(t, 6, experiment.CompareOptions{Baseline: "CBG"}),
		"comparison-pairs": comparison(t, 2, experiment.CompareOptions{AllPairs: true}),
		"comparison-best":  comparison(t, 1, experiment.CompareOptions{}),
	} {
		table := func(color bool) func(io.Writer) error {
			return func(w io.Writer) error { return WriteComparisonTable(w, c, Options{Color: color}) }
		}
		golden(t, name, table(false),
			form{"color", table(true)},
			form{"md", func(w io.Writer) error { return WriteComparisonMarkdown(w, c) }},
			form{"csv", func(w io.Writer) error { return WriteComparisonCSV(w, c) }},
			form{"json", func(w io.Writer) error { return WriteComparisonJSON(w, c) }})
	}
}

func TestComparisonForms(t *testing.T) {
	c := comparison(t, 6, experiment.CompareOptions{AllPairs: true})
	for line := range strings.Lines(string(written(t,
		func(w io.Writer) error { return WriteComparisonTable(w, c, Options{}) }))) {
		if n := width(strings.TrimSuffix(line, "\n")); n > 125 {
			t.Errorf("a line has %d columns: %s", n, line)
		}
	}
	rows, err := csv.NewReader(bytes.NewReader(written(t,
		func(w io.Writer) error { return WriteComparisonCSV(w, c) }))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + 6*7; len(rows) != want {
		t.Errorf("%d rows of CSV, want %d", len(rows), want)
	}
	if !json.Valid(written(t, func(w io.Writer) error { return WriteComparisonJSON(w, c) })) {
		t.Error("the JSON document is invalid")
	}
}

func TestReadJSON(t *testing.T) {
	data := written(t, func(w io.Writer) error { return WriteJSON(w, awkward()) })
	if r, err := ReadJSON(bytes.NewReader(data)); err != nil || len(r.Datasets) != 4 {
		t.Errorf("%v", err)
	}
	for text, want := range map[string]string{
		"":                                    "found no lrp-report document (EOF)",
		"[]":                                  "found no lrp-report document (json: ",
		"{}":                                  `found format "", version 0, expected lrp-report, version 1`,
		`{"format":"lrp-report","version":2}`: `found format "lrp-report", version 2, expected`,
	} {
		if _, err := ReadJSON(strings.NewReader(text)); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}
