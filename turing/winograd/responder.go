package winograd

import (
	"context"
	"fmt"

	"github.com/luna-rating/luna/luna/responder"
)

// FromResponder returns the solver that asks a responder each problem as worded by [Ask] and reads
// its answer with [Understand]. An answer that cannot be understood is passed to misunderstood,
// unless that is nil, and counts as [Unknown]. The solver is an [io.Closer], which closes the
// responder if that is one.
func FromResponder(r responder.Responder, misunderstood func(p Problem, reply string)) Solver {
	solver := each(misunderstood, func(ctx context.Context, p Problem) (string, error) {
		replies, err := r.Respond(ctx, []string{Ask(p)})
		if err != nil {
			return "", err
		}
		if len(replies) != 1 {
			return "", fmt.Errorf("the responder gave %d replies, expected 1", len(replies))
		}
		return replies[0], nil
	})
	return closable{solver, r}
}

// each returns the solver that asks for the answers to problems one by one.
func each(misunderstood func(Problem, string), ask func(context.Context, Problem) (string, error),
) Solver {
	return SolverFunc(func(ctx context.Context, problems []Problem) ([]int, error) {
		answers := make([]int, len(problems))
		for i, p := range problems {
			reply, err := ask(ctx, p)
			if err != nil {
				return nil, fmt.Errorf("problem %d: %w", p.Number, err)
			}
			answer, ok := Understand(p, reply)
			if !ok {
				answer = Unknown
				if misunderstood != nil {
					misunderstood(p, reply)
				}
			}
			answers[i] = answer
		}
		return answers, nil
	})
}
