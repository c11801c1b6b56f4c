package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/turing/contest"
	"github.com/luna-rating/luna/turing/keylog"
)

func loebnerVoteCommand() *cobra.Command {
	v := contest.Vote{Left: -1}
	var human string
	c := &cobra.Command{
		Use:   "vote DIR --round N --judge J (--human left|right | --points N)",
		Short: "give the ballot of a judge who did not vote",
		Long: `Vote gives a ballot in the place of a judge, such as one who wrote it on paper. The judge is J1, J2
and so on, in the order of contest.toml. By rules in which judges name the human, --human is the
terminal; where they divide 100 points, --points is for the left terminal. The results say that the
organiser gave the ballot. It is taken in by the 'turing loebner run' that is under way, or by the
next one.`,
		Example:           `  turing loebner vote contest --round 3 --judge J2 --human left`,
		Args:              cli.OneArgument("DIR"),
		ValidArgsFunction: cli.First(cli.Folders),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case v.Judge == "":
				return cli.Usagef("--judge is needed, such as J2")
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
			fmt.Fprintf(c.ErrOrStderr(), "gave the ballot of %s in round %d\n", v.Judge, v.Round)
			return nil
		},
	}
	flags := c.Flags()
	flags.IntVar(&v.Round, "round", 0, "`NUMBER` of the round")
	flags.StringVar(&v.Judge, "judge", "", "`JUDGE` such as J2")
	flags.StringVar(&v.Stage, "stage", "", "`NAME` of the stage (default: the last one that began)")
	cli.EnumVar(flags, &human, "human", "terminal that the judge takes for the human's: %s",
		[]cli.Choice{{Name: "none"}, {Name: "left"}, {Name: "right"}})
	flags.Float64Var(&v.Left, "points", -1, "`POINTS` of the left terminal, 0 to 100")
	return c
}
