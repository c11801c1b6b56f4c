package main

import (
	"bytes"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/text"
)

type loebnerScoreFlags struct {
	rules, ranks string
	same         bool
}

func loebnerScoreCommand() *cobra.Command {
	var f loebnerScoreFlags
	c := &cobra.Command{
		Use:   "score --rules YEAR|FILE [BALLOTS...]",
		Short: "turn the ballots of a contest into its result",
		Long: `Score says who wins what. BALLOTS is a table in CSV with the columns judge, entry and
confederate, and by the rules of 2004 entry_points (what the entry got of 100 points), by others
named_human (entry or confederate). verdicts.csv of a contest without points will do as well, but
not with ranks.csv, which has labels such as J1, as ballots.csv has.
--ranks is a table with the columns judge, participant and rank (equal ranks as 1, 1, 3 or as 1.5,
1.5, 3). Where ranks decide, BALLOTS may be missing, and whom the ranks call C1, C2 and so on are
confederates. docs/contest.md says what decides.

By rules with one witness at a time nobody wins: then it prints the pass rates of one table or more,
as 'turing loebner ratings' does.

A ballot that breaks a rule is an error, which names file and line. While ballots are missing, the
result is provisional, with a warning.`,
		Example: `  turing loebner score --rules 2004 ballots.csv
  turing loebner score --rules 2009 --ranks ranks.csv`,
		ValidArgsFunction: cli.First(cli.Files),
		RunE:              f.run,
	}
	addRulesFlag(c, &f.rules)
	addSameFlag(c, &f.same)
	c.Flags().StringVar(&f.ranks, "ranks", "", "`FILE` with the judges' ranks of all that they met")
	addFormatFlag(c)
	return c
}

func (f *loebnerScoreFlags) run(c *cobra.Command, args []string) error {
	rules, err := readRules(c, f.rules)
	if err != nil {
		return err
	}
	if how := rules.Stages[len(rules.Stages)-1].How; how == loebner.Witnesses && len(args) > 0 && f.ranks == "" {
		return rate(c, args, rules, f.same)
	}
	alone := len(args) == 0 && f.ranks != "" && rules.Judging.Format == loebner.Ranks
	if len(args) != 1 && !alone {
		return cli.OneArgument("BALLOTS")(c, args)
	}
	ballots := &loebner.Ballots{}
	if !alone {
		if ballots, err = readBallots(c, args[0], rules); err != nil {
			return err
		}
	}
	var s loebner.Scoring
	if f.ranks != "" {
		if s.Ranks, err = readInput(c, f.ranks, "ranks in CSV", loebner.ReadRanks); err != nil {
			return err
		}
	}
	r, err := loebner.Score(rules, ballots.List, s)
	if err != nil {
		return err
	}
	if n := len(r.Missing); n > 0 {
		warn(c, "%s: found %s, so the result is provisional", append(args, f.ranks)[0],
			text.Count(n, "missing ballot"))
	}
	return show(c, r, r.Text())
}

func loebnerRatingsCommand() *cobra.Command {
	var rulesName string
	var same bool
	c := &cobra.Command{
		Use:   "ratings --rules YEAR|FILE BALLOTS...",
		Short: "say how often entries and confederates were named in contests and studies",
		Long: `Ratings says how often each entry and confederate was taken for the human, and how
often each judge took an entry for it, with 95% intervals that respect that verdicts of the same
judge, entry or confederate are alike. BALLOTS are as for 'turing loebner score', or verdicts.csv of
contests and studies; verdicts that are void, of judges who are excluded, or not given are left out.

Programs with the same name in several files are the same. Judges and confederates, and entries
called E1, E2 and so on, are not, but for judges with the same identifier in a column judge_id.`,
		Example: `  turing loebner ratings --rules 2010 ballots1.csv ballots2.csv --format csv`,
		Args:    oneOrMore("BALLOTS"),
		RunE: func(c *cobra.Command, args []string) error {
			rules, err := readRules(c, rulesName)
			if err != nil {
				return err
			}
			return rate(c, args, rules, same)
		},
	}
	addSameFlag(c, &same)
	addRulesFlag(c, &rulesName)
	addFormatFlag(c, "csv")
	return c
}

// addSameFlag adds the flag that says who is the same in several files.
func addSameFlag(c *cobra.Command, same *bool) {
	c.Flags().BoolVar(same, "same-names", false, "the same name in several files is the same judge or confederate")
}

// rate writes the pass rates of files with ballots.
func rate(c *cobra.Command, args []string, rules loebner.Rules, same bool) error {
	var list []*loebner.Ballots
	var ballots []loebner.Ballot
	for i, path := range args {
		if slices.Contains(args[:i], path) {
			return cli.Usagef("%s is given twice", path)
		}
		b, err := readBallots(c, path, rules)
		if err != nil {
			return err
		}
		list, ballots = append(list, b), append(ballots, b.List...)
	}
	if len(list) > 1 && !same {
		warn(c, "judges and confederates of different files count as different people, "+
			"unless --same-names is given")
		ballots = loebner.Pool(list)
	}
	r := loebner.RateBallots(ballots)
	if format(c) == "csv" {
		return r.WriteCSV(c.OutOrStdout())
	}
	return show(c, r, r.Text())
}

func loebnerRulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules NAME|FILE",
		Short: "print rules, or check one's own",
		Long: `Rules prints a set of rules as a file in TOML, to start one's own from: change what you
like and give the file to --rules. With a file of one's own, rules checks it and prints it again.
There are rules of Loebner Prizes from 2004 to 2017, and of studies in which judges talk to one
witness at a time (two-party) or to a program and a human (three-party).`,
		Example: `  turing loebner rules 2010 > mine.toml`,
		Args:    cli.OneArgument("set of rules"),
		RunE: func(c *cobra.Command, args []string) error {
			text, err := loebner.RulesText(args[0])
			if err != nil {
				text, err = readInput(c, args[0], rulesWanted(), checkedRules)
			}
			if err != nil {
				return err
			}
			_, err = c.OutOrStdout().Write(text)
			return err
		},
	}
}

// checkedRules returns the text of rules that have no fault.
func checkedRules(in io.Reader, file string) ([]byte, error) {
	var text bytes.Buffer
	_, err := loebner.ReadRules(io.TeeReader(in, &text), file)
	return text.Bytes(), err
}
