package winograd

import (
	"context"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/luna/responder"
)

// FromResponder returns the solver that asks a responder each problem as worded by [Ask] and reads
// its answer with [Understand]. An answer that cannot be understood is passed to Misunderstood,
// unless that is nil, and counts as [Unknown]. The solver is an [io.Closer], which closes the
// responder if that is one.
func (o Options) FromResponder(r responder.Responder) Solver {
	solver := o.each(func(ctx context.Context, p Problem) (string, error) {
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

// maxFailures is how many problems in a row may fail before a solver gives up.
const maxFailures = 3

// each returns the solver that asks for the answers to problems one by one. If it fails, it also
// returns the answers so far.
func (o Options) each(ask func(context.Context, Problem) (string, error)) Solver {
	return SolverFunc(func(ctx context.Context, problems []Problem) ([]int, error) {
		answers := unknown(len(problems))
		failures := 0 // since the last reply
		for i, p := range problems {
			reply, err := ask(ctx, p)
			if err != nil {
				failures++
				err = fmt.Errorf("problem %d: %w", p.Number, err)
				if o.Failed == nil || ctx.Err() != nil || failures == maxFailures ||
					failures == len(problems) {
					return answers, err
				}
				o.Failed(p, err)
				continue
			}
			failures = 0
			answer, ok := Understand(p, reply)
			switch {
			case ok:
				answers[i] = answer
			case o.Misunderstood != nil:
				o.Misunderstood(p, reply)
			}
		}
		return answers, nil
	})
}

// unknown returns answers that are not known.
func unknown(n int) []int { return slices.Repeat([]int{Unknown}, n) }
