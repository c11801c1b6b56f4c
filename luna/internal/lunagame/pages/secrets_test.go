package pages_test

import (
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// rate plays a game in which player guesses guess and other guesses rating.
func rate(t *testing.T, p *place, player, other game.PlayerID, guess, rating float64) {
	t.Helper()
	r, ctx := p.referee, t.Context()
	g := suite.Must(r.Enter(ctx, player, texts("", "q")))(t)
	suite.Must(r.Enter(ctx, other, texts("", "q")))(t)
	for _, id := range []game.PlayerID{player, other} {
		suite.Must(r.Respond(ctx, id, g.ID, texts("", "r")))(t)
	}
	suite.Must(r.Guess(ctx, player, g.ID, guess))(t)
	suite.Must(r.Guess(ctx, other, g.ID, rating))(t)
}

// TestGamesOfOthersAreNotThere checks that other players' games are answered exactly like games
// that do not exist.
func TestGamesOfOthersAreNotThere(t *testing.T) {
	p := open(t, limits, nil)
	ann, eve := p.guest(t, "no"), p.guest(t, "no")
	path := ann.begin(texts("Ann", "question")...)
	for _, try := range []string{"", "/state", "/interview", "/response", "/guess", "/end",
		"/seen"} {
		var answers [2]page
		for i, at := range []string{path, "/play/000000000000000000000000"} {
			if try == "" || try == "/state" {
				answers[i] = eve.Get(at + try)
			} else {
				answers[i] = eve.Post(at+try, url.Values{"guess": {"50"}, "q1": {"x"}, "r1": {"x"}})
			}
			answers[i].HTML = strings.ReplaceAll(answers[i].HTML, at, "")
		}
		if answers[0].Status != http.StatusNotFound || answers[0].HTML != answers[1].HTML {
			t.Errorf("%s: %d, %d\n%s", try, answers[0].Status, answers[1].Status, answers[0].HTML)
		}
	}
	if v, err := p.referee.Game(t.Context(), ann.id, idOf(path)); err != nil || !v.Active || v.Phase != 1 {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestTextsStayTexts sends markup and other special texts in every field.
func TestTextsStayTexts(t *testing.T) {
	p := open(t, limits, nil)
	hostile := []string{
		`<script>document.title='x'</script>`, `"><img src=x onerror=alert(1)>`,
		`'; DROP TABLE accounts; --`, `</textarea></blockquote><script>1</script>`,
		"{{.Site.Desk}} ${7*7} %s %00 \u202Eabc \u2066שלום עולם 👩🏽‍🚀\n\n  a\u0301\ttab  ",
	}
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	path := ann.begin(hostile...)
	bob.begin(hostile...)
	plain := func(g page, what string) {
		t.Helper()
		text := html.UnescapeString(g.HTML)
		for _, h := range hostile {
			if !strings.Contains(text, h) {
				t.Fatalf("%s: %q is not shown unchanged\n%s", what, h, g.HTML)
			}
			if strings.Contains(h, "<") && strings.Contains(g.HTML, h) {
				t.Fatalf("%s: %q is not escaped", what, h)
			}
		}
	}
	plain(ann.Get(path), "responding")
	plain(ann.Get("/play/new"), "old questions")
	typed := five("q", hostile...)
	typed.Set("fill", "none")
	plain(ann.Post("/play/new", typed), "typed again")
	for _, v := range []*person{ann, bob} {
		v.Post(path+"/response", five("r", hostile...))
	}
	plain(ann.Get(path), "guessing")
	ann.Post(path+"/guess", url.Values{"guess": {"50"}})
	plain(ann.Get(path), "waiting")
	bob.Post(path+"/guess", url.Values{"guess": {"50"}})
	plain(bob.Get(path), "final")

	for _, h := range []string{"<b>", "'\"", "{{.}}", "<>", "é", "\u202Ea"} {
		ann.Post("/me/look", url.Values{"initial": {h}, "color": {"#12345\""}})
		if g := ann.Get("/me"); strings.Contains(g.HTML, "<b>") ||
			strings.Contains(g.HTML, `#12345"`) {
			t.Errorf("%q: %s", h, g.HTML)
		}
	}
	eve := p.visitor(t)
	got := eve.Post("/enter/signup",
		url.Values{"consent": {"no"}, "username": {`<i>"eve"</i>`}, "password": {"12345678"},
			"email": {"<b>@"}})
	got.Want(t, http.StatusBadRequest, "Sign up", `value="&lt;i&gt;&#34;eve&#34;&lt;/i&gt;"`)
	got = eve.Post("/enter/signup",
		url.Values{"consent": {"no"}, "username": {`<i>"eve"</i>`}, "password": {"12345678"}})
	if got.Path == "/rules" && strings.Contains(eve.Get("/me").HTML, "<i>") {
		t.Error("a name is not escaped")
	}
}
