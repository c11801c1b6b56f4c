package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/text"
)

type loebnerScheduleFlags struct {
	matrix                        string
	judges, entries, confederates uint
	rests                         []string
	seed                          uint64
}

func loebnerScheduleCommand() *cobra.Command {
	var f loebnerScheduleFlags
	c := &cobra.Command{
		Use:   "schedule --matrix FILE | --judges N --entries N",
		Short: "make the schedule of a contest",
		Long: `Schedule says in which round a judge compares which entry with which confederate.
Nobody is in two comparisons of a round, and there are as few rounds as it can find in seconds.

With --matrix, the confederates of the comparisons are given. Otherwise they are chosen, too: each
judge meets each entry once, and no confederate twice where there are enough of them. It is made for
up to twelve judges, and takes 32.

What it prints can be given to 'turing loebner check'. Judges and confederates that are excused from
a round are listed; judges rest apart from confederates.`,
		Example: `  turing loebner schedule --matrix matrix.txt
  turing loebner schedule --judges 4 --entries 4
  turing loebner schedule --judges 4 --entries 3 --confederates 4 --rest J4=1 --rest C3=1,2`,
		Args: cli.NoArguments,
		RunE: f.run,
	}
	flags := c.Flags()
	flags.StringVar(&f.matrix, "matrix", "", "`FILE` of the matrix, or - for standard input")
	flags.UintVar(&f.judges, "judges", 0, "number of judges, without --matrix")
	flags.UintVar(&f.entries, "entries", 0, "number of entries, without --matrix")
	flags.UintVar(&f.confederates, "confederates", 0,
		"number of confederates (default as many as judges or entries, whichever are more)")
	flags.StringArrayVar(&f.rests, "rest", nil,
		"who has to rest in which rounds, such as J4=1,3; may be repeated")
	flags.Uint64Var(&f.seed, "seed", 1, "chooses among schedules that are equally good")
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
	constraints, err := f.constraints()
	if err != nil {
		return err
	}
	var plan *loebner.Plan
	if f.matrix != "" {
		var m *loebner.Matrix
		if m, err = readMatrix(c, f.matrix); err == nil {
			plan, err = loebner.Make(c.Context(), *m, constraints)
		}
	} else {
		plan, err = loebner.Design(c.Context(), int(f.judges), int(f.entries),
			int(cmp.Or(f.confederates, max(f.judges, f.entries))), constraints)
	}
	if err != nil {
		return err
	}
	return show(c, planJSON(plan), planText(plan))
}

func (f *loebnerScheduleFlags) constraints() (loebner.Constraints, error) {
	constraints := loebner.Constraints{Seed: f.seed, Rests: map[string][]int{}}
	for _, text := range f.rests {
		who, rounds, ok := strings.Cut(text, "=")
		who = strings.ToUpper(strings.TrimSpace(who))
		for word := range strings.SplitSeq(rounds, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(word))
			if ok = ok && err == nil && n > 0; !ok {
				return constraints, cli.Usagef("--rest: found %q, expected who and rounds, "+
					"such as J4=1,3", text)
			}
			constraints.Rests[who] = append(constraints.Rests[who], n)
		}
	}
	return constraints, nil
}

// planText returns a plan so that [loebner.ReadSchedule] reads it.
func planText(plan *loebner.Plan) string {
	head := fmt.Sprintf("# %s. Matrix:\n", text.Count(len(plan.Schedule), "round"))
	for line := range strings.Lines(plan.Matrix.Text()) {
		head += "#   " + line
	}
	return head + plan.Schedule.Text()
}

// jsonPlan is a plan in JSON.
type jsonPlan struct {
	Rounds   int         `json:"rounds"`
	Matrix   [][]string  `json:"matrix"`
	Judges   []string    `json:"judges"`
	Entries  []string    `json:"entries"`
	Schedule []jsonRound `json:"schedule"`
}

type jsonRound struct {
	Round   int      `json:"round"`
	Triples []string `json:"triples"`
	Excused []string `json:"excused"`
}

func planJSON(plan *loebner.Plan) jsonPlan {
	j := jsonPlan{Rounds: len(plan.Schedule), Matrix: plan.Matrix.Cells, Judges: plan.Matrix.Judges,
		Entries: plan.Matrix.Entries}
	for i, r := range plan.Schedule {
		round := jsonRound{Round: i + 1, Excused: r.Excused}
		for _, t := range r.Triples {
			round.Triples = append(round.Triples, t.String())
		}
		j.Schedule = append(j.Schedule, round)
	}
	return j
}

func loebnerCheckCommand() *cobra.Command {
	var matrix, schedule string
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
