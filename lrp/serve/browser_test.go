package serve

import (
	"context"
	"net/http/httptest"
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
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
	if n := enter.EnterEverywhere("/"); n < 5 {
		t.Errorf("found %d fields, expected those for tables", n)
	}
	submitted := func(t *testing.T, p *pagetest.Page, css string) {
		t.Helper()
		p.Follow(t, css, "#result, #error")
	}
	browser.Each(t, server.URL+"/", "serve", nil)
	browser.Each(t, server.URL+"/?example=1", "serve-rated",
		func(t *testing.T, p *pagetest.Page) {
			submitted(t, p, "button[value=predict]")
			if n := p.Text(t, "String(document.querySelectorAll('.outcome').length)"); n != "10" {
				t.Errorf("%s grades, want 10", n)
			}
		})
	browser.Each(t, server.URL+"/?example=1", "serve-explained",
		func(t *testing.T, p *pagetest.Page) { submitted(t, p, "button[value=explain]") })
	send := func(text string) func(t *testing.T, p *pagetest.Page) {
		return func(t *testing.T, p *pagetest.Page) {
			p.Text(t, `(() => {
				const d = new DataTransfer();
				d.items.add(new File([`+text+`], "exam.csv"));
				document.getElementById("file").files = d.files;
				return "";
			})()`)
			submitted(t, p, "#upload button")
		}
	}
	browser.Each(t, server.URL+"/", "serve-table", send(`"Student;1;2;3;4;5;6;7;8;9;10;Total\n" +
		["Ada", "Ben Bernanke-Featherstonehaugh", "=Cem", "Dora"].map((s, i) =>
		[s, "referendum", "fire", "secret", "mayor", "count", i ? "guilt" : "", "taxes", "monarchy",
		i > 1 ? "" : "prosecutor", "UN", ""].join(";")).join("\n")`))
	browser.Each(t, server.URL+"/", "serve-refused", send(`"Student;1;2;Total\nAda;a;b;\n"`))
}
