package pages

import (
	"fmt"
	"net/url"

	"github.com/luna-rating/luna/luna/game"
)

// Letter tells a player that it is their turn in a game, with a link below the base URL.
func Letter(base string, v game.View) (subject, text string) {
	todo := map[game.Stage]string{
		game.Interviewing: "to ask your five questions",
		game.Responding:   "to respond to five questions",
		game.Guessing:     "to read five responses and guess",
	}[game.Stage(v.Phase/2)]
	link := base + home + "/" + url.PathEscape(string(v.ID))
	return "Luna: it is your turn", fmt.Sprintf(`Hello,

it is your turn %s in a Luna Game:

%s

A game in which nobody acts for three days expires.
`, todo, link)
}
