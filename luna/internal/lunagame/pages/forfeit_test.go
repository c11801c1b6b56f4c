package pages_test

import (
	"net/url"
	"strings"
	"testing"
)

// TestForfeit leaves a game after the other player has guessed.
func TestForfeit(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "yes"), p.guest(t, "yes")
	meet := func() string {
		path := ann.begin(texts("Ann", "question")...)
		bob.begin(texts("Bob", "question")...)
		for _, v := range []*person{ann, bob} {
			v.Post(path+"/response", five("r", "a", "b", "c", "d", "e"))
		}
		return path
	}
	path := meet()
	ann.Post(path+"/guess", url.Values{"guess": {"60"}})
	bob.Post(path+"/guess", url.Values{"guess": {"80"}}).Want(t, 200, "A tie")
	path = meet()
	bob.Get(path).Want(t, 200, "Your turn: guess", "no rating changes")
	ann.Post(path+"/guess", url.Values{"guess": {"0"}}).Want(t, 200,
		"Waiting for the other player&#39;s guess", "no rating changes")
	bob.Get(path).Want(t, 200, "Your turn: guess", "you lose the game, and the guess counts")
	bob.Post(path+"/end", nil).Want(t, 200, "Your games", "You lost")
	left := bob.Get(path).Want(t, 200, "You lost", "You left the game", "<strong>30</strong>",
		"Before, it was 60.", "guess of your rating", "<strong>0</strong>")
	if strings.Contains(left.HTML, "The other player's Smarts Rating") ||
		strings.Contains(left.HTML, "The other player was") {
		t.Error("the player who left sees what was to be guessed")
	}
	stayed := ann.Get(path).Want(t, 200, "You won", "The other player left the game",
		"<strong>60</strong>", "You guessed 0, off by 60.", "Before, it was 80.")
	if strings.Contains(stayed.HTML, "guess of your rating") {
		t.Error("a guess that was not made is shown")
	}
	ann.Get("/play").Want(t, 200, "Your games", "You won")
}
