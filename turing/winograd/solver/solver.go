package solver

import (
	"context"

	"github.com/luna-rating/luna/internal/wsc"
	"github.com/luna-rating/luna/turing/winograd"
)

// Folds is the number of parts of a cross-validation.
const Folds = 10

// Best returns the solver that learns from [Samples] and, if there are any, from other problems with
// their right answers. Problems to be answered that occur in training, by their text or by their
// candidates, are answered by weights that were learned without their schemas and texts: they are
// dealt to [Folds] parts, and each part is answered without it. No answer is [winograd.Unknown].
//
// The first use takes some 0.5 s. The solver is safe for concurrent use, and the same problems get
// the same answers.
func Best(training []winograd.Problem) winograd.Solver {
	return winograd.SolverFunc(func(ctx context.Context, problems []winograd.Problem) ([]int, error) {
		return solve(ctx, training, problems)
	})
}

func solve(ctx context.Context, training, problems []wsc.Problem) ([]int, error) {
	if err := wsc.Keyed(training, "the problems to learn from"); err != nil {
		return nil, err
	}
	lessons := newLessons(training)
	cues, err := cuesOf(problems)
	if err != nil {
		return nil, err
	}
	choices, err := cuesOf(lessons.problems)
	if err != nil {
		return nil, err
	}
	answers := make([]int, len(problems))
	for _, part := range lessons.parts(problems) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w, _ := fit(pick(choices, lessons.without(part, problems)), chosen())
		for _, cluster := range part {
			for _, i := range cluster {
				answers[i] = best(w, cues[i], problems[i].Candidates)
			}
		}
	}
	return answers, nil
}
