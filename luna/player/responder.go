package player

import (
	"strings"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/responder"
)

// Responder answers an opponent's questions. It is [responder.Responder].
type Responder = responder.Responder

// DontKnow is [responder.DontKnow].
//
// Deprecated: Use package responder.
const DontKnow = responder.DontKnow

// ErrResponder is [responder.ErrSpec].
//
// Deprecated: Use package responder.
var ErrResponder = responder.ErrSpec

// OpenResponder is [responder.Open].
//
// Deprecated: Use package responder.
func OpenResponder(spec string) (Responder, error) { return responder.Open(spec) }

// Fixed is [responder.Fixed].
//
// Deprecated: Use package responder.
func Fixed(text string) Responder { return responder.Fixed(text) }

// NewGibberish is [responder.NewGibberish].
//
// Deprecated: Use package responder.
func NewGibberish(seed uint64) Responder { return responder.NewGibberish(seed) }

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
