package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"html/template"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/experiment"
)

func pageOf(t *testing.T) string {
	t.Helper()
	opts := Options{Approaches: approachesOfTests}
	return string(written(t, func(w io.Writer) error { return WriteHTML(w, awkward(), opts) }))
}

func TestHTMLEscapes(t *testing.T) {
	page := pageOf(t)
	checkScript(t, page)
	for _, bad := range []string{"<b>BOLD", "\x1b", "ZgotmplZ"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for _, want := range []string{"&lt;script&gt;alert(1)&lt;/script&gt;",
		"&lt;b&gt;BOLD&lt;/b&gt;", "SYNTHETIC", "首都のテスト", "= CBG in every trial: BWO, " +
			"FWO", ">AUTO: 90% intervals hold 90.4% of the ratings"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestHTMLStandsAlone(t *testing.T) {
	page := pageOf(t)
	external := regexp.MustCompile(`(?i)https?:|src=|<link|@import|url\(|xlink`)
	if found := external.FindString(page); found != "" {
		t.Errorf("the page has an external reference: %q", found)
	}
	// One data set has no results, so it has no figure of the errors.
	if n := strings.Count(page, "<svg "); n != 2*len(awkward().Datasets)-1 {
		t.Errorf("%d figures", n)
	}
	if found := regexp.MustCompile(`(?:fill|stroke):#`).FindString(page); found != "" {
		t.Error("a figure has a fixed colour, which the dark theme does not change")
	}
}

// checkScript checks that a page contains only its own script and allows only that one.
func checkScript(t *testing.T, page string) {
	t.Helper()
	if strings.Count(page, "<script") != 1 ||
		!strings.Contains(page, "<script>"+script+"</script>") {
		t.Error("the page lacks its script or has another one")
	}
	digest := sha256.Sum256([]byte(script))
	hash := strings.ReplaceAll(base64.StdEncoding.EncodeToString(digest[:]), "+", "&#43;")
	if want := "script-src &#39;sha256-" + hash + "&#39;\">"; !strings.Contains(page, want) {
		t.Errorf("the page's policy lacks %s", want)
	}
}

// The page must be readable as XML, apart from HTML's empty elements.
func TestHTMLIsBalanced(t *testing.T) {
	checkTags(t, pageOf(t))
}

// checkTags checks that a page closes every element that it opens.
func checkTags(t *testing.T, page string) {
	t.Helper()
	page = strings.Replace(page, "<script>"+script+"</script>", "", 1)
	d := xml.NewDecoder(strings.NewReader(strings.Replace(page, "<!doctype html>", "", 1)))
	d.Strict = false
	d.AutoClose = []string{"meta"}
	d.Entity = xml.HTMLEntity
	depth := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	if depth != 0 {
		t.Errorf("%d elements are left open", depth)
	}
}

func TestHTMLDoesNotDependOnTime(t *testing.T) {
	slow := awkward()
	slow.Seconds = 99999
	opts := Options{Approaches: approachesOfTests}
	got := written(t, func(w io.Writer) error { return WriteHTML(w, slow, opts) })
	if !bytes.Equal(got, []byte(pageOf(t))) {
		t.Error("the page depends on how long the evaluation took")
	}
}

// The title names data and finding, as the tests have it.
func TestPageTitle(t *testing.T) {
	one := thesis(names(1), "ols")
	one.Datasets[0].Name = "civics <1>"
	several := thesis(names(3), "ols")
	for _, c := range []struct {
		report *experiment.Report
		want   string
	}{
		{one, "civics &lt;1&gt;: COM with OLS predicts ratings with an error of 0.058, 66% below the " +
			"constant guess"},
		{&experiment.Report{}, "Luna Rating Prediction: no data sets"},
		{&experiment.Report{Datasets: one.Datasets[:1:1]}, "civics &lt;1&gt;: COM"},
		{several, "Prediction error by approach on powergrading, mohler-v1 and mohler-assignment-1"},
	} {
		page := string(written(t, func(w io.Writer) error { return WriteHTML(w, c.report, Options{}) }))
		_, title, _ := strings.Cut(page, "<title>")
		title, _, _ = strings.Cut(title, "</title>")
		_, heading, _ := strings.Cut(page, "<h1>")
		heading, _, _ = strings.Cut(heading, "</h1>")
		if !strings.HasPrefix(title, c.want) || heading != title {
			t.Errorf("title %q, heading %q, want %q", title, heading, c.want)
		}
		for i := range c.report.Datasets {
			if s := template.HTMLEscapeString(Headline(&c.report.Datasets[i])); !strings.Contains(page,
				`<p class="headline">`+s+"</p>") {
				t.Errorf("no headline %q", s)
			}
		}
	}
}
