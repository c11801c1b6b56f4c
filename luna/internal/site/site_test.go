package site_test

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// visitor is one player's browser and API client.
type visitor struct {
	t      *testing.T
	client *http.Client
	url    string
	token  string
}

func newVisitor(t *testing.T, h http.Handler) *visitor {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	jar := suite.Must(cookiejar.New(nil))(t)
	s.Client().Jar = jar
	return &visitor{t: t, client: s.Client(), url: s.URL}
}

// send posts a form, or gets a page if form is nil, and expects a status and a text in the answer.
func (v *visitor) send(path string, form url.Values, status int, want string) {
	v.t.Helper()
	method := http.MethodGet
	if form != nil {
		method = http.MethodPost
	}
	r := suite.Must(http.NewRequestWithContext(v.t.Context(), method, v.url+path,
		strings.NewReader(form.Encode())))(v.t)
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if v.token != "" {
		r.Header.Set("Authorization", "Bearer "+v.token)
	}
	a := suite.Must(v.client.Do(r))(v.t)
	defer a.Body.Close()
	body := suite.Must(io.ReadAll(a.Body))(v.t)
	if a.StatusCode != status || !strings.Contains(string(body), want) {
		v.t.Errorf("%s %s: %d, want %d and %q\n%s", method, path, a.StatusCode, status, want, body)
	}
}

// TestAnotherGame plays a game other than the Luna Game on a site, alone and alongside it, through
// pages and the JSON API with the same account. Its events survive a restart.
func TestAnotherGame(t *testing.T) {
	for name, beside := range map[string][]site.Opener{
		"alone": nil, "beside the Luna Game": {lunagame.Opener(lunagame.Options{})},
	} {
		t.Run(name, func(t *testing.T) {
			o := site.Options{DB: filepath.Join(t.TempDir(), "luna.db"), Cost: sitetest.Cost}
			open := func() (*site.Site, *coin) {
				c := &coin{}
				s := suite.Must(site.Open(t.Context(), o,
					append(beside[:len(beside):len(beside)], c.open)...))(t)
				return s, c
			}
			s, c := open()
			v := newVisitor(t, s)
			v.send("/healthz", nil, 200, `"ok"`)
			v.send("/coin", nil, 200, "<h1>Log in</h1>")
			v.send("/enter/signup", url.Values{"username": {"Ann"}, "password": {"correct horse"},
				"consent": {"no"}}, 200, "Coins")
			v.send("/coin", nil, 200, "Ann has tossed 0 coins")
			v.send("/coin", url.Values{}, 200, "Ann has tossed 1 coin.")
			v.send("/me", nil, 200, "You have tossed 1 coin.")
			v.send("/rules", nil, map[bool]int{true: 200, false: 404}[beside != nil], "")

			ann := suite.Must(s.Accounts().Named(t.Context(), "ann"))(t)
			v.send("/tosses", url.Values{}, 401, "token is needed")
			v.token = suite.Must(s.Accounts().Token(ann))(t)
			v.send("/tosses", url.Values{}, 200, "2")
			v.send("/coin", nil, 200, `<span class="badge">2`)
			v.send("/me/look", url.Values{"initial": {"Ä"}, "color": {"#123456"}}, 200,
				"were saved")
			suite.OK(t, s.Close())
			if want := []string{"Ann", "Ann"}; !slices.Equal(c.renamed, want) {
				t.Errorf("the game was notified of the name %q, want %q", c.renamed, want)
			}

			s, c = open()
			defer s.Close()
			again := newVisitor(t, s)
			again.token = v.token
			again.send("/tosses", url.Values{}, 200, "3")
			again.send("/tosses", url.Values{}, 409, "no more coins")
			if err := s.Accounts().Delete(t.Context(), ann.ID); err != nil ||
				!slices.Equal(c.deleted, []accounts.ID{ann.ID}) {
				t.Errorf("the game was notified of the deletion of %q, want %q: %v",
					c.deleted, ann.ID, err)
			}
			again.send("/tosses", url.Values{}, 401, "no longer exists")
		})
	}
}

// TestSiteKnowsNoGame checks that the shared packages import no game.
func TestSiteKnowsNoGame(t *testing.T) {
	const module = "github.com/luna-rating/luna/"
	out := suite.Must(exec.Command("go", "list", "-deps", "./...").Output())(t)
	for path := range strings.Lines(string(out)) {
		path, own := strings.CutPrefix(strings.TrimSpace(path), module)
		if own && !strings.HasPrefix(path, "internal/") &&
			!strings.HasPrefix(path, "luna/internal/site") {
			t.Errorf("a package of the site imports %s", path)
		}
	}
}
