package serve

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp"
)

// TestPageInABrowser fills in the form and sends a table as a person does.
func TestPageInABrowser(t *testing.T) {
	browser := pagetest.Start(t)
	sets, err := lrp.Load("sample-powergrading")
	if err != nil {
		t.Fatal(err)
	}
	m, err := lrp.Train(context.Background(), sets[0], lrp.TrainOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(Handler(m, quiet(Options{ShowKey: true})))
	defer server.Close()
	enter := pagetest.NewTab(t, pagetest.Launch(t), pagetest.TabOptions{
		Base: server.URL, Name: "somebody", Width: 1280, Height: 800})
	if n := enter.EnterEverywhere("/"); n < 3 {
		t.Errorf("found %d fields, expected those for tables", n)
	}
	t.Run("columns", func(t *testing.T) { confirmColumns(t, server.URL) })
	submitted := func(tab *pagetest.Tab, css string) { tab.Follow(css, "#result, #error") }
	browser.Each(t, server.URL+"/", "serve", nil)
	browser.Each(t, server.URL+"/?example=1", "serve-rated",
		func(tab *pagetest.Tab) {
			submitted(tab, "button[value=predict]")
			if n := tab.Text("String(document.querySelectorAll('.outcome').length)"); n != "10" {
				t.Errorf("%s grades, want 10", n)
			}
		})
	browser.Each(t, server.URL+"/?example=1", "serve-explained",
		func(tab *pagetest.Tab) { submitted(tab, "button[value=explain]") })
	send := func(text string) func(tab *pagetest.Tab) {
		return func(tab *pagetest.Tab) {
			tab.Text(`(() => {
				const d = new DataTransfer();
				d.items.add(new File([` + text + `], "exam.csv"));
				document.getElementById("file").files = d.files;
				return "";
			})()`)
			tab.Follow("#upload button", "#columns")
		}
	}
	exam := send(`"Student;1;2;3;4;5;6;7;8;9;10;Total\n" +
		["Ada", "Ben Bernanke-Featherstonehaugh", "=Cem", "Dora"].map((s, i) =>
		[s, "referendum", "fire", "secret", "mayor", "count", i ? "guilt" : "", "taxes", "monarchy",
		i > 1 ? "" : "prosecutor", "UN", ""].join(";")).join("\n")`)
	browser.Each(t, server.URL+"/", "serve-columns", exam)
	browser.Each(t, server.URL+"/", "serve-table", func(tab *pagetest.Tab) {
		exam(tab)
		submitted(tab, "#confirm .primary")
	})
	browser.Each(t, server.URL+"/", "serve-lacking", send(`"Student;1;2;Total\nAda;a;b;\n"`))
	browser.Each(t, server.URL+"/", "serve-unread", send(`"Student\n"`))
}

// examBook is a workbook of ten people with columns that a model cannot know.
func examBook(t *testing.T) []byte {
	t.Helper()
	header := []any{"Student", "Class", "1", "2", "3", "4", "Fifth question", "6", "7", "8", "9", "10",
		"Remarks of the teacher, who wrote down what she noticed about the person", "Total"}
	rows := [][]any{header}
	for i, name := range strings.Fields("Ada Ben Cem Dora Eve Finn Gül Hui Ivo Jo") {
		answers := []any{"a vote of the people about a law, which the citizens decide on themselves",
			"fire brigade", "so that it is secret", "the mayor", "they count", "guilt", "taxes",
			"a monarchy", "the public prosecutor", "United Nations"}
		answers[i] = nil
		row := append([]any{name + " <b>", []string{"10a", "10b"}[i%2]}, answers...)
		rows = append(rows, append(row, "Speaks <i>well</i> of "+name, 20-i))
	}
	var b bytes.Buffer
	if err := sheet.WriteBook(&b, sheet.Page{Name: "Exam", Rows: rows},
		sheet.Page{Name: "Contacts", Rows: [][]any{{"Name", "Mail"}, {"Ada", "a@example.org"}}}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// confirmColumns sends a workbook, changes by keyboard what its columns were taken for, and
// confirms, in windows of two widths, in one of them without scripts.
func confirmColumns(t *testing.T, server string) {
	book := base64.StdEncoding.EncodeToString(examBook(t))
	for _, width := range []int64{390, 1280} {
		tab := pagetest.NewTab(t, pagetest.Launch(t), pagetest.TabOptions{Base: server, Name: "a teacher",
			Width: width, Height: 800, Script: pagetest.PageScript, Dir: os.Getenv(pagetest.ShotsEnv)})
		if width < 1000 {
			tab.ScriptsOff()
		}
		tab.Open("/")
		tab.Text(fmt.Sprintf(`(() => {
			const d = new DataTransfer();
			d.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], "exam.xlsx"));
			document.getElementById("file").files = d.files;
			return "";
		})()`, book))
		look := func(css, name string) {
			t.Helper()
			tab.Until("document.readyState === 'complete' && !!document.querySelector(`" + css + "`)")
			tab.Look(name)
		}
		roles := func() string {
			return tab.Text(`Array.from(document.querySelectorAll("[name=role]"), (e) => e.value).join()`)
		}
		press := func(css, keys string) {
			tab.Text("(document.querySelector(`" + css + "`).focus(), '')")
			tab.Keys(keys)
		}
		tab.Click("#upload .primary")
		look("#columns .warning", "serve-columns-lacking")
		if n := 2; width > 1000 && tab.Enter() != n { // besides the selects
			t.Errorf("expected %d fields to press Enter in", n)
		}
		if got := roles(); got != "respondent,ignore,0,1,2,3,ignore,5,6,7,8,9,ignore,total" {
			t.Errorf("roles %q", got)
		}
		press("#c6", "answer to 6")
		press("#confirm .primary", "\r")
		look("#error", "serve-columns-twice")
		if got := roles(); got != "respondent,ignore,0,1,2,3,5,5,6,7,8,9,ignore,total" {
			t.Errorf("roles %q after an error", got)
		}
		press("#c6", "answer to 5")
		press("#c13", "left")
		color := func(n int) string {
			return tab.Text(fmt.Sprintf(`getComputedStyle(document.querySelector(
				".columns tbody td:nth-child(%d)")).color`, n))
		}
		if color(15) == color(2) || color(15) != color(3) {
			t.Errorf("a column that is left out has the colour %s, one that is not %s", color(15), color(2))
		}
		look("#columns", "serve-columns-chosen")
		press("#confirm .primary", "\r")
		look("#result", "serve-columns-rated")
		if got := roles(); got != "respondent,ignore,0,1,2,3,4,5,6,7,8,9,ignore,ignore" {
			t.Errorf("roles %q after the ratings", got)
		}
		tab.Text(`(document.querySelectorAll("details").forEach((d) => { d.open = true; }), "")`)
		look("#result", "serve-columns-change")
		tab.SameOrigin()
	}
}
