package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/contest"
	"github.com/luna-rating/luna/internal/turing/keylog"
)

func loebnerVoteCommand() *cobra.Command {
	v := contest.Vote{Left: -1}
	var human string
	c := &cobra.Command{
		Use:   "vote DIR --judge J (--round N (--human SIDE | --points N) | --ranks LIST)",
		Short: "give the ballot of a judge who did not vote, or correct one",
		Long: `Vote gives a ballot in the place of a judge, such as one who wrote it on paper. The
judge is J1, J2 and so on, in the order of contest.toml. By rules in which judges name the human,
--human is the terminal; where they divide 100 points, --points is for the left terminal. --ranks
lists everybody whom the judge met, the most human first.

With --reason it corrects a ballot that was given, until the results; the journal keeps both. Judges
who vote at a page can correct their ballots there.

The results say that the organiser gave the ballot. It is taken in by the 'turing loebner run' that
is under way, or by the next one.`,
		Example: `  turing loebner vote contest --round 3 --judge J2 --human left
  turing loebner vote contest --judge J2 --ranks C3,C1,E2,C2,C4,E1,E3,E4
  turing loebner vote contest --round 3 --judge J2 --human right --reason "pressed the wrong key"`,
		Args:              cli.OneArgument("DIR"),
		ValidArgsFunction: cli.First(cli.Folders),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case v.Judge == "":
				return cli.Usagef("--judge is needed, such as J2")
			case len(v.Ranks) > 0 && (v.Round != 0 || human != "none" || v.Left >= 0):
				return cli.Usagef("--ranks is for all rounds, without --round, --human and " +
					"--points")
			case len(v.Ranks) > 0:
			case v.Round < 1:
				return cli.Usagef("--round is %d, at least 1 is needed", v.Round)
			case human != "none" && v.Left >= 0:
				return cli.Usagef("--human and --points are given, one of them is needed")
			case human == "none" && v.Left < 0:
				return cli.Usagef("--human left, --human right or --points N is needed")
			}
			if human != "none" {
				v.Human = keylog.Side(human)
			}
			if err := contest.Cast(args[0], v); err != nil {
				return err
			}
			what := fmt.Sprint("ballot of ", v.Judge, " in round ", v.Round)
			if len(v.Ranks) > 0 {
				what = "ranks of " + v.Judge
			}
			fmt.Fprintf(c.ErrOrStderr(), "gave the %s; turing loebner run takes it in\n", what)
			return nil
		},
	}
	flags := c.Flags()
	flags.IntVar(&v.Round, "round", 0, "`NUMBER` of the round")
	flags.StringSliceVar(&v.Ranks, "ranks", nil, "`LABELS` of all whom the judge met, best first")
	flags.StringVar(&v.Reason, "reason", "", "`TEXT` that says why a ballot is corrected")
	flags.StringVar(&v.Judge, "judge", "", "`JUDGE` such as J2")
	flags.StringVar(&v.Stage, "stage", "", "`NAME` of the stage (default: the last one that began)")
	cli.EnumVar(flags, &human, "human", "terminal that the judge takes for the human's: %s",
		[]cli.Choice{{Name: "none"}, {Name: "left"}, {Name: "right"}})
	flags.Float64Var(&v.Left, "points", -1, "`POINTS` of the left terminal, 0 to 100")
	return c
}
