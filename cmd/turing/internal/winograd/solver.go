// Package winograd takes part in the Winograd Schema Challenge and grades answers to it, by the
// rules of the contest of 2016. Package wsc has the problems and the files of answers.
//
// A [Solver] answers problems by [Answer], and [GradeAll] grades answers.
package winograd

import (
	"context"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/internal/wsc"
	"github.com/luna-rating/luna/luna/responder"
)

// Solver says which candidate the pronoun of a problem refers to, by its letter or in words that
// name it. It does not see the right answer.
type Solver func(ctx context.Context, p wsc.Problem) (string, error)

// Random returns the solver that guesses: it draws a candidate of each problem, all being equally
// likely. The same seed makes the same guesses.
func Random(seed uint64) Solver {
	return func(_ context.Context, p wsc.Problem) (string, error) {
		drawn := numbers.Stream(seed, "winograd/random", p.Number-1)
		return wsc.Letter(drawn.IntN(len(p.Candidates))), nil
	}
}

// fromResponder returns the solver that asks a responder each problem as worded by [Ask].
func fromResponder(r responder.Responder) Solver {
	return func(ctx context.Context, p wsc.Problem) (string, error) {
		replies, err := r.Respond(ctx, []string{Ask(p)})
		if err == nil && len(replies) != 1 {
			err = fmt.Errorf("the responder gave %d replies, expected 1", len(replies))
		}
		if err != nil {
			return "", err
		}
		return replies[0], nil
	}
}

// chatSystem is the system prompt for a language-model server.
const chatSystem = "You resolve pronouns. You are given a short text, a question about a pronoun in " +
	"it, and lettered candidates. Reply with the letter of the right candidate and nothing else."

// Open returns the solver that a text describes: first, random by the seed, or any responder of
// [responder.Options.Open], which gets the problems as worded by [Ask]. Warn is called as there.
// Closing frees what the solver holds.
func Open(spec string, seed uint64, warn func(string)) (s Solver, closing func() error, err error) {
	closing = func() error { return nil }
	switch spec {
	case "first":
		spec = "fixed:" + wsc.Letter(0)
	case "random":
		return Random(seed), closing, nil
	}
	r, err := responder.Options{ChatSystem: chatSystem, Warn: warn}.Open(spec)
	if err != nil {
		return nil, nil, err
	}
	if closer, ok := r.(io.Closer); ok {
		closing = closer.Close
	}
	return fromResponder(r), closing, nil
}

// maxFailures is how many problems in a row may fail before a solver gives up.
const maxFailures = 3

// Answer lets a solver answer those of the problems whose answer is [wsc.Unknown], and writes what
// it understands into answers. The error of a problem without such an answer is passed to left, and
// the others are asked all the same. It fails when the context ends, or for the third problem in a
// row to which the solver has no reply.
func Answer(ctx context.Context, s Solver, problems []wsc.Problem, answers []int, left func(error)) error {
	var open []wsc.Problem
	for i, p := range wsc.Blind(problems) {
		if answers[i] == wsc.Unknown {
			open = append(open, p)
		}
	}
	failures := 0 // since the last reply
	for _, p := range open {
		reply, err := s(ctx, p)
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
			left(fmt.Errorf("problem %d: the answer %s names no single candidate", p.Number, text.Quote(reply)))
			continue
		}
		answers[p.Number-1] = answer
	}
	return nil
}
