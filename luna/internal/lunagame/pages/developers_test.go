package pages_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// TestDevelopersPage checks that the page for authors of players names this server's address, and
// that the files that it links to are those of the documentation.
func TestDevelopersPage(t *testing.T) {
	p := open(t, limits, nil)
	v := p.visitor(t)
	v.Get("/").Want(t, http.StatusOK, "The Luna Game", `href="/developers"`)
	v.Get("/developers").Want(t, http.StatusOK, "For developers", `href="/template.py"`,
		`href="/interface.md"`, p.URL+"/registerMachine")
	for path, file := range map[string]string{
		"/template.py":  "../../../../docs/players/template.py",
		"/interface.md": "../../../../docs/playing.md",
	} {
		want := suite.Must(os.ReadFile(file))(t)
		got := v.Get(path)
		if got.Status != http.StatusOK || got.HTML != string(want) {
			t.Errorf("%s is not %s (status %d): go generate ./luna/internal/lunagame/pages copies it", path,
				file, got.Status)
		}
	}
	behind := open(t, limits, func(o *options) { o.BaseURL = "https://luna.example.org/" })
	behind.visitor(t).Get("/developers").Want(t, http.StatusOK, "For developers",
		"https://luna.example.org/registerMachine")
}

func TestBanner(t *testing.T) {
	p := open(t, limits, func(o *options) { o.Banner = "All people are <simulated>." })
	for _, path := range []string{"/", "/rules", "/nowhere"} {
		if got := p.visitor(t).Get(path).HTML; !strings.Contains(got,
			"All people are &lt;simulated&gt;.") {
			t.Errorf("%s has no banner:\n%s", path, got)
		}
	}
	if got := open(t, limits, nil).visitor(t).Get("/").HTML; strings.Contains(got, "banner") {
		t.Errorf("a banner without a text:\n%s", got)
	}
}
