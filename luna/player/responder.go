package player

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/stream"
	"github.com/luna-rating/luna/luna/game"
)

// Responder answers an opponent's questions: Respond returns one response per question, in order.
// It may be called by several goroutines at once. A responder that holds resources is also an
// io.Closer, which its owner closes in the end.
type Responder interface {
	Respond(ctx context.Context, questions []string) ([]string, error)
}

// ErrResponder is wrapped by the error of [OpenResponder] for a text that describes no responder.
var ErrResponder = errors.New("responder")

// OpenResponder returns the responder that a text describes:
//
//	fixed:TEXT       responds TEXT to every question
//	canned:FILE      looks the question up in a file
//	command:COMMAND  asks a program on its standard input
//	http:URL         asks a service; URL may also be given alone
//	gibberish        responds with random characters
//
// The file of canned has JSON lines {"question":"…","response":"…"}, or lines with a question, a
// tab and its response. Empty lines are skipped. To a question of the file it responds with the
// first response there, to another one with that of the most similar question by shared words, or
// with [DontKnow] if no question shares half of its words.
//
// The program is run by the shell and keeps running. For a line {"id":"…","questions":["…",…]} on
// its standard input it writes a line {"id":"…","responses":["…",…]} with the same id to its
// standard output, one at a time, within two minutes. If it fails to, or ends, it is started again
// for the next request: immediately the first time, then after increasing delays. Its standard
// error is that of the calling program.
//
// The service receives {"id":"…","questions":["…",…]} by POST and answers with
// {"id":"…","responses":["…",…]} and the same id, within two minutes.
func OpenResponder(spec string) (Responder, error) {
	kind, rest, _ := strings.Cut(spec, ":")
	if kind != "gibberish" && kind != "fixed" && strings.TrimSpace(rest) == "" {
		const want = "fixed:TEXT, canned:FILE, command:COMMAND, http:URL or gibberish"
		return nil, fmt.Errorf("%w: found %q, expected %s", ErrResponder, spec, want)
	}
	switch kind {
	case "fixed":
		return Fixed(rest), nil
	case "canned":
		return openCanned(rest)
	case "command":
		return &command{line: rest, timeout: respondTimeout}, nil
	case "http", "https":
		if strings.HasPrefix(rest, "//") {
			rest = spec
		}
		return newHTTP(rest)
	case "gibberish":
		return NewGibberish(mathrand.Uint64()), nil
	}
	const want = "fixed, canned, command, http or gibberish"
	return nil, fmt.Errorf("%w: found the kind %q, expected %s", ErrResponder, kind, want)
}

// DontKnow is the response of players that have no other.
const DontKnow = "I do not know."

// Fixed returns a responder that responds the same to every question.
func Fixed(text string) Responder { return fixed(text) }

type fixed string

func (f fixed) Respond(_ context.Context, questions []string) ([]string, error) {
	return eachQuestion(questions, func(string) string { return string(f) }), nil
}

// NewGibberish returns the control player of 6.2.2, the Gibberish Bot. It responds to any question
// with “a random string of uppercase characters, digits, and spaces. The length of the response is
// also randomly selected to be between 1 and 200.” Its responses derive from the seed. How the bot
// guessed is not documented; [Middle] is a guesser for it.
func NewGibberish(seed uint64) Responder {
	return &gibberish{rng: stream.New(seed, "gibberish", 0)}
}

type gibberish struct {
	mu  sync.Mutex
	rng *mathrand.Rand
}

func (g *gibberish) Respond(_ context.Context, questions []string) ([]string, error) {
	const characters, maxLength = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ", 200
	g.mu.Lock()
	defer g.mu.Unlock()
	return eachQuestion(questions, func(string) string {
		text := make([]byte, 1+g.rng.IntN(maxLength))
		for i := range text {
			text[i] = characters[g.rng.IntN(len(characters))]
		}
		return string(text)
	}), nil
}

func eachQuestion(questions []string, respond func(question string) string) []string {
	list := make([]string, len(questions))
	for i, q := range questions {
		list[i] = respond(q)
	}
	return list
}

const (
	// respondTimeout is how long a responder outside the program may take.
	respondTimeout = 2 * time.Minute
	// maxAnswer is the maximum size of its answer in bytes: five responses of four escaped bytes
	// per character, with room to spare.
	maxAnswer = 1 << 20
)

// exchange is what is sent to a responder outside the program and what it answers.
type exchange struct {
	ID        string   `json:"id"`
	Questions []string `json:"questions,omitempty"`
	Responses []string `json:"responses,omitempty"`
}

func newExchange(questions []string) exchange {
	return exchange{ID: rand.Text(), Questions: questions}
}

// responsesFrom returns the responses of an answer, or an error if it is not one to the request.
func (request exchange) responsesFrom(answer exchange) ([]string, error) {
	switch {
	case answer.ID != request.ID:
		return nil, fmt.Errorf("found an answer to %q, expected one to %q", answer.ID, request.ID)
	case len(answer.Responses) != len(request.Questions):
		return nil, fmt.Errorf("found %d responses, expected %d", len(answer.Responses),
			len(request.Questions))
	}
	return answer.Responses, nil
}

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
