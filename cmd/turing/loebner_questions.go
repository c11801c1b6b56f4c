package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/turing/screening"
)

// clockForm is the layout of times on the command line.
const clockForm = "2006-01-02T15:04"

type questionsFlags struct {
	o       screening.Options
	start   string
	minutes float64
	rounds  int
	out     string
}

func loebnerQuestionsCommand() *cobra.Command {
	var f questionsFlags
	c := &cobra.Command{
		Use:   "questions --out FILE",
		Short: "generate screening questions with keys",
		Long: `Questions generates questions of the four sets by which the contest of 2010 chose its
finalists, with keys: time, things, relations and memory. Their words are those that children know.
The same seed gives the same questions. FILE has JSON lines, a header and then a question each,
which you can edit and add to; docs/contest.md describes them. Where it is -, they go to standard
output.

The questions about time are about a contest with the given start, rounds and minutes, which are
told before the first of them. Half of these are about the time at which they are asked, which
--fixed leaves out.`,
		Example: `  turing loebner questions --seed 7 --per-set 5 --out questions.jsonl
  turing loebner questions --start 2026-10-24T09:30 --rounds 4 --out -`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	facts := screening.Facts2010(time.Local)
	flags := c.Flags()
	flags.Uint64Var(&f.o.Seed, "seed", 1, "seed of all random choices")
	flags.IntVar(&f.o.PerSet, "per-set", 5, "number of questions of each set")
	flags.StringSliceVar(&f.o.Sets, "sets", screening.Sets(), "`NAMES` of the sets")
	flags.StringVar(
		&f.start,
		"start",
		facts.Start.Format(clockForm),
		"local `TIME` when the contest starts",
	)
	flags.IntVar(&f.rounds, "rounds", facts.Rounds, "number of rounds of the contest")
	flags.Float64Var(
		&f.minutes,
		"minutes",
		facts.Round.Minutes(),
		"minutes of a round with its break",
	)
	flags.BoolVar(
		&f.o.Fixed,
		"fixed",
		false,
		"only questions whose key does not depend on when they are asked",
	)
	flags.StringVar(&f.out, "out", "", "`FILE` for the questions, or - for standard output")
	return c
}

func (f *questionsFlags) run(c *cobra.Command) error {
	switch {
	case f.out == "":
		return cli.Usagef(
			"--out FILE is needed, where the questions are written, or - for standard output",
		)
	case f.o.PerSet < 1 || f.o.PerSet > screening.MaxPerSet:
		return cli.Usagef(
			"--per-set is %d, a number from 1 to %d is needed",
			f.o.PerSet,
			screening.MaxPerSet,
		)
	case !(f.minutes > 0 && f.minutes <= 24*60):
		return cli.Usagef("--minutes is %v, more than 0 and at most %d is needed", f.minutes, 24*60)
	}
	start, err := parseClock("--start", f.start)
	if err != nil {
		return err
	}
	round := time.Duration(f.minutes * float64(time.Minute)).Round(time.Second)
	f.o.Facts = screening.Facts{Start: start, Rounds: f.rounds, Round: round}
	q, err := screening.Generate(f.o)
	if err != nil {
		return cli.Usage(err)
	}
	if f.out == "-" {
		return q.Write(c.OutOrStdout())
	}
	if err := atomicdir.WriteFile(f.out, q.Write); err != nil {
		return err
	}
	cli.Wrote(c, "%d questions to %s", len(q.Questions), f.out)
	return nil
}

// parseClock reads a local time of a flag, to the minute or the second.
func parseClock(flag, s string) (time.Time, error) {
	for _, form := range []string{clockForm, clockForm + ":05"} {
		if t, err := time.ParseInLocation(form, s, time.Local); err == nil {
			return t, nil
		}
	}
	return time.Time{}, cli.Usagef(
		"%s is %q, a local time such as %s is needed",
		flag,
		s,
		clockForm,
	)
}
