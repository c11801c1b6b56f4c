package winograd

import (
	"context"
	"fmt"

	"github.com/luna-rating/luna/internal/seeded"
)

// Solver says which candidate the pronoun of each problem refers to: one index per problem, or
// [Unknown] where it cannot tell.
type Solver interface {
	// Solve answers problems, in their order. With an error it may return what it has.
	Solve(ctx context.Context, problems []Problem) ([]int, error)
}

// SolverFunc makes a function a [Solver].
type SolverFunc func(ctx context.Context, problems []Problem) ([]int, error)

// Solve calls the function.
func (f SolverFunc) Solve(ctx context.Context, problems []Problem) ([]int, error) {
	return f(ctx, problems)
}

// First returns the solver that always answers A.
func First() Solver {
	return SolverFunc(func(_ context.Context, problems []Problem) ([]int, error) {
		return make([]int, len(problems)), nil
	})
}

// Random returns the solver that guesses: it draws a candidate of each problem, all being equally
// likely. The same seed makes the same guesses.
func Random(seed uint64) Solver {
	return SolverFunc(func(_ context.Context, problems []Problem) ([]int, error) {
		answers := make([]int, len(problems))
		for i, p := range problems {
			answers[i] = seeded.New(seed, "winograd/random", i).IntN(len(p.Candidates))
		}
		return answers, nil
	})
}

// Answer lets a solver answer problems, without showing it the right answers. It checks that there
// is an answer to each problem, which is one of the candidates or Unknown. If the solver fails and
// has answers all the same, they are returned with its error.
func Answer(ctx context.Context, s Solver, problems []Problem) ([]int, error) {
	answers, err := s.Solve(ctx, Blind(problems))
	if err != nil && answers == nil {
		return nil, err
	}
	if len(answers) != len(problems) {
		return nil, fmt.Errorf("the solver gave %d answers, expected %d", len(answers),
			len(problems))
	}
	for i, a := range answers {
		if a < Unknown || a >= len(problems[i].Candidates) {
			return nil, fmt.Errorf("the solver answered %d to problem %d, expected a number from 0 "+
				"to %d", a, problems[i].Number, len(problems[i].Candidates)-1)
		}
	}
	return answers, err
}
