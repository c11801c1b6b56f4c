package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
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
		Long: `Schedule says in which round a judge compares which entry with which confederate.
Nobody is in two comparisons of a round, and there are few rounds, though not always the fewest.

With --matrix, the confederates of the comparisons are given. Otherwise they are chosen, too: each
judge meets each entry once, and no confederate twice where there are enough of them.

What it prints can be given to 'turing loebner check', or to a contest as its schedule. Judges and
confederates that are excused from a round are listed.`,
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
	addFormatFlag(c)
	return c
}

func (f *loebnerScheduleFlags) run(c *cobra.Command, _ []string) error {
	switch {
	case f.matrix != "" && (f.judges != 0 || f.entries != 0 || f.confederates != 0):
		return cli.Usagef("--matrix says how many judges, entries and confederates there are; " +
			"found --judges, --entries or --confederates besides")
	case f.matrix == "" && (f.judges == 0 || f.entries == 0):
		return cli.Usagef("--matrix FILE is needed, or --judges and --entries")
	}
	m, err := readMatrix(c, f.matrix)
	if err == nil && m == nil {
		m, err = loebner.Design(int(f.judges), int(f.entries), int(cmp.Or(f.confederates, max(f.judges, f.entries))))
	}
	if err != nil {
		return err
	}
	s := loebner.Make(m)
	return show(c, planOf(m, s), planText(m, s))
}

// planText returns a schedule so that [loebner.ReadSchedule] reads it.
func planText(m *loebner.Matrix, s loebner.Schedule) string {
	head := fmt.Sprintf("# %s. Matrix:\n", text.Count(len(s), "round"))
	for line := range strings.Lines(m.Text()) {
		head += "#   " + line
	}
	return head + s.Text()
}

// plan is a matrix and its schedule in JSON.
type plan struct {
	Rounds   int         `json:"rounds"`
	Matrix   [][]string  `json:"matrix"`
	Judges   []string    `json:"judges"`
	Entries  []string    `json:"entries"`
	Schedule []planRound `json:"schedule"`
}

type planRound struct {
	Round   int              `json:"round"`
	Triples []loebner.Triple `json:"triples"`
	Excused []string         `json:"excused"`
}

func planOf(m *loebner.Matrix, s loebner.Schedule) plan {
	p := plan{Rounds: len(s), Matrix: m.Cells, Judges: m.Judges, Entries: m.Entries}
	for i, excused := range s.Excused() {
		p.Schedule = append(p.Schedule, planRound{Round: i + 1, Triples: s[i].Triples, Excused: excused})
	}
	return p
}

func loebnerCheckCommand() *cobra.Command {
	var matrix, schedule string
	c := &cobra.Command{
		Use:   "check [--matrix FILE] --schedule FILE",
		Short: "check the schedule of a contest",
		Long: `Check compares a schedule with the matrix that says in front of which confederate a
judge meets an entry. It lists contradictions (triples that are not in the matrix), pairs of judge
and entry that meet twice or never, and clashes (somebody in two triples of a round). Without
--matrix, each judge has to meet each entry once, and each judge and each entry as many confederates
as possible.

A matrix has a line for each judge with the confederates of the entries, such as C1 C2 C3 C4; lines
and columns may have names. A schedule has a line for each round, such as J1E1C1 J2E3C2, optionally
with its number before and those excused behind. See docs/contest.md.

The exit status is 1 if the schedule is not valid.`,
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
