// Package winograd takes part in the Winograd Schema Challenge and grades answers to it, by the
// rules of the contest of 2016. Package wsc has the problems and the files of answers.
//
// A [Solver] answers problems by [Answer], and [GradeRound] grades answers.
//
// A new solver is a [Solver] and one case of [Open].
package winograd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/internal/wsc"
	"github.com/luna-rating/luna/luna/responder"
)

// Solver says which candidate the pronoun of a problem refers to, by its letter or in words that
// name it. It does not see the right answer.
type Solver struct {
	solve func(ctx context.Context, p wsc.Problem) (string, error)
	close func() error // may be nil
}

// Close frees what the solver holds.
func (s Solver) Close() error {
	if s.close == nil {
		return nil
	}
	return s.close()
}

// First returns the solver that always answers A.
func First() Solver {
	return Solver{solve: func(context.Context, wsc.Problem) (string, error) { return wsc.Letter(0), nil }}
}

// Random returns the solver that guesses: it draws a candidate of each problem, all being equally
// likely. The same seed makes the same guesses.
func Random(seed uint64) Solver {
	return Solver{solve: func(_ context.Context, p wsc.Problem) (string, error) {
		drawn := numbers.Stream(seed, "winograd/random", p.Number-1)
		return wsc.Letter(drawn.IntN(len(p.Candidates))), nil
	}}
}

// FromResponder returns the solver that asks a responder each problem as worded by [Ask]. It closes
// the responder if that is an [io.Closer].
func FromResponder(r responder.Responder) Solver {
	s := Solver{solve: func(ctx context.Context, p wsc.Problem) (string, error) {
		replies, err := r.Respond(ctx, []string{Ask(p)})
		if err == nil && len(replies) != 1 {
			err = fmt.Errorf("the responder gave %d replies, expected 1", len(replies))
		}
		if err != nil {
			return "", err
		}
		return replies[0], nil
	}}
	if closer, ok := r.(io.Closer); ok {
		s.close = closer.Close
	}
	return s
}

// maxFailures is how many problems in a row may fail before a solver gives up.
const maxFailures = 3

// Answer lets a solver answer those of the problems whose answer is [wsc.Unknown], and writes what
// it understands into answers. The error of a problem without such an answer is passed to left, and
// the others are asked all the same. It fails when the context ends, or for the third problem in a
// row to which the solver has no reply.
func Answer(ctx context.Context, s Solver, problems []wsc.Problem, answers []int, left func(error)) error {
	var open []wsc.Problem
	var places []int
	for i, p := range wsc.Blind(problems) {
		if answers[i] == wsc.Unknown {
			open, places = append(open, p), append(places, i)
		}
	}
	failures := 0 // since the last reply
	for i, p := range open {
		reply, err := s.solve(ctx, p)
		if err != nil {
			err = fmt.Errorf("problem %d: %w", p.Number, err)
			if failures++; ctx.Err() != nil || failures == min(maxFailures, len(open)) {
				return err
			}
			left(err)
			continue
		}
		failures = 0
		answer, ok := understand(p, reply)
		if !ok {
			left(fmt.Errorf("problem %d: the answer %s names no single candidate", p.Number,
				text.Quote(reply)))
			continue
		}
		answers[places[i]] = answer
	}
	return nil
}

// ErrSpec is wrapped by the error of [Open] for a text that does not describe a solver.
var ErrSpec = errors.New("solver")

// ChatSystem is the system prompt for a language-model server.
const ChatSystem = "You resolve pronouns. You are given a short text, a question about a pronoun in " +
	"it, and lettered candidates. Reply with the letter of the right candidate and nothing else."

// Open returns the solver that a text describes; seed is that of random:
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
// and writes one line {"number":1,"answer":"A"} to its standard output within two minutes. A
// service gets the same JSON by POST and answers in the same form.
//
// A language-model server has the interface of OpenAI's chat completions; see [responder.Open] for
// its address and key. It gets [ChatSystem], and each problem as worded by [Ask].
func Open(spec string, seed uint64) (Solver, error) {
	kind, rest, _ := strings.Cut(spec, ":")
	switch {
	case spec == "first":
		return First(), nil
	case spec == "random":
		return Random(seed), nil
	case kind == "command" && strings.TrimSpace(rest) != "":
		return (&command{line: rest}).solver(), nil
	case kind == "http" || kind == "https":
		return service(spec)
	case kind == "chat":
		r, err := responder.Options{ChatSystem: ChatSystem}.Open(spec)
		if errors.Is(err, responder.ErrSpec) {
			return Solver{}, fmt.Errorf("%w: found %q, expected chat:URL[#MODEL]", ErrSpec, spec)
		}
		if err != nil {
			return Solver{}, err
		}
		return FromResponder(r), nil
	}
	return Solver{}, fmt.Errorf("%w: found %q, expected first, random, command:COMMAND, http:URL or "+
		"chat:URL", ErrSpec, spec)
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

// answerTimeout is how long a program or service may take for a problem. The rules of the contest
// name no limit.
const answerTimeout = 2 * time.Minute

// external returns the solver that asks a program or a service, which name describes. It closes
// what it asks by after each error, as the next answer may be a late one.
func external(name string, ask func(ctx context.Context, request, answer any) error, end func() error,
) Solver {
	return Solver{func(ctx context.Context, p wsc.Problem) (string, error) {
		ctx, cancel := context.WithTimeoutCause(ctx, answerTimeout,
			fmt.Errorf("no answer within %v", answerTimeout))
		defer cancel()
		var got struct {
			Number int    `json:"number"`
			Answer string `json:"answer"`
		}
		err := ask(ctx, request{p.Number, p.Text(), p.Before, p.Pronoun, p.After, p.Excerpt,
			p.Candidates, p.SameText}, &got)
		if err == nil && got.Number != p.Number {
			err = fmt.Errorf("found an answer to problem %d, expected one to problem %d", got.Number,
				p.Number)
		}
		if err != nil {
			return "", fmt.Errorf("solver %s: %w", name, errors.Join(err, end()))
		}
		return got.Answer, nil
	}, end}
}
