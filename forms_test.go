package luna_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// action is an action of a template. Without them, a template has the elements of all its cases.
var action = regexp.MustCompile(`(?s)\{\{.*?\}\}`)

// TestDefaultButtons checks the forms of all pages: Enter presses the first button of a form, which
// must be the one that the form is about.
func TestDefaultButtons(t *testing.T) {
	forms := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".html" {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		page := action.ReplaceAllString(string(source), "")
		forms += strings.Count(page, "<form")
		for _, f := range formFaults(page) {
			t.Errorf("%s: %s", path, f)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if forms < 20 {
		t.Errorf("found %d forms, expected those of all sites", forms)
	}
}

// TestDefaultButtonsAreFound checks that the rule finds what breaks it.
func TestDefaultButtonsAreFound(t *testing.T) {
	const field = `<input name="guess" type="number">`
	for page, wrong := range map[string]string{
		`<form>` + field + `<button>Send</button><button hidden>Mean</button></form>`: "",
		`<form>` + field + `<button hidden>Mean</button><button>Send</button></form>`: "hidden",
		`<form id="a">` + field + `<button type="button">Mean</button></form>
			<button form="a">Send</button>`: "",
		`<form><button class="second small" formnovalidate>Mean</button>` + field +
			`<button>Send</button></form>`: "formnovalidate",
		`<form><button class="second">Back</button>` + field + `<button>On</button></form>`:   "lesser",
		`<form><input name="password"><button class="danger">Delete</button></form>`:          "danger",
		`<form><input type="checkbox" required><button class="danger">Delete</button></form>`: "",
		`<form><input type="hidden"><button class="danger">Leave</button></form>`:             "",
		`<form>` + field + `</form>`: "no button",
	} {
		got := strings.Join(formFaults(page), "; ")
		if wrong == "" && got != "" || !strings.Contains(got, wrong) {
			t.Errorf("%s: %q, want %q", page, got, wrong)
		}
	}
}

// formFaults returns what is wrong with the default buttons of forms in the source of a page. Enter
// presses the first button of a form that sends it, even if it is hidden: that must be the one that
// the form is about.
func formFaults(source string) (faults []string) {
	doc, err := html.Parse(strings.NewReader(source))
	if err != nil {
		return []string{err.Error()}
	}
	forms := make(map[string]*form) // by their id
	var list []*form
	var walk func(n *html.Node, in *form)
	walk = func(n *html.Node, in *form) {
		if n.Type == html.ElementNode && n.Data == "form" {
			in = &form{node: n}
			list, forms[attribute(n, "id")] = append(list, in), in
		}
		of := in
		if id := attribute(n, "form"); id != "" {
			of = forms[id]
		}
		if of != nil {
			of.add(n)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, in)
		}
	}
	walk(doc, nil)
	for _, f := range list {
		if s := f.fault(); s != "" {
			faults = append(faults, fmt.Sprintf("the form to %q: %s", attribute(f.node, "action"), s))
		}
	}
	return faults
}

// form is a form with what counts for Enter.
type form struct {
	node      *html.Node
	fields    int  // in which Enter presses the default button
	confirmed bool // by a box that must be ticked
	buttons   []*html.Node
}

func (f *form) add(n *html.Node) {
	kind := attribute(n, "type")
	switch {
	case n.Data == "button" && (kind == "" || kind == "submit"),
		n.Data == "input" && (kind == "submit" || kind == "image"):
		f.buttons = append(f.buttons, n)
	case n.Data == "input" && !slices.Contains([]string{"hidden", "button", "reset", "range"}, kind):
		f.fields++
		f.confirmed = f.confirmed || kind == "checkbox" && has(n, "required")
	}
}

// fault says what is wrong, "" if nothing is. A form that destroys something has no field, or a box
// that must be ticked.
func (f *form) fault() string {
	if f.fields == 0 {
		return ""
	}
	if len(f.buttons) == 0 {
		return "no button sends it, expected one"
	}
	first := f.buttons[0]
	for _, name := range []string{"hidden", "disabled", "formnovalidate", "formaction", "formmethod"} {
		if has(first, name) {
			return fmt.Sprintf("its first button has the attribute %s, and Enter presses it", name)
		}
	}
	look := strings.Fields(attribute(first, "class"))
	switch {
	case slices.Contains(look, "danger") && !f.confirmed:
		return "its first button is a danger, and Enter presses it"
	case slices.Contains(look, "second"), slices.Contains(look, "small"):
		return "its first button is a lesser one, and Enter presses it"
	}
	return ""
}

func has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
