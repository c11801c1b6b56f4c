package main

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/text"
)

type loebnerScoreFlags struct{ rules, matrix, ranks, semifinal string }

func loebnerScoreCommand() *cobra.Command {
	var f loebnerScoreFlags
	c := &cobra.Command{
		Use:   "score --rules YEAR|FILE [BALLOTS]",
		Short: "turn the ballots of a contest into its result",
		Long: `Score says who wins what. BALLOTS is a table in CSV with the columns judge, entry and
confederate, and by the rules of 2004 entry_points (what the entry got of 100 points), by others
named_human (entry or confederate). An entry's total is how often it was taken for the human; by the
rules of 2004 and 2010 the greatest wins.

By the rules of other years the best mean of the judges' ranks wins (--ranks, a table with the
columns judge, participant and rank). BALLOTS may be missing then; whom the ranks call C1, C2 and so
on are confederates.

Where totals are equal, the rules of 2004 compare the sums of points and then the scores of the
semi-final (--semifinal, a table with the columns entry and score); those of 2010 the means of the
judges' ranks. The result says so where the rules do not break a tie.

A ballot that breaks a rule is an error, which names file and line; --matrix finds more of them.
While ballots are missing, the result is provisional, with a warning.`,
		Example: `  turing loebner score --rules 2004 ballots.csv --semifinal eight.csv
  turing loebner score --rules 2010 ballots.csv --ranks ranks.csv --format json
  turing loebner score --rules 2009 --ranks ranks.csv`,
		ValidArgsFunction: cli.First(cli.Files),
		RunE:              f.run,
	}
	flags := c.Flags()
	addRulesFlag(c, &f.rules)
	flags.StringVar(&f.matrix, "matrix", "", "`FILE` of the matrix, which ballots have to follow")
	flags.StringVar(&f.ranks, "ranks", "", "`FILE` with the judges' ranks of all that they met")
	flags.StringVar(&f.semifinal, "semifinal", "", "`FILE` with the scores of the stage before")
	addFormatFlag(c)
	return c
}

func (f *loebnerScoreFlags) run(c *cobra.Command, args []string) error {
	rules, err := readRules(c, f.rules)
	if err != nil {
		return err
	}
	alone := len(args) == 0 && f.ranks != "" && rules.Judging.Format == loebner.Ranks
	if len(args) != 1 && !alone {
		return cli.OneArgument("BALLOTS")(c, args)
	}
	var ballots []loebner.Ballot
	if !alone {
		if ballots, err = readBallots(c, args[0], rules); err != nil {
			return err
		}
	}
	var s loebner.Scoring
	if s.Matrix, err = readMatrix(c, f.matrix); err != nil {
		return err
	}
	if f.ranks != "" {
		if s.Ranks, err = readTable(c, f.ranks, "ranks in CSV", loebner.ReadRanks); err != nil {
			return err
		}
	}
	if f.semifinal != "" {
		s.Semifinal, err = readTable(c, f.semifinal, "scores of the semi-final in CSV",
			loebner.ReadSemifinal)
		if err != nil {
			return err
		}
	}
	r, err := loebner.Score(rules, ballots, s)
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
	c := &cobra.Command{
		Use:   "ratings --rules YEAR|FILE BALLOTS...",
		Short: "say how often entries and confederates were named in contests",
		Long: `Ratings goes beyond the rules. It says how often each entry and confederate was named
as the human, and how often each judge named an entry, with 95% intervals that respect that ballots
of the same judge, entry or confederate are alike: see docs/contest.md. The same name on the ballots
of several contests is the same participant.`,
		Example: `  turing loebner ratings --rules 2010 ballots1.csv ballots2.csv --format csv`,
		Args:    oneOrMore("BALLOTS"),
		RunE: func(c *cobra.Command, args []string) error {
			rules, err := readRules(c, rulesName)
			if err != nil {
				return err
			}
			var ballots []loebner.Ballot
			for _, path := range args {
				more, err := readBallots(c, path, rules)
				if err != nil {
					return err
				}
				ballots = append(ballots, more...)
			}
			r := loebner.RateBallots(ballots)
			if format(c) == "csv" {
				return r.WriteCSV(c.OutOrStdout())
			}
			return show(c, r, r.Text())
		},
	}
	addRulesFlag(c, &rulesName)
	addFormatFlag(c, "csv")
	return c
}

func loebnerRulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules NAME|FILE",
		Short: "print rules, or check one's own",
		Long: `Rules prints a set of rules as a file in TOML, to start one's own from: change what you
like and give the file to --rules. Comments name the sources, and mark what these leave open. With a
file of one's own, rules checks it and prints it again. There are rules of the Loebner Prizes of
2004, 2009, 2010, 2012 and 2014 to 2017, and of studies in which judges talk to one witness at a
time (two-party) or to a program and a human (three-party).`,
		Example: `  turing loebner rules 2010 > mine.toml
  turing loebner rules mine.toml`,
		Args: cli.OneArgument("set of rules"),
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
