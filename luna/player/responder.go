package player

import (
	"strings"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/responder"
)

// Responder answers an opponent's questions. It is [responder.Responder].
type Responder = responder.Responder

// sanitize makes a text submittable: valid UTF-8 of at most [game.MaxCharacters] characters.
func sanitize(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	if len(s) <= game.MaxCharacters {
		return s
	}
	n := 0
	for i := range s {
		if n++; n > game.MaxCharacters {
			return s[:i]
		}
	}
	return s
}
