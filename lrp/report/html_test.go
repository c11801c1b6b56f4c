package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
)

func pageOf(t *testing.T) string {
	t.Helper()
	return string(written(t,
		func(w io.Writer) error { return WriteHTML(w, awkward(), Options{Approaches: approachesOfTests}) }))
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
	if found := regexp.MustCompile(`(?i)https?:|src=|<link|@import|url\(|xlink`).FindString(page); found != "" {
		t.Errorf("the page refers to something: %q", found)
	}
	if n := strings.Count(page, "<svg "); n != 2*len(awkward().Datasets) {
		t.Errorf("%d figures", n)
	}
	if found := regexp.MustCompile(`(?:fill|stroke):#`).FindString(page); found != "" {
		t.Error("a figure has a colour that the dark page does not change")
	}
}

// checkScript holds a page to the one script that it may run.
func checkScript(t *testing.T, page string) {
	t.Helper()
	if strings.Count(page, "<script") != 1 ||
		!strings.Contains(page, "<script>"+script+"</script>") {
		t.Error("the page has another script than its own, or not that")
	}
	digest := sha256.Sum256([]byte(script))
	if want := "script-src &#39;sha256-" + strings.ReplaceAll(base64.StdEncoding.EncodeToString(digest[:]), "+", "&#43;") + "&#39;\">"; !strings.Contains(page, want) {
		t.Errorf("the page's policy lacks %s", want)
	}
}

// The page is written so that an XML reader that knows HTML's empty elements follows it.
func TestHTMLIsBalanced(t *testing.T) {
	checkTags(t, pageOf(t))
}

// checkTags holds a page to closing every element that it opens.
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
	got := written(t,
		func(w io.Writer) error { return WriteHTML(w, slow, Options{Approaches: approachesOfTests}) })
	if !bytes.Equal(got, []byte(pageOf(t))) {
		t.Error("the page depends on how long the evaluation took")
	}
}
