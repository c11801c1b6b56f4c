package server_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/server"
)

// TestReports has a guest report what another one asked. The operator sees it with the texts, even
// when the game was left, and closes it; the guest's reasons go when their texts are removed.
func TestReports(t *testing.T) {
	db := filepath.Join(t.TempDir(), "luna.db")
	s := openGames(t, db)
	h := httptest.NewServer(s)
	defer h.Close()
	defer s.Close()
	guest := func() func(path string, form url.Values) (string, string) {
		jar, _ := cookiejar.New(nil)
		c := &http.Client{Jar: jar}
		post := func(path string, form url.Values) (string, string) {
			t.Helper()
			res := suite.Must(c.PostForm(h.URL+path, form))(t)
			defer res.Body.Close()
			var b strings.Builder
			_ = res.Write(&b)
			return res.Request.URL.Path, b.String()
		}
		post("/enter/guest", url.Values{"consent": {"no"}})
		return post
	}
	five := func(text string) url.Values {
		form := url.Values{}
		for _, q := range []string{"q1", "q2", "q3", "q4", "q5"} {
			form.Set(q, text+" "+q)
		}
		return form
	}
	ann, bob := guest(), guest()
	ann("/play/new", five("You are an insult?"))
	game, _ := bob("/play/new", five("How are you?"))
	for reason, want := range map[string]string{"": "say what is wrong", " ": "say what is wrong",
		strings.Repeat("x", 1001): "say what is wrong", "It is an <insult>.": "Thank you for your report"} {
		if _, text := bob(game+"/report", url.Values{"reason": {reason}}); !strings.Contains(text, want) {
			t.Errorf("reason %.20q: %q is missing: %s", reason, want, text)
		}
	}
	if _, text := guest()(game+"/report", url.Values{"reason": {"x"}}); !strings.Contains(text, "404") {
		t.Errorf("a stranger reports: %s", text)
	}
	bob(game+"/end", nil)
	list, err := server.Reports(t.Context(), db, false)
	if err != nil || len(list) != 1 {
		t.Fatalf("found %+v, %v", list, err)
	}
	r := list[0]
	if r.Reason != "It is an <insult>." || r.Kind != server.LunaGame || len(r.Texts) != 10 ||
		r.Texts[0].Text != "You are an insult? q1" || r.Texts[0].Player == r.Reporter ||
		r.Texts[9].Player != r.Reporter {
		t.Errorf("found %+v", r)
	}
	if err := server.EraseTexts(t.Context(), db, r.Reporter); err != nil {
		t.Error(err)
	}
	for range 9 {
		bob(game+"/report", url.Values{"reason": {"again"}})
	}
	if _, text := bob(game+"/report", url.Values{"reason": {"x"}}); !strings.Contains(text, "429") {
		t.Errorf("an 11th report: %s", text)
	}
	if err := server.CloseReport(t.Context(), db, r.ID); err != nil {
		t.Error(err)
	}
	if err := server.CloseReport(t.Context(), db, r.ID); err == nil {
		t.Error("a report can be closed twice")
	}
	list, err = server.Reports(t.Context(), db, true)
	if err != nil || len(list) != 10 || !list[0].Closed || list[0].Reason != "[removed]" || list[1].Closed {
		t.Errorf("found %+v, %v", list, err)
	}
}
