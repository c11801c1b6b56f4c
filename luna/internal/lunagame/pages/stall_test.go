package pages_test

import (
	"net/url"
	"testing"
)

// TestStalledGames leaves three games after reading the questions: before each, the page says what
// that means, and afterwards the profile has the numbers.
func TestStalledGames(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob, path := p.guessing(t)
	ann.Post(path+"/guess", url.Values{"guess": {"60"}})
	bob.Post(path+"/guess", url.Values{"guess": {"80"}}).Want(t, 200, "A tie")
	for i := range 3 {
		path := ann.begin(texts("Ann", "question")...)
		ann.Get(path).Want(t, 200, "Waiting for another player", "no rating changes")
		bob.begin(texts("Bob", "question")...)
		want := "This once it is forgiven"
		if i == 2 {
			want = "so it counts like a guess of 0 about you"
		}
		bob.Get(path).Want(t, 200, "Your turn: respond", "leaving now counts as stalled", want)
		bob.Post(path+"/end", nil).Want(t, 200, "Your games")
	}
	bob.Get("/me").Want(t, 200, "Your profile", "You finished 1 of 4 games that you began; you left 3",
		"People who wait meet you last", "2, a game that you left", "<strong>30</strong>", "± 30, the standard error")
	ann.Get("/me").Want(t, 200, "Your profile", "<strong>80</strong>")
}
