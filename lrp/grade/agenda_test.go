package grade

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	pages "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/pagetest"
)

// hostile is an agenda of answers that pages and sheets may take for something else.
func hostile() *Agenda {
	a := &Agenda{Data: &datasets.Dataset{Name: "exam", Questions: []datasets.Question{
		{ID: "Q1", Text: "Why <b>?", Key: []string{"rain", "</script> & fog"}}, {ID: "=Q2"}},
		Points: []float64{2, 12}}}
	add := func(question int, answers ...string) {
		x := Item{Question: question, Answer: answers[0], Others: answers[1:], People: len(answers),
			Expected: 1.25, OutOf: a.Data.Points[question]}
		a.Items = append(a.Items, x)
		for _, answer := range answers {
			r := datasets.Respondent{ID: fmt.Sprint(len(a.Data.Respondents)), Rating: math.NaN(),
				Responses: []string{"", ""}}
			r.Responses[question] = answer
			a.Data.Respondents = append(a.Data.Respondents, r)
		}
	}
	add(0, "</script><script>document.title = 'taken'</script>", "it's \"so\", they say", "-5")
	add(0, "=cmd|' /c calc'!A0", "\u200b=1+1", "≠ 1")
	add(1, "two\nlines", "@home", "'=quoted", "'plain'", "'")
	add(0, "never graded")
	add(1, "=\u0338 1", "1/2", "007", "=\"007\"")
	add(0, "<!--", "many words", "a", "b", "c", "d", "e", "f", "g", "h")
	return a
}

// page writes the page of an agenda into a folder.
func (a *Agenda) page(t *testing.T, dir string) (path string) {
	t.Helper()
	var b bytes.Buffer
	if err := a.WriteHTML(&b, "exam-next.xlsx"); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, "exam-next.html")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// The page loads nothing, and its texts are texts.
func TestAgendaPage(t *testing.T) {
	data, err := os.ReadFile(hostile().page(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	s := string(data)
	for _, bad := range []string{"<script>document", "Why <b>", "<!--", "http:", "https:", "%!", "src="} {
		if strings.Contains(s, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for _, want := range []string{"default-src &#39;none&#39;; style-src", "Q1 · Why &lt;b&gt;?", "rain | &lt;/script&gt; &amp; fog",
		"3 people; the model expects 1.2 of 2", "1 person; the model", "9 other wordings",
		`value="1.5"`, "--decisions exam-next-points.csv"} {
		if !strings.Contains(s, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for top, want := range map[float64]string{1: "0 0.5 1 ", 2: "0 0.5 1 1.5 2 ", 5: "0 1 2 3 4 5 ",
		20: "0 10 20 ", 2.5: "0 1.25 2.5 ", 1. / 3: "0 0.16666666666666666 0.3333333333333333 "} {
		got := ""
		for _, c := range choices(top) {
			got += c[0] + " "
		}
		if got != want {
			t.Errorf("of %v: buttons for %s, expected %s", top, got, want)
		}
	}
}

// Answers are graded by keyboard alone. What is saved survives a closed page, and is what
// ReadDecisions reads.
func TestGradingByKeyboard(t *testing.T) {
	window := pagetest.Launch(t)
	a, dir := hostile(), t.TempDir()
	path := a.page(t, dir)
	tab := pagetest.NewTab(t, window, pagetest.TabOptions{Base: pagetest.File(dir) + "/",
		Name: "a teacher", Width: 1000, Height: 800, Script: pagetest.PageScript})
	tab.Open(filepath.Base(path))
	says := func(text string) {
		t.Helper()
		tab.Until(fmt.Sprintf("document.getElementById('status').textContent.startsWith(%q)", text))
	}
	const at = "document.activeElement.closest('.card').querySelector('h2').id"
	stands := func(want string) {
		t.Helper()
		if got := tab.Text(at); got != want {
			t.Errorf("the focus is at %s, expected %s", got, want)
		}
	}
	says("0 of 6 graded, 0 of 26 answers")
	tab.Keys("1")
	says("1 of 6 graded, 3 of 26 answers; not saved yet")
	stands("q2")
	tab.Text("document.activeElement.blur(); ''")
	tab.Keys("2") // where nothing has the focus
	stands("q2")
	says("1 of 6 graded")
	tab.Keys(kb.Enter + "2,5" + kb.Enter) // of 2
	tab.Until("document.getElementById('e2').textContent === 'A number from 0 to 2 is needed.'")
	tab.Keys(kb.Backspace + kb.Backspace + kb.Backspace + "0,5" + kb.Enter)
	stands("q3")
	tab.Keys("12" + kb.Enter) // of 12, more than a key can say
	stands("q4")
	tab.Keys(kb.ArrowUp + "\t\t ") // takes out the second of the other wordings
	tab.Until("document.activeElement.checked === false")
	tab.Keys(kb.ArrowDown + kb.ArrowDown)
	stands("q5")
	tab.Keys(kb.Enter + ".5" + kb.Enter)
	stands("q6")
	tab.Keys("2")
	stands("q4")
	says("5 of 6 graded, 25 of 26 answers")
	tab.Keys("0")
	says("All graded: save now.")
	tab.Click("#undo")
	says("Undone: no points")
	tab.Open(filepath.Base(path)) // the page is closed and opened again
	says("5 of 6 graded, 25 of 26 answers; not saved yet")
	stands("q4")
	tab.Do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		c := chromedp.FromContext(ctx)
		_, err := cdp.Call(ctx, c.Browser, browser.SetDownloadBehavior,
			browser.SetDownloadBehaviorParams{Behavior: "allow", DownloadPath: dir,
				BrowserContextID: c.BrowserContextID})
		return err
	}))
	tab.Click("#save")
	says("Saved 5 as exam-next-points.csv")
	saved := filepath.Join(dir, "exam-next-points.csv")
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(saved); err == nil {
			break
		} else if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	list, err := ReadDecisions(a.Data, saved)
	if err != nil {
		t.Fatal(err)
	}
	scores := []float64{.5, .25, 1, .5 / 12, 1}
	for k, i := range []int{0, 1, 2, 4, 5} {
		x := a.Items[i]
		answers := append([]string{x.Answer}, x.Others...)
		if i == 2 {
			answers = slices.Delete(answers, 2, 3)
		}
		if k >= len(list) || list[k].question != x.Question ||
			!slices.Equal(list[k].wordings, answers) || math.Abs(list[k].score-scores[k]) > 1e-9 {
			t.Errorf("decision %d: %+v, expected %v for %q", k, list, scores[k], answers)
		}
	}
}

// A browser that keeps nothing for files still grades, and says so.
func TestAgendaPageWithoutStorage(t *testing.T) {
	window, dir := pagetest.Launch(t), t.TempDir()
	path := hostile().page(t, dir)
	tab := pagetest.NewTab(t, window, pagetest.TabOptions{Base: pagetest.File(dir) + "/",
		Name: "a teacher", Width: 1000, Height: 800})
	tab.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, pages.AddScriptToEvaluateOnNewDocument,
			pages.AddScriptToEvaluateOnNewDocumentParams{
				Source: "Object.defineProperty(window, 'localStorage', {get() { throw new Error('none'); }})"})
		return err
	}))
	tab.Open(filepath.Base(path))
	tab.Until("!document.getElementById('lost').hidden && document.getElementById('kept').hidden")
	tab.Keys("1")
	tab.Until("document.getElementById('status').textContent.startsWith('1 of 6 graded')")
}

// Everybody can use the page: on telephones, in the dark, by screen reader.
func TestAgendaPageInABrowser(t *testing.T) {
	b := pagetest.Start(t)
	b.Each(t, pagetest.File(hostile().page(t, t.TempDir())), "next", func(tab *pagetest.Tab) {
		tab.Text("document.querySelectorAll('details').forEach(d => d.open = true); grade(0, '2'); grade(1, 'x'); ''")
	})
}
