package lunagame_test

import (
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/site"
)

// TestOtherSitesInABrowser has pages of another site, one of them after DNS rebinding, read pages and
// act in a browser in which somebody is logged in.
func TestOtherSitesInABrowser(t *testing.T) {
	r := run(t, options{site.Options{DB: filepath.Join(t.TempDir(), "luna.db"), Hosts: []string{}},
		lunagame.Options{}})
	form := "application/x-www-form-urlencoded"
	play := func(t *testing.T, p *pagetest.Page) {
		p.Text(t, `fetch("/enter/guest", {method: "POST", body: new URLSearchParams({consent: "no"})})
			.then(a => document.title = "entered " + a.status), ""`)
		p.Until(t, "document.title === 'entered 200'")
	}
	pagetest.Attack(t, r, play,
		pagetest.Ask{Method: "GET", Path: "/me"}, pagetest.Ask{Method: "GET", Path: "/"},
		pagetest.Ask{Method: "GET", Path: "/home"}, pagetest.Ask{Method: "GET", Path: "/export"},
		pagetest.Ask{Method: "GET", Path: "/openapi.json"},
		pagetest.Ask{Method: "POST", Path: "/me/consent", Type: form, Body: "consent=yes"},
		pagetest.Ask{Method: "POST", Path: "/me/delete", Type: form, Body: "sure=yes"},
		pagetest.Ask{Method: "POST", Path: "/enter/guest", Type: form, Body: "consent=yes"},
		pagetest.Ask{Method: "POST", Path: "/leave", Type: form, Body: "a=b"},
		pagetest.Ask{Method: "POST", Path: "/registerGuest", Type: form, Body: "consent=yes"},
		pagetest.Ask{Method: "POST", Path: "/registerMachine", Type: "application/json",
			Body: `{"username":"owned","consent":true}`},
		pagetest.Ask{Method: "POST", Path: "/login", Type: form, Body: "username=a&password=b"},
	).Check(t)
}
