package pages

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

//go:embed templates
var siteTemplates embed.FS

// templates are the templates of the pages, by name.
type templates map[string]*template.Template

// View is the data from which a page is made.
type View struct {
	Page  string // the template
	Title string // the title, which says the state, such as "Your turn: respond"
	Body  any

	// If State is not empty, the script loads the page again when it differs from [News.State], or
	// says so where the player types.
	State string
	Waits bool // the script follows the news of a player who waits, also while nobody looks
	// If Unseen is not empty, the script reports to this path that the page was seen.
	Unseen string
	// Refresh is the number of seconds after which the page is reloaded if scripts are off; 0 means
	// never.
	Refresh int
	// Styles and Scripts are files that the page loads in addition to those of all pages.
	Styles, Scripts []string

	// Set by [Exchange.Show].

	Site    *site
	Account *accounts.Account // the player's account, nil for a visitor
	Path    string
	Nav     []menuItem
}

// loadTemplates parses the pages of the site and of its games.
func loadTemplates(s *site) (templates, error) {
	shared := template.New("").Funcs(template.FuncMap{
		"asset":   s.assets.path,
		"time":    timeTag,
		"plural":  Plural,
		"problem": func(p Problems, field string) string { return p[field] },
		"choice":  func(chosen, problem string) choice { return choice{chosen, problem} },
		"dict":    dict,
		"entryOf": entryOf,
		"yesno":   yesNo,
		"guest":   func(a *accounts.Account) bool { return a != nil && a.Kind == accounts.Guest },
		"slot":    s.slot,
	})
	own, err := fs.Sub(siteTemplates, "templates")
	if err != nil {
		return nil, err
	}
	sources := []fs.FS{own}
	for _, set := range s.sets {
		shared.Funcs(set.Funcs)
		if set.Templates != nil {
			sources = append(sources, set.Templates)
		}
	}
	for _, source := range sources {
		if files, _ := fs.Glob(source, "shared/*.html"); len(files) > 0 {
			if _, err := shared.ParseFS(source, files...); err != nil {
				return nil, err
			}
		}
	}
	list := make(templates)
	for _, source := range sources {
		if err := list.add(shared, source); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// add parses each page together with what all pages share.
func (list templates) add(shared *template.Template, source fs.FS) error {
	files, err := fs.Glob(source, "*.html")
	if err != nil {
		return err
	}
	for _, file := range files {
		t, err := shared.Clone()
		if err == nil {
			t, err = t.ParseFS(source, file)
		}
		if err != nil {
			return err
		}
		list[strings.TrimSuffix(path.Base(file), ".html")] = t
	}
	return nil
}

func (list templates) execute(w io.Writer, v View) error {
	t, ok := list[v.Page]
	if !ok {
		return fmt.Errorf("there is no template of the page %q", v.Page)
	}
	return t.ExecuteTemplate(w, "layout", v)
}

// slot renders what the games put in a slot of a page of the site; see [Set].
func (s *site) slot(name string, v View) (template.HTML, error) {
	var b bytes.Buffer
	t := s.templates[v.Page]
	for _, set := range s.sets {
		var data any = v
		if e, ok := v.Body.(entry); ok && e.Later != nil && e.Later.Name != set.Name {
			continue
		}
		if body, ok := v.Body.(meBody); ok {
			data = body.Profiles[set.Name]
		}
		if full := set.Name + "-" + name; t.Lookup(full) != nil {
			if err := t.ExecuteTemplate(&b, full, data); err != nil {
				return "", err
			}
		}
	}
	return template.HTML(b.String()), nil
}

// choice is the player's choice about publication, and what is wrong with it.
type choice struct{ Chosen, Problem string }

// entryOf returns the form of the visitor's registration on a page.
func entryOf(v View) entry {
	switch b := v.Body.(type) {
	case entry:
		return b
	case meBody:
		b.Entry.Problems = b.Problems
		return b.Entry
	}
	return entry{}
}

// dict passes several values to a template, by name.
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

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// timeTag marks up a time.
func timeTag(t time.Time) template.HTML {
	t = t.UTC()
	return template.HTML(`<time datetime="` + t.Format(time.RFC3339) + `">` +
		t.Format("2 Jan 2006, 15:04") + ` UTC</time>`)
}

// Plural returns a number with a noun, such as "1 game" or "2 games".
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
