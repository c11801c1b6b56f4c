package main

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/turing/loebner"
)

type loebnerScheduleFlags struct {
	matrix, near, format          string
	judges, entries, confederates int
	rounds                        int
	rests                         []string
	seed                          uint64
}

func loebnerScheduleCommand() *cobra.Command {
	var f loebnerScheduleFlags
	c := &cobra.Command{
		Use:   "schedule --matrix FILE | --judges N --entries N",
		Short: "make the schedule of a contest",
		Long: `Schedule says in which round a judge compares which entry with which confederate.
Nobody is in two comparisons of a round, and there are as few rounds as it can find. It says whether
fewer are possible, and why not.

With --matrix, the confederates of the comparisons are given. Otherwise they are chosen, too: each
judge meets each entry once, and no confederate twice where there are enough of them. With equal
numbers that is a Graeco-Latin square, which needs one round for each entry.

What it prints can be given to 'turing loebner check'. Judges and confederates that are excused from
a round are listed; judges rest apart from confederates. Rounds are ordered so that few rest twice
in a row, unless --rest or --near fix the rounds.`,
		Example: `  turing loebner schedule --matrix matrix.txt
  turing loebner schedule --judges 4 --entries 4
  turing loebner schedule --judges 4 --entries 3 --confederates 4 --rest J4=1 --rest C3=1,2
  turing loebner schedule --judges 4 --entries 4 --near printed.txt`,
		Args: cli.NoArguments,
		RunE: f.run,
	}
	flags := c.Flags()
	flags.StringVar(&f.matrix, "matrix", "", "`FILE` of the matrix, or - for standard input")
	flags.IntVar(&f.judges, "judges", 0, "number of judges, without --matrix")
	flags.IntVar(&f.entries, "entries", 0, "number of entries, without --matrix")
	flags.IntVar(&f.confederates, "confederates", 0,
		"number of confederates (default as many as judges or entries, whichever are more)")
	flags.IntVar(&f.rounds, "rounds", 0, "number of rounds (default the fewest)")
	flags.StringArrayVar(&f.rests, "rest", nil,
		"who has to rest in which rounds, such as J4=1,3; may be repeated")
	flags.StringVar(&f.near, "near", "",
		"keep as many triples as possible of the schedule in `FILE`")
	flags.Uint64Var(&f.seed, "seed", 1, "chooses among schedules that are equally good")
	cli.EnumVar(flags, &f.format, "format", "%s", cli.TextOrJSON)
	return c
}

func (f *loebnerScheduleFlags) run(c *cobra.Command, _ []string) error {
	if err := f.check(c); err != nil {
		return err
	}
	constraints, err := f.constraints(c)
	if err != nil {
		return err
	}
	var plan *loebner.Plan
	if f.matrix != "" {
		m, err := readMatrix(c, f.matrix)
		if err != nil {
			return err
		}
		plan, err = loebner.Make(c.Context(), *m, constraints)
		if err != nil {
			return err
		}
	} else {
		if f.confederates == 0 {
			f.confederates = max(f.judges, f.entries)
		}
		plan, err = loebner.Design(c.Context(), f.judges, f.entries, f.confederates, constraints)
		if err != nil {
			return err
		}
	}
	if f.format == "json" {
		return cli.WriteJSON(c.OutOrStdout(), planJSON(plan))
	}
	return writePlan(cli.Readable(c.OutOrStdout()), plan, len(constraints.Near) > 0)
}

// check checks the flags.
func (f *loebnerScheduleFlags) check(c *cobra.Command) error {
	flags := c.Flags()
	numbers := flags.Changed("judges") || flags.Changed("entries") || flags.Changed("confederates")
	switch {
	case f.matrix != "" && numbers:
		return cli.Usagef("--matrix says how many judges, entries and confederates there are; " +
			"found --judges, --entries or --confederates besides")
	case f.matrix == "" && (!flags.Changed("judges") || !flags.Changed("entries")):
		return cli.Usagef("--matrix FILE is needed, or --judges and --entries")
	}
	for _, x := range []struct {
		name string
		n    int
	}{{"judges", f.judges}, {"entries", f.entries}, {"confederates", f.confederates}} {
		if flags.Changed(x.name) && (x.n < 1 || x.n > 200) {
			return cli.Usagef("--%s is %d, a number from 1 to 200 is needed", x.name, x.n)
		}
	}
	if flags.Changed("rounds") && f.rounds < 1 {
		return cli.Usagef("--rounds is %d, at least 1 is needed", f.rounds)
	}
	return onceStdin(f.matrix, f.near)
}

func (f *loebnerScheduleFlags) constraints(c *cobra.Command) (loebner.Constraints, error) {
	constraints := loebner.Constraints{Rounds: f.rounds, Seed: f.seed}
	if len(f.rests) > 0 {
		constraints.Rests = make(map[string][]int)
	}
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
	var err error
	if f.near != "" {
		constraints.Near, err = readSchedule(c, f.near)
	}
	return constraints, err
}

// writePlan writes a plan so that [loebner.ReadSchedule] reads it.
func writePlan(out io.Writer, plan *loebner.Plan, near bool) error {
	fmt.Fprintf(out, "# %s. %s\n", rounds(len(plan.Schedule)), planBound(plan))
	if near {
		fmt.Fprintf(out, "# Of the given triples, %d are kept, %d of them in their rounds.\n",
			plan.Kept, plan.KeptInPlace)
		if !plan.Most {
			fmt.Fprintln(out, "# More may be possible.")
		}
	}
	fmt.Fprintln(out, "# Matrix:")
	var matrix bytes.Buffer
	if err := plan.Matrix.WriteText(&matrix); err != nil {
		return err
	}
	for line := range strings.Lines(matrix.String()) {
		fmt.Fprint(out, "#   ", line)
	}
	return plan.Schedule.WriteText(out)
}

func rounds(n int) string {
	if n == 1 {
		return "1 round"
	}
	return fmt.Sprint(n, " rounds")
}

// planBound says whether fewer rounds are possible.
func planBound(plan *loebner.Plan) string {
	if plan.Optimal() {
		return "Fewer are impossible: " + plan.Why + "."
	}
	return fmt.Sprintf("Fewer than %d are impossible: %s.", plan.Bound, plan.Why)
}

// jsonPlan is a plan in JSON.
type jsonPlan struct {
	Rounds      int         `json:"rounds"`
	Bound       int         `json:"bound"`
	Optimal     bool        `json:"optimal"`
	Why         string      `json:"why"`
	Matrix      [][]string  `json:"matrix"`
	Judges      []string    `json:"judges"`
	Entries     []string    `json:"entries"`
	Schedule    []jsonRound `json:"schedule"`
	Kept        int         `json:"kept"`
	KeptInPlace int         `json:"kept_in_place"`
	Most        bool        `json:"most"`
}

type jsonRound struct {
	Round   int      `json:"round"`
	Triples []string `json:"triples"`
	Excused []string `json:"excused"`
}

func planJSON(plan *loebner.Plan) jsonPlan {
	j := jsonPlan{Rounds: len(plan.Schedule), Bound: plan.Bound, Optimal: plan.Optimal(),
		Why: plan.Why, Matrix: plan.Matrix.Cells, Judges: plan.Matrix.Judges,
		Entries: plan.Matrix.Entries, Kept: plan.Kept, KeptInPlace: plan.KeptInPlace,
		Most: plan.Most}
	for i, r := range plan.Schedule {
		round := jsonRound{Round: i + 1, Excused: r.Excused}
		for _, t := range r.Triples {
			round.Triples = append(round.Triples, t.String())
		}
		j.Schedule = append(j.Schedule, round)
	}
	return j
}
