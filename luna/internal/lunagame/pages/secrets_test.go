package pages_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// secret is a text or number of one player, with the phase from which on the opponent's pages may
// show it.
type secret struct {
	text string
	from int
}

// orders returns all orders in which two seats can make the six submissions of a game.
func orders() [][]int {
	list := [][]int{{}}
	for range 3 {
		var longer [][]int
		for _, o := range list {
			longer = append(longer, append(append([]int{}, o...), 0, 1),
				append(append([]int{}, o...), 1, 0))
		}
		list = longer
	}
	return list
}

// TestNothingShowsTooEarly checks every page that a player can get, after each submission, for all
// orders of submissions.
func TestNothingShowsTooEarly(t *testing.T) {
	p := open(t, limits, nil)
	seats := [2]*person{p.guest(t, "yes"), p.guest(t, "yes")}
	names, guesses, ratings := [2]string{"Ann", "Bob"}, [2]float64{17.3, 83.6},
		[2]float64{61.4, 42.7}
	r, ctx := p.referee, t.Context()
	for i, v := range seats {
		suite.Must(p.accounts.SetInitial(ctx, accounts.ID(v.id), [2]string{"Ä", "Ø"}[i]))(t)
		suite.Must(p.accounts.SetColor(ctx, accounts.ID(v.id), [2]string{"#a1b2c3", "#b4c5d6"}[i]))(t)
	}
	points := 0
	for n, order := range orders() {
		// Reset both ratings to the known values.
		secrets := [2][]secret{}
		for i, v := range seats {
			if n == 0 {
				rate(t, p, v.id, p.guest(t, "no").id, 50, ratings[i])
			}
			now := suite.Must(r.Player(ctx, v.id, play.MaxHistory))(t)
			rating := fmt.Sprintf(">%s<", oneDigit(*now.Rating))
			secrets[i] = []secret{{fmt.Sprintf(">%v<", guesses[i]), 6}, {rating, 6},
				{[2]string{"Ä", "Ø"}[i], 6}, {[2]string{"#a1b2c3", "#b4c5d6"}[i], 6}}
			for k := range 5 {
				secrets[i] = append(secrets[i],
					secret{html.EscapeString(texts(names[i], fmt.Sprint("question in ", n))[k]), 2},
					secret{html.EscapeString(texts(names[i], fmt.Sprint("response in ", n))[k]), 4})
			}
		}
		first, err := r.Enter(ctx, seats[0].id, nil)
		suite.OK(t, err)
		suite.Must(r.Enter(ctx, seats[1].id, nil))(t)
		path := "/play/" + string(first.ID)
		look := func(phase int) {
			points++
			for i, v := range seats {
				final := v.get(path)
				pages := []page{final, v.get("/play"), v.get("/me"), v.get(path + "/state"),
					v.get("/play/new")}
				if phase < 6 {
					pages = append(pages, v.post(path+"/guess", url.Values{"guess": {"x"}}))
				}
				for _, g := range pages {
					for _, s := range secrets[1-i] {
						if phase < s.from && strings.Contains(g.html, s.text) {
							t.Fatalf("%v, phase %d: %s shows %q to %s\n%s", order, phase, g.path,
								s.text, names[i], g.html)
						}
					}
					if phase < 6 && (strings.Contains(g.html, "a machine</strong>") ||
						strings.Contains(g.html, "a person</strong>")) {
						t.Fatalf("phase %d: %s reveals whether the opponent is a machine",
							phase, g.path)
					}
				}
				for _, s := range secrets[1-i] {
					if phase == 6 && !strings.Contains(final.html, s.text) {
						t.Fatalf("%q is missing at the end\n%s", s.text, final.html)
					}
				}
			}
		}
		look(0)
		for k, seat := range order {
			v := seats[seat]
			switch k / 2 {
			case 0:
				_, err = r.Interview(ctx, v.id, first.ID,
					texts(names[seat], fmt.Sprint("question in ", n)))
			case 1:
				_, err = r.Respond(ctx, v.id, first.ID,
					texts(names[seat], fmt.Sprint("response in ", n)))
			default:
				_, err = r.Guess(ctx, v.id, first.ID, guesses[seat])
			}
			suite.OK(t, err)
			look(k + 1)
		}
	}
	if points != 8*7 {
		t.Errorf("%d points checked", points)
	}
}

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
				answers[i] = eve.get(at + try)
			} else {
				answers[i] = eve.post(at+try, url.Values{"guess": {"50"}, "q1": {"x"}, "r1": {"x"}})
			}
			answers[i].html = strings.ReplaceAll(answers[i].html, at, "")
		}
		if answers[0].status != http.StatusNotFound || answers[0].html != answers[1].html {
			t.Errorf("%s: %d, %d\n%s", try, answers[0].status, answers[1].status, answers[0].html)
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
		text := html.UnescapeString(g.html)
		for _, h := range hostile {
			if !strings.Contains(text, h) {
				t.Fatalf("%s: %q is not shown unchanged\n%s", what, h, g.html)
			}
			if strings.Contains(h, "<") && strings.Contains(g.html, h) {
				t.Fatalf("%s: %q is not escaped", what, h)
			}
		}
	}
	plain(ann.get(path), "responding")
	plain(ann.get("/play/new"), "old questions")
	typed := five("q", hostile...)
	typed.Set("fill", "none")
	plain(ann.post("/play/new", typed), "typed again")
	for _, v := range []*person{ann, bob} {
		v.post(path+"/response", five("r", hostile...))
	}
	plain(ann.get(path), "guessing")
	ann.post(path+"/guess", url.Values{"guess": {"50"}})
	plain(ann.get(path), "waiting")
	bob.post(path+"/guess", url.Values{"guess": {"50"}})
	plain(bob.get(path), "final")

	for _, h := range []string{"<b>", "'\"", "{{.}}", "<>", "é", "\u202Ea"} {
		ann.post("/me/look", url.Values{"initial": {h}, "color": {"#12345\""}})
		if g := ann.get("/me"); strings.Contains(g.html, "<b>") ||
			strings.Contains(g.html, `#12345"`) {
			t.Errorf("%q: %s", h, g.html)
		}
	}
	eve := p.visitor(t)
	got := eve.post("/enter/signup",
		url.Values{"consent": {"no"}, "username": {`<i>"eve"</i>`}, "password": {"12345678"},
			"email": {"<b>@"}})
	got.want(t, http.StatusBadRequest, "Sign up", `value="&lt;i&gt;&#34;eve&#34;&lt;/i&gt;"`)
	got = eve.post("/enter/signup",
		url.Values{"consent": {"no"}, "username": {`<i>"eve"</i>`}, "password": {"12345678"}})
	if got.path == "/rules" && strings.Contains(eve.get("/me").html, "<i>") {
		t.Error("a name is not escaped")
	}
}
