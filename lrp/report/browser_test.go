package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/report"
	"github.com/luna-rating/luna/regress"
)

// TestPagesInABrowser looks at the pages of an evaluation and of a learning curve.
func TestPagesInABrowser(t *testing.T) {
	browser := pagetest.Start(t)
	sets, err := lrp.Load("sample-powergrading", "sample-mohler")
	if err != nil {
		t.Fatal(err)
	}
	approaches, err := lrp.Approaches("RAN", "CBG", "BWO", "BOW", "COM", "AUTO")
	if err != nil {
		t.Fatal(err)
	}
	o := lrp.Options{Seed: 1, Trials: 3, Approaches: approaches}
	opts := report.Options{Approaches: approaches}
	write := func(name string, do func(b *bytes.Buffer) error) string {
		var b bytes.Buffer
		if err := do(&b); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return pagetest.File(path)
	}
	result, err := lrp.Evaluate(t.Context(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	page := write("report.html", func(b *bytes.Buffer) error {
		return report.WriteHTML(b, result, opts)
	})
	browser.Each(t, page, "report", func(t *testing.T, p *pagetest.Page) {
		p.Text(t, "document.querySelectorAll('details').forEach(d => d.open = true); ''")
	})
	curve, err := experiment.Curve(t.Context(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	page = write("curve.html", func(b *bytes.Buffer) error {
		return report.WriteHTML(b, curve, opts)
	})
	browser.Each(t, page, "curve", nil)
}

// TestPaper prints reports of few and of all approaches, and looks at the sheets.
func TestPaper(t *testing.T) {
	browser := pagetest.Start(t)
	for _, c := range []struct{ sets, names []string }{
		{[]string{"sample-powergrading"}, []string{"RAN", "CBG", "BWO", "AUTO"}},
		{[]string{"sample-powergrading", "sample-mohler"}, []string{"all"}},
	} {
		sets, err := lrp.Load(c.sets...)
		if err != nil {
			t.Fatal(err)
		}
		approaches, err := lrp.Approaches(c.names...)
		if err != nil {
			t.Fatal(err)
		}
		result, err := lrp.Evaluate(t.Context(), sets, lrp.Options{Seed: 1, Trials: 2, Approaches: approaches})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		opts := report.Options{Approaches: approaches, Manifest: map[string]string{"of": "a closed manifest"}}
		if err := report.WriteHTML(&b, result, opts); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "report.html")
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		sheets := browser.Paper(t, pagetest.File(file), func(t *testing.T, p *pagetest.Page) {
			seen := p.Text(t, unfolds)
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
		if figures != len(sets) || !strings.Contains(text, "referendum") || strings.Contains(text, "a closed manifest") {
			t.Errorf("%d figures, answers or a manifest in\n%s", figures, text)
		}
		t.Logf("%d sheets of %d data sets", len(sheets), len(sets))
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
	sets, err := lrp.Load("sample-powergrading")
	if err != nil {
		t.Fatal(err)
	}
	approaches, err := lrp.Approaches("CBG", "BWO", "DEM", "BOW", "COM", "AUTO")
	if err != nil {
		t.Fatal(err)
	}
	o := lrp.Options{Seed: 1, Trials: 20, Approaches: approaches,
		Regressors: []regress.Regressor{regress.OLS{}}}
	result, err := lrp.Evaluate(t.Context(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.WriteHTML(&b, result, report.Options{Approaches: approaches}); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(page, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	shot := browser.Shot(t, pagetest.File(page), 640, 1000)
	pagetest.Picture(t, "../../docs/images/report.png", 640, 1000, shot)
}
