package winograd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/luna/responder"
)

// ErrSpec is wrapped by the error of [Options.Open] for a text that does not describe a solver.
var ErrSpec = errors.New("solver")

// ChatSystem is the system prompt for a language-model server.
const ChatSystem = "You resolve pronouns. You are given a short text, a question about a pronoun in " +
	"it, and lettered candidates. Reply with the letter of the right candidate and nothing else."

// Options hold settings of solvers that are not part of the text that describes them. The zero
// value is the default.
type Options struct {
	// Seed is the seed of the solver random.
	Seed uint64
	// Misunderstood, if not nil, receives answers that name no candidate, or several.
	Misunderstood func(p Problem, reply string)
	// Failed, if not nil, receives the error of a problem that a program, a service or a responder
	// did not answer, and the others are asked all the same. The third such problem in a row ends
	// the work, as the first does if Failed is nil.
	Failed func(p Problem, err error)
}

// Open returns the solver that a text describes:
//
//	first            always answers A
//	random           guesses
//	command:COMMAND  asks a program on its standard input
//	http:URL         asks a service; URL may also be given alone
//	chat:URL[#MODEL] asks a server of a language model
//
// The program is run by the shell. For each problem it gets one line of JSON on its standard input,
//
//	{"number":1,"text":"…","before":"…","pronoun":"he","after":"…","excerpt":"…",
//	 "candidates":["…","…"],"same_text":false}
//
// and writes one line {"number":1,"answer":"A"} to its standard output within two minutes. The
// answer is a letter, or words that [Understand] understands. A service gets the same JSON by POST
// and answers in the same form.
//
// A language-model server has the interface of OpenAI's chat completions; see [responder.Open] for
// its address and key. It gets [ChatSystem], and each problem as worded by [Ask].
//
// A solver that holds resources is also an [io.Closer], which the caller must close.
func (o Options) Open(spec string) (Solver, error) {
	kind, rest, _ := strings.Cut(spec, ":")
	switch {
	case spec == "first":
		return First(), nil
	case spec == "random":
		return Random(o.Seed), nil
	case kind == "command" && strings.TrimSpace(rest) != "":
		return o.command(rest), nil
	case kind == "http" || kind == "https":
		return o.service(spec)
	case kind == "chat":
		r, err := responder.Options{ChatSystem: ChatSystem}.Open(spec)
		if errors.Is(err, responder.ErrSpec) {
			return nil, fmt.Errorf("%w: found %q, expected chat:URL[#MODEL]", ErrSpec, spec)
		}
		if err != nil {
			return nil, err
		}
		return o.FromResponder(r), nil
	}
	return nil, fmt.Errorf("%w: found %q, expected first, random, command:COMMAND, http:URL or "+
		"chat:URL", ErrSpec, spec)
}

// closable is a solver that owns something to close.
type closable struct {
	Solver
	owned any
}

// Close closes what the solver owns.
func (c closable) Close() error {
	if closer, ok := c.owned.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// request is a problem in the form for programs and services.
type request struct {
	Number     int      `json:"number"`
	Text       string   `json:"text"`
	Before     string   `json:"before"`
	Pronoun    string   `json:"pronoun"`
	After      string   `json:"after"`
	Excerpt    string   `json:"excerpt"`
	Candidates []string `json:"candidates"`
	SameText   bool     `json:"same_text"`
}

func requestOf(p Problem) request {
	return request{p.Number, p.Text(), p.Before, p.Pronoun, p.After, p.Excerpt, p.Candidates,
		p.SameText}
}

// answer is their answer.
type answer struct {
	Number int    `json:"number"`
	Answer string `json:"answer"`
}

// to returns the answer to a problem, or an error if it is to another problem.
func (a answer) to(p Problem) (string, error) {
	if a.Number != p.Number {
		return "", fmt.Errorf("found an answer to problem %d, expected one to problem %d", a.Number,
			p.Number)
	}
	return a.Answer, nil
}

// bounded gives a solver's question a time limit.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, answerTimeout,
		fmt.Errorf("no answer within %v", answerTimeout))
}
