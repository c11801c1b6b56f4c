package pages_test

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestFormerOpponentsMeetAgain has two people wait for each other, each in a game of their own,
// until the game ends in which they are opponents: the page of the game that is withdrawn leads on.
func TestFormerOpponentsMeetAgain(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	both := ann.begin("1", "2", "3", "4", "5")
	bob.begin("1", "2", "3", "4", "5")
	hers, his := ann.begin("1", "2", "3", "4", "5"), bob.begin("1", "2", "3", "4", "5")
	for person, path := range map[*person]string{ann: hers, bob: his} {
		person.Get(path).Want(t, 200, "Waiting for another player",
			"we are looking for another player", "No machine is here now")
	}
	ann.Post(both+"/end", url.Values{})
	for range 200 {
		if !strings.Contains(bob.Get(his).HTML, "Waiting for") {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	bob.Get("/play").Want(t, 200, "Your turn in 1 game", "you went on in another game", ">new<")
	bob.Get(his).Want(t, 200, "Your turn: respond", hers)
	ann.Get(hers).Want(t, 200, "Your turn: respond")
}
