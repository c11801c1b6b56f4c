package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

func loebnerCheckCommand() *cobra.Command {
	var matrix, schedule, format string
	c := &cobra.Command{
		Use:   "check [--matrix FILE] --schedule FILE",
		Short: "check the schedule of a contest",
		Long: `Check compares a schedule with the matrix that says in front of which confederate a
judge meets an entry. It lists contradictions (triples that are not in the matrix), pairs of judge
and entry that meet twice or never, clashes (somebody in two triples of a round), and who is said to
be excused in a round and is not, or the reverse. Without --matrix, each judge has to meet each
entry once, and each judge and each entry as many confederates as possible.

A matrix has a line for each judge with the confederates of the entries, such as C1 C2 C3 C4; lines
and columns may have names. A schedule has a line for each round, such as J1E1C1 J2E3C2, optionally
with its number before and those excused behind. See docs/contest.md.

The exit status is 1 if the schedule is not valid.`,
		Example: `  turing loebner check --matrix matrix.txt --schedule schedule.txt
  turing loebner schedule --judges 4 --entries 4 | turing loebner check --schedule -`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if schedule == "" {
				return cli.Usagef("--schedule FILE is needed")
			}
			if err := onceStdin(matrix, schedule); err != nil {
				return err
			}
			m, err := readMatrix(c, matrix)
			if err != nil {
				return err
			}
			s, err := readSchedule(c, schedule)
			if err != nil {
				return err
			}
			r := loebner.Check(m, s)
			err = show(c, format, r, r.WriteText)
			if err == nil && !r.Valid {
				err = fmt.Errorf("%s: the schedule is not valid: found %s", schedule,
					fileerr.Count(len(r.Problems), "fault"))
			}
			return err
		},
	}
	flags := c.Flags()
	flags.StringVar(&matrix, "matrix", "", "`FILE` of the matrix, or - for standard input")
	flags.StringVar(&schedule, "schedule", "", "`FILE` of the schedule, or - for standard input")
	cli.EnumVar(flags, &format, "format", "%s", cli.TextOrJSON)
	return c
}
