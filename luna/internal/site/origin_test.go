package site_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site"
)

// A page of an attacker, whose name resolves to this machine, reads and sends nothing. With https,
// browsers are told to keep to it.
func TestHostsAndHeaders(t *testing.T) {
	const year = "max-age=31536000"
	for _, c := range []struct {
		o    site.Options
		host string
		want int
		hsts string
	}{
		{site.Options{Hosts: []string{}}, "attacker.example", 421, ""},
		{site.Options{Hosts: []string{}}, "localhost:8080", 200, ""},
		{site.Options{Hosts: []string{}}, "127.0.0.1:8080", 200, ""},
		{site.Options{Hosts: []string{"luna.lan"}}, "luna.lan:8080", 200, ""},
		{site.Options{Hosts: []string{}, BaseURL: "https://luna.example.org"}, "luna.example.org", 200,
			year},
		{site.Options{BaseURL: "https://luna.example.org"}, "backend", 200, year},
		{site.Options{BaseURL: "http://luna.lan"}, "backend", 200, ""},
	} {
		c.o.DB = filepath.Join(t.TempDir(), "luna.db")
		s, err := site.Open(t.Context(), c.o, new(coin).open)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for _, path := range []string{"/livez", "/registerGuest", "/", "/static/luna.css", "/nothing"} {
			r := httptest.NewRequest("GET", path, http.NoBody)
			r.Host = c.host
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if refused := w.Code == http.StatusMisdirectedRequest; refused != (c.want == 421) {
				t.Errorf("%s of %s with %v: %d", path, c.host, c.o.Hosts, w.Code)
			}
			for name, want := range map[string]string{
				"Strict-Transport-Security": c.hsts, "X-Content-Type-Options": "nosniff",
				"Cross-Origin-Opener-Policy":   "same-origin",
				"Cross-Origin-Resource-Policy": "same-origin",
			} {
				if got := w.Header().Get(name); got != want {
					t.Errorf("%s of %s: %s is %q, expected %q", path, c.host, name, got, want)
				}
			}
			secured := http.Header{}
			httpx.Secure(secured, "")
			for name := range secured {
				if w.Header().Get(name) == "" {
					t.Errorf("%s has no %s", path+" of "+c.host, name)
				}
			}
		}
	}
}
