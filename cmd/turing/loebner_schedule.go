package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/design"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

type loebnerScheduleFlags struct {
	matrix                        string
	judges, entries, confederates uint
}

func loebnerScheduleCommand() *cobra.Command {
	var f loebnerScheduleFlags
	c := &cobra.Command{
		Use:   "schedule --matrix FILE | --judges N --entries N",
		Short: "make the schedule of a contest",
		Long: `Schedule says in which round a judge compares which entry with which confederate, in
few rounds, in none of which anybody is twice. With --matrix, the confederates of the comparisons
are given. Otherwise each judge meets each entry once, and other confederates as far as there are
any. 'turing loebner check' reads what it prints.`,
		Example: `  turing loebner schedule --matrix matrix.txt
  turing loebner schedule --judges 4 --entries 4`,
		Args: cli.NoArguments,
		RunE: f.run,
	}
	flags := c.Flags()
	flags.StringVar(&f.matrix, "matrix", "", "`FILE` of the matrix, or - for standard input")
	flags.UintVar(&f.judges, "judges", 0, "number of judges, without --matrix")
	flags.UintVar(&f.entries, "entries", 0, "number of entries, without --matrix")
	flags.UintVar(&f.confederates, "confederates", 0,
		"number of confederates (default as many as judges or entries, whichever are more)")
	cli.FromTo(flags, 1, 200, "judges", "entries", "confederates")
	c.MarkFlagsOneRequired("matrix", "judges")
	c.MarkFlagsMutuallyExclusive("matrix", "judges")
	c.MarkFlagsMutuallyExclusive("matrix", "confederates")
	c.MarkFlagsRequiredTogether("judges", "entries")
	addFormatFlag(c)
	return c
}

func (f *loebnerScheduleFlags) run(c *cobra.Command, _ []string) error {
	m, err := readMatrix(c, f.matrix)
	if err != nil {
		return err
	}
	var s loebner.Schedule
	if m == nil {
		s = f.design()
	} else {
		s = loebner.Make(m)
	}
	var rounds []map[string]any
	for i, r := range s {
		rounds = append(rounds, map[string]any{"round": i + 1, "triples": r.Triples})
	}
	return show(c, map[string]any{"rounds": len(s), "schedule": rounds},
		fmt.Sprintf("# %s.\n%s", text.Count(len(s), "round"), s.Text()))
}

// design makes a schedule without a matrix.
func (f *loebnerScheduleFlags) design() loebner.Schedule {
	return design.Rounds(loebner.Pairs, design.People{Judges: int(f.judges), Entries: int(f.entries),
		Confederates: int(cmp.Or(f.confederates, max(f.judges, f.entries))),
		Seats:        func(string) int { return 1 }}, numbers.Stream(1, "loebner schedule", 0))
}

func loebnerCheckCommand() *cobra.Command {
	var matrix, schedule string
	c := &cobra.Command{
		Use:   "check [--matrix FILE] --schedule FILE",
		Short: "check the schedule of a contest",
		Long: `Check lists triples that are not in the matrix, pairs that meet twice or never, and
people in two triples of a round. Without --matrix, each judge has to meet each entry once.

A matrix has a line for each judge with the confederates of the entries, such as C1 C2 C3 C4, a
schedule one for each round, such as J1E1C1 J2E3C2. The exit status is 1 if it is not valid.`,
		Example: `  turing loebner check --matrix matrix.txt --schedule schedule.txt
  turing loebner schedule --judges 4 --entries 4 | turing loebner check --schedule -`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := readMatrix(c, matrix)
			if err != nil {
				return err
			}
			s, err := readInput(c, schedule, "a schedule with a line for each round", loebner.ReadSchedule)
			if err != nil {
				return err
			}
			r := loebner.Check(m, s)
			err = show(c, r, r.Text())
			if err == nil && !r.Valid {
				err = fmt.Errorf("%s: the schedule is not valid: found %s", schedule,
					text.Count(len(r.Problems), "fault"))
			}
			return err
		},
	}
	flags := c.Flags()
	flags.StringVar(&matrix, "matrix", "", "`FILE` of the matrix, or - for standard input")
	requiredVar(c, &schedule, "schedule", "`FILE` of the schedule, or - for standard input")
	addFormatFlag(c)
	return c
}
