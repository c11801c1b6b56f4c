package pages_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// TestLongLists pages through the games and questions of a player who has many.
func TestLongLists(t *testing.T) {
	suite.Slow(t, "plays hundreds of games")
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	const games = 35
	for n := range games {
		var asked []string
		for i := range 5 {
			asked = append(asked, fmt.Sprintf("question %02d-%d?", n, i))
		}
		path := ann.begin(asked...)
		if n >= games-2 {
			continue
		}
		bob.begin("a", "b", "c", "d", "e")
		for _, v := range []*person{ann, bob} {
			suite.Must(p.referee.Respond(t.Context(), v.id, idOf(path), texts("the", "response")))(t)
		}
		for _, v := range []*person{ann, bob} {
			suite.Must(p.referee.Guess(t.Context(), v.id, idOf(path), 50))(t)
		}
	}
	link := regexp.MustCompile(`<span class="which">Game (\d+)</span>`)
	older := regexp.MustCompile(`<a href="(/play\?before=[^"]+)">Older games</a>`)
	var seen []string
	at, pages := "/play", 0
	for ; at != ""; pages++ {
		got := ann.Get(at).Want(t, 200, "Your games")
		for _, m := range link.FindAllStringSubmatch(got.HTML, -1) {
			seen = append(seen, m[1])
		}
		at = ""
		if m := older.FindStringSubmatch(got.HTML); m != nil {
			at = m[1]
		}
	}
	if len(seen) != games || seen[0] != fmt.Sprint(games) || seen[games-1] != "1" || pages != 2 {
		t.Errorf("%d pages show the games %v", pages, seen)
	}
	for _, before := range []string{"x", "-1", "1e9", strings.Repeat("9", 400)} {
		if got := ann.Get("/play?before=" + before); got.Status != http.StatusBadRequest {
			t.Errorf("before %s: %d", before, got.Status)
		}
	}

	// What is typed stays while the player looks at older questions.
	typed := five("q", "typed one", "", "typed three")
	button := regexp.MustCompile(`name="old" value="([^"]+)" formnovalidate>Older questions`)
	got := ann.Get("/play/new").Want(t, 200, "Your turn: ask", "question 34-4?",
		"Use your last five")
	found := 0
	for range 10 {
		found += strings.Count(got.HTML, "<blockquote")
		m := button.FindStringSubmatch(got.HTML)
		if m == nil {
			break
		}
		typed.Set("old", m[1])
		got = ann.Post("/play/new", typed).Want(t, 200, "Your turn: ask", "typed one", "typed three",
			"Newest questions", ` open>`)
		typed.Set("oldpage", m[1])
	}
	if found != 5*games {
		t.Errorf("%d old questions are offered, want %d", found, 5*games)
	}
	if !strings.Contains(got.HTML, "question 00-3?") || strings.Contains(got.HTML, "Use your last") {
		t.Errorf("the oldest questions are not on the last page\n%s", got.HTML)
	}
	use := regexp.MustCompile(`question 00-3\?</blockquote>.*value="([^"]+)"`).
		FindStringSubmatch(got.HTML)
	typed.Del("old")
	typed.Set("fill", use[1])
	ann.Post("/play/new", typed).Want(t, 200, "Your turn: ask",
		"typed one", `aria-describedby="q2-count">`+"\nquestion 00-3?</textarea>")
	typed.Set("fill", "last")
	typed.Set("old", "newest")
	ann.Post("/play/new", typed).Want(t, 200, "Your turn: ask", "Use your last five")
	typed = url.Values{"old": {"nowhere"}, "oldpage": {"<b>"}}
	ann.Post("/play/new", typed).Want(t, 200, "Your turn: ask", "question 34-4?")
}

// TestLongHistory checks the tables and plots of a player with more ratings than are shown.
func TestLongHistory(t *testing.T) {
	suite.Slow(t, "plays hundreds of games")
	p := open(t, limits, nil)
	ann := p.guest(t, "no")
	for n := range 21 {
		other := p.guest(t, "no")
		for range 5 {
			rate(t, p, ann.id, other.id, 50, float64(40+n))
		}
	}
	got := ann.Get("/me").Want(t, 200, "Your profile", "Show the newest 100 as a table")
	if n := strings.Count(got.HTML, `<tr><th scope="row">`); n != 200 {
		t.Errorf("the tables have %d rows, want 200", n)
	}
}
