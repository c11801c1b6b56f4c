package web

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/store"
)

//go:embed templates
var templateFiles embed.FS

// pages are the templates by the names of their pages.
type pages map[string]*template.Template

// view is what a page is made of.
type view struct {
	Page  string // the template
	Title string // which says the state, as "Your turn: respond"
	Body  any

	// Where Poll is not "", the page is shown anew when what is at this path is no more PollState.
	Poll, PollState string
	// Unseen, where it is not "", is where the script says that this page was seen.
	Unseen string

	Site    *site
	Account *store.Account
	Path    string
	Notices int // games with something new
}

// loadPages parses the templates, each page with those that all share.
func loadPages(a *assets) (pages, error) {
	shared, err := template.New("").Funcs(template.FuncMap{
		"asset":   a.path,
		"time":    timeOf,
		"plural":  plural,
		"problem": func(p problems, field string) string { return p[field] },
		"choice":  func(chosen, problem string) choice { return choice{chosen, problem} },
		"dict":    dict,
		"entryOf": entryOf,
		"yesno": func(yes bool) string {
			if yes {
				return "yes"
			}
			return "no"
		},
		"guest":   func(a *store.Account) bool { return a != nil && a.Kind == store.Guest },
		"maxText": func() int { return game.MaxCharacters },
		"maxGame": func() int { return game.MaxActive },
	}).ParseFS(templateFiles, "templates/shared/*.html")
	if err != nil {
		return nil, err
	}
	list, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	p := make(pages, len(list))
	for _, file := range list {
		t, err := shared.Clone()
		if err != nil {
			return nil, err
		}
		if t, err = t.ParseFS(templateFiles, file); err != nil {
			return nil, err
		}
		p[strings.TrimSuffix(path.Base(file), ".html")] = t
	}
	return p, nil
}

// choice is the choice about publishing, and what is wrong with it.
type choice struct{ Chosen, Problem string }

// entryOf is the form of who comes in on a page.
func entryOf(v view) entry {
	switch b := v.Body.(type) {
	case entry:
		return b
	case meBody:
		b.Entry.Problems = b.Problems
		return b.Entry
	}
	return entry{}
}

// dict gives a template several values by name.
func dict(pairs ...any) (map[string]any, error) {
	m := make(map[string]any)
	for i := 0; i+1 < len(pairs); i += 2 {
		name, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("a name that is %T, expected a string", pairs[i])
		}
		m[name] = pairs[i+1]
	}
	return m, nil
}

func (p pages) execute(w io.Writer, v view) error {
	t, ok := p[v.Page]
	if !ok {
		return fmt.Errorf("there is no template of the page %q", v.Page)
	}
	return t.ExecuteTemplate(w, "layout", v)
}
