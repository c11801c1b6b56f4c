package pages_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/fair"
)

// throughNetwork returns a context of requests from a network.
func throughNetwork(t testing.TB, address string) context.Context {
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/", nil)
	r.RemoteAddr = address + ":1"
	return fair.From(r.Context(), r)
}

// TestProvisionalOnPages has newcomers of two networks play, as on a public server.
func TestProvisionalOnPages(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	play := func(ofBob, ofAnn float64) string {
		path := ann.begin(texts("Ann", "question")...)
		bob.begin(texts("Bob", "question")...)
		for _, v := range []*person{ann, bob} {
			v.Post(path+"/response", five("r", "a", "b", "c", "d", "e"))
		}
		suite.Must(p.referee.Guess(throughNetwork(t, "192.0.2.1"), ann.id, idOf(path), ofBob))(t)
		suite.Must(p.referee.Guess(throughNetwork(t, "192.0.3.1"), bob.id, idOf(path), ofAnn))(t)
		return path
	}
	path := play(40, 62)
	ann.Get(path).Want(t, 200, "A tie", "Neither of you had a Smarts Rating yet",
		"<strong>62?</strong>", "Before, you had none.", `<a href="/rules#provisional">`,
		"Once somebody besides you has guessed about the other player")
	ann.Get("/me").Want(t, 200, "Your profile", "<strong>62?</strong>", `<a href="/rules#provisional">`)
	path = play(44, 72)
	ann.Get(path).Want(t, 200, "You won", "You were closer: your guess was off by 4, the other player&#39;s by 10.",
		"provisional, so the game does not count", "<strong>40?</strong>", "You guessed 44, off by 4.",
		"It was 62? before.", "<strong>68.7?</strong>")
	bob.Get(path).Want(t, 200, "You lost", "The other player was closer: their guess was off by 4, yours by 10.",
		"<strong>62?</strong>", "Your rating was 40?")
	ann.Get("/me").Want(t, 200, "Your profile", "<strong>68.7?</strong>", "<td>40?</td><td>4</td>")
	if got := ann.Get("/rules").Want(t, 200, "The rules", `id="provisional"`); strings.Count(got.HTML,
		`id="provisional"`) != 1 {
		t.Error("several places explain what is provisional")
	}
}
