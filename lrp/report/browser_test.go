package report_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/report"
	"github.com/luna-rating/luna/regress"
)

// pageOf returns the address of the page of a run on data sets with approaches.
func pageOf(
	t *testing.T, sets, names []string, o lrp.Options,
	run func(context.Context, []*datasets.Dataset, lrp.Options) (*experiment.Report, error),
) string {
	t.Helper()
	data, err := lrp.Load(sets...)
	if err != nil {
		t.Fatal(err)
	}
	if o.Approaches, err = lrp.Approaches(names...); err != nil {
		t.Fatal(err)
	}
	o.Seed = 1
	result, err := run(t.Context(), data, o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	opts := report.Options{Approaches: o.Approaches, Manifest: map[string]string{"of": "a closed manifest"}}
	if err := report.WriteHTML(&b, result, opts); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return pagetest.File(file)
}

// TestPagesInABrowser looks at the pages of an evaluation and of a learning curve.
func TestPagesInABrowser(t *testing.T) {
	browser := pagetest.Start(t)
	sets, names := []string{"sample-powergrading", "sample-mohler"},
		[]string{"RAN", "CBG", "BWO", "BOW", "COM", "AUTO"}
	page := pageOf(t, sets, names, lrp.Options{Trials: 3}, lrp.Evaluate)
	browser.Each(t, page, "report", func(tab *pagetest.Tab) {
		tab.Text("document.querySelectorAll('details').forEach(d => d.open = true); ''")
	})
	browser.Each(t, pageOf(t, sets, names, lrp.Options{Trials: 3}, experiment.Curve), "curve", nil)
}

// TestPaper prints reports of few and of all approaches, and looks at the sheets.
func TestPaper(t *testing.T) {
	browser := pagetest.Start(t)
	for _, c := range []struct{ sets, names []string }{
		{[]string{"sample-powergrading"}, []string{"RAN", "CBG", "BWO", "AUTO"}},
		{[]string{"sample-powergrading", "sample-mohler"}, []string{"all"}},
	} {
		page := pageOf(t, c.sets, c.names, lrp.Options{Trials: 2}, lrp.Evaluate)
		sheets := browser.Paper(t, page, func(tab *pagetest.Tab) {
			seen := tab.Text(unfolds)
			if few := len(c.sets) == 1; few && seen != "" || !few && !unfolded.MatchString(seen) {
				t.Errorf("the rows that are folded are seen as %q", seen)
			}
		})
		figures := 0
		for i, sheet := range sheets {
			n := len(axis.FindAllString(sheet, -1)) // at the foot of a figure
			if figures += n; n != strings.Count(sheet, "CBG, constant best guess") {
				t.Errorf("a figure of sheet %d is cut:\n%s", i+1, sheet)
			}
			lines := strings.Split(strings.TrimSpace(sheet), "\n")
			if heading.MatchString(lines[len(lines)-1]) && i < len(sheets)-1 {
				t.Errorf("sheet %d ends with a heading: %q", i+1, lines[len(lines)-1])
			}
		}
		text := strings.Join(sheets, "")
		if figures != len(c.sets) || !strings.Contains(text, "referendum") || strings.Contains(text, "a closed manifest") {
			t.Errorf("%d figures, answers or a manifest in\n%s", figures, text)
		}
		t.Logf("%d sheets of %d data sets", len(sheets), len(c.sets))
	}
}

// unfolds sorts each table with folded rows and tells how many of these are seen before, after and
// when they are folded again.
const unfolds = `Array.from(document.querySelectorAll(".folds"), (folds) => {
	const rest = Array.from(folds.querySelectorAll("tr.rest"));
	const seen = () => rest.filter((e) => e.checkVisibility()).length;
	const before = seen();
	folds.querySelector("th button").click();
	const after = seen() - rest.length;
	folds.querySelector("details").open = false;
	return rest.length + ":" + before + after + seen();
}).join(" ")`

var unfolded = regexp.MustCompile(`^[0-9]{2}:000 [0-9]{2}:000$`)

var axis = regexp.MustCompile(`(?m)^ *error \(RMSE\) *$`)

var heading = regexp.MustCompile(
	`^ *(Results|Data|Questions|Predictions|Largest errors.*|Summary|sample-.*|Settings.*|Approaches|Reading.*)$`)

// TestPicture compares the picture of a report in the README with the page.
func TestPicture(t *testing.T) {
	browser := pagetest.Start(t)
	o := lrp.Options{Trials: 20, Regressors: []regress.Regressor{regress.OLS{}}}
	page := pageOf(t, []string{"sample-powergrading"}, []string{"CBG", "BWO", "DEM", "BOW", "COM", "AUTO"}, o,
		lrp.Evaluate)
	pagetest.Picture(t, "../../docs/images/report.png", 640, 1000, browser.Shot(t, page, 640, 1000))
}
