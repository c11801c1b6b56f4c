package desk

import (
	"embed"
	"html/template"
	"net/http"
	"strings"

	"github.com/luna-rating/luna/internal/style"
)

//go:embed templates
var templates embed.FS

var pages = style.Documents(templates, template.FuncMap{"lower": strings.ToLower})

// handler serves the pages, to those who use one of the names of this computer if there are any.
func (d *Desk) handler() http.Handler {
	mux := http.NewServeMux()
	for _, x := range []struct {
		path, page string
		show       func(r *http.Request, label string) (status int, data any)
	}{
		{"/form/{secret}", "form", d.rank},
		{"/consent/{secret}", "consent", d.consent},
		{"/verdicts/{secret}", "verdicts", d.correct},
		{"/control/{secret}", "control", d.control},
		{"/control/{secret}/status", "status", d.status},
	} {
		mux.HandleFunc(x.path, func(w http.ResponseWriter, r *http.Request) {
			label := d.labelOf[r.PathValue("secret")]
			if label == "" || (label == controlKey) != strings.HasPrefix(x.path, "/control/") {
				http.NotFound(w, r)
				return
			}
			r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
			if r.ParseForm() != nil {
				http.Error(w, "found a form that did not arrive as a whole; send it again", http.StatusBadRequest)
				return
			}
			status, data := x.show(r, label)
			if status == http.StatusSeeOther { // so that the form is not sent again
				http.Redirect(w, r, data.(string), status)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(status)
			_ = pages[x.page].Write(w, data) // fails if the reader has left
		})
	}
	mux.Handle("/", d.pages)
	return d.pages.Guard(policy, mux)
}

// policy is the Content-Security-Policy of the pages with forms, one of which frames another.
const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-src 'self'; " +
	"frame-ancestors 'self'"
