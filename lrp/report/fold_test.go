package report

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/experiment"
)

// many returns the thesis's sample with so many more approaches, each worse than the one before.
func many(n int) *experiment.Report {
	r := thesis([]string{"powergrading"}, "ols")
	d := &r.Datasets[0]
	for i := range n {
		x := d.Results[len(d.Results)-1]
		x.Approach, x.RMSEMean = fmt.Sprintf("X%02d", i), .5+float64(i)/1000
		d.Results = append(d.Results, x)
	}
	return r
}

// TestFold counts the rows that a terminal shows of many results: those that always are, and the
// best eight others. All other forms have all.
func TestFold(t *testing.T) {
	text := func(r *experiment.Report) string {
		return string(written(t, func(w io.Writer) error { return WriteTable(w, r, Options{}) }))
	}
	r := many(20)
	others, always := 0, []string{}
	for _, x := range r.Datasets[0].Results {
		if x.Approach == "RAN" || x.Approach == "CBG" {
			always = append(always, x.Approach)
		} else {
			others++
		}
	}
	got := text(r)
	_, body, _ := strings.Cut(got, "──\n")
	body, _, _ = strings.Cut(body, "  … and ")
	if n := strings.Count(body, "\n"); n != len(always)+8 {
		t.Errorf("%d rows are shown, want %d:\n%s", n, len(always)+8, got)
	}
	last := 0.0
	for line := range strings.Lines(body) {
		var name string
		var rmse float64
		fmt.Sscanf(strings.TrimLeft(line, "* "), "%s %g", &name, &rmse)
		if rmse < last || rmse == 0 {
			t.Errorf("%s is not in the order of errors:\n%s", name, got)
		}
		last = rmse
	}
	for _, want := range append(always, fmt.Sprintf("… and %d others, RMSE", others-8), "to 0.5190:") {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n"); n > 40 {
		t.Errorf("%d lines do not fit on a screen:\n%s", n, got)
	}
	var b strings.Builder
	if err := WriteMarkdown(&b, r, Options{}); err != nil || strings.Count(b.String(), "\n| X") != 20 {
		t.Errorf("Markdown lacks results: %v\n%s", err, &b)
	}
	if few := text(many(0)); len(r.Datasets[0].Results)-20-len(always) <= 12 && strings.Contains(few, "…") {
		t.Errorf("a dozen results are folded:\n%s", few)
	}
}

// TestFoldPairs does the same with a comparison, which has no page.
func TestFoldPairs(t *testing.T) {
	r := many(20)
	for _, o := range []experiment.CompareOptions{{Baseline: "CBG"}, {AllPairs: true}} {
		c, err := experiment.Compare(r, o)
		if err != nil {
			t.Fatal(err)
		}
		got := string(written(t, func(w io.Writer) error { return WriteComparisonTable(w, c, Options{}) }))
		if n := strings.Count(got, "\n"); n > 42 || !strings.Contains(got, "others: --format csv") {
			t.Errorf("%+v: %d lines\n%s", o, n, got)
		}
	}
}
