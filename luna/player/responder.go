package player

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/luna-rating/luna/luna/game"
)

// Responder answers an opponent's questions: Respond returns one response each, in their order. It may be called by several goroutines at once. One
// that is also an io.Closer holds something that its owner closes in the end.
type Responder interface {
	Respond(ctx context.Context, questions []string) ([]string, error)
}

// Fixed responds the same to every question.
type Fixed string

// DontKnow is the response of who has no other.
const DontKnow Fixed = "I do not know."

// Respond implements [Responder].
func (f Fixed) Respond(_ context.Context, questions []string) ([]string, error) {
	list := make([]string, len(questions))
	for i := range list {
		list[i] = string(f)
	}
	return list, nil
}

// ErrResponder is wrapped by the error of [OpenResponder] for a text that describes none.
var ErrResponder = errors.New("responder")

// OpenResponder returns the responder that a text describes:
//
//	fixed:TEXT       responds TEXT to every question
//	canned:FILE      looks for the question in a file, see [OpenCanned]
//	command:COMMAND  asks a program on its standard input, see [Command]
//	http:URL         asks a service, see [HTTP]; URL may also be given alone
//	gibberish        random characters
func OpenResponder(spec string) (Responder, error) {
	kind, rest, _ := strings.Cut(spec, ":")
	if kind != "gibberish" && kind != "fixed" && strings.TrimSpace(rest) == "" {
		return nil, fmt.Errorf("%w: found %q, expected fixed:TEXT, canned:FILE, command:COMMAND, http:URL or gibberish", ErrResponder, spec)
	}
	switch kind {
	case "fixed":
		return Fixed(rest), nil
	case "canned":
		return OpenCanned(rest)
	case "command":
		return &Command{Line: rest}, nil
	case "http", "https":
		if strings.HasPrefix(rest, "//") {
			rest = spec
		}
		return NewHTTP(rest)
	case "gibberish":
		return NewGibberish(randomSeed()), nil
	}
	return nil, fmt.Errorf("%w: found the kind %q, expected fixed, canned, command, http or gibberish", ErrResponder, kind)
}

// exchange is what goes to a responder outside of the program, and comes back from it.
type exchange struct {
	ID        string   `json:"id"`
	Questions []string `json:"questions,omitempty"`
	Responses []string `json:"responses,omitempty"`
}

// checkExchange returns what a responder answered, or why it is no answer.
func checkExchange(asked, got exchange) ([]string, error) {
	switch {
	case got.ID != asked.ID:
		return nil, fmt.Errorf("found an answer to %q, expected one to %q", got.ID, asked.ID)
	case len(got.Responses) != len(asked.Questions):
		return nil, fmt.Errorf("found %d responses, expected %d", len(got.Responses), len(asked.Questions))
	}
	return got.Responses, nil
}

// allowed makes of a text what may be submitted: valid, and cut where it is too long.
func allowed(s string) string {
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
