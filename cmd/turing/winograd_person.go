package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/lines"
	"github.com/luna-rating/luna/internal/turing/winograd"
)

// maxAnswerLine is the maximum length of a line that a person types, in bytes.
const maxAnswerLine = 64 << 10

// personSolver asks the person at the terminal.
func personSolver(c *cobra.Command) winograd.Solver {
	p := person{in: lines.NewScanner(c.InOrStdin(), "standard input", maxAnswerLine),
		out: cli.Readable(c.ErrOrStderr())}
	return winograd.SolverFunc(p.solve)
}

type person struct {
	in  *lines.Scanner
	out io.Writer
}

// solve asks each problem until its answer is understood. An empty line skips a problem, and the
// end of the input all that follow.
func (x person) solve(ctx context.Context, problems []winograd.Problem) ([]int, error) {
	answers := make([]int, len(problems))
	for i := range answers {
		answers[i] = winograd.Unknown
	}
	for i := 0; i < len(problems); {
		if err := ctx.Err(); err != nil {
			return answers, err
		}
		p := problems[i]
		fmt.Fprintf(x.out, "\n%d/%d  %s\n", i+1, len(problems), p.Marked())
		printCandidates(x.out, p, winograd.Unknown)
		fmt.Fprint(x.out, "> ")
		if !x.in.Scan() {
			fmt.Fprintln(x.out)
			break
		}
		if x.in.Text() == "" {
			i++
			continue
		}
		answer, ok := winograd.Understand(p, x.in.Text())
		if !ok {
			fmt.Fprintf(x.out, "Type one of the letters, or nothing to leave the problem out.\n")
			continue
		}
		answers[i] = answer
		i++
	}
	return answers, x.in.Err()
}
