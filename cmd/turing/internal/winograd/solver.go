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
// [Understand] understands. It does not see the right answer.
type Solver interface {
	// Solve answers a problem.
	Solve(ctx context.Context, p wsc.Problem) (string, error)
	// Close frees what the solver holds.
	io.Closer
}

// solver is a [Solver] of two functions, of which close may be nil.
type solver struct {
	solve func(ctx context.Context, p wsc.Problem) (string, error)
	close func() error
}

func (s solver) Solve(ctx context.Context, p wsc.Problem) (string, error) { return s.solve(ctx, p) }

func (s solver) Close() error {
	if s.close == nil {
		return nil
	}
	return s.close()
}

// First returns the solver that always answers A.
func First() Solver {
	return solver{solve: func(context.Context, wsc.Problem) (string, error) { return wsc.Letter(0), nil }}
}

// Random returns the solver that guesses: it draws a candidate of each problem, all being equally
// likely. The same seed makes the same guesses.
func Random(seed uint64) Solver {
	return solver{solve: func(_ context.Context, p wsc.Problem) (string, error) {
		drawn := numbers.Stream(seed, "winograd/random", p.Number-1)
		return wsc.Letter(drawn.IntN(len(p.Candidates))), nil
	}}
}

// FromResponder returns the solver that asks a responder each problem as worded by [Ask]. It closes
// the responder if that is an [io.Closer].
func FromResponder(r responder.Responder) Solver {
	s := solver{solve: func(ctx context.Context, p wsc.Problem) (string, error) {
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
		reply, err := s.Solve(ctx, p)
		if err != nil {
			err = fmt.Errorf("problem %d: %w", p.Number, err)
			if failures++; ctx.Err() != nil || failures == min(maxFailures, len(open)) {
				return err
			}
			left(err)
			continue
		}
		failures = 0
		answer, ok := Understand(p, reply)
		if !ok {
			left(fmt.Errorf("problem %d: the answer %s names no single candidate", p.Number,
				text.Quote(reply)))
			continue
		}
		answers[places[i]] = answer
	}
	return nil
}
