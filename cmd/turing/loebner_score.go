package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

type loebnerScoreFlags struct{ rules, matrix, ranks, semifinal, format string }

func loebnerScoreCommand() *cobra.Command {
	var f loebnerScoreFlags
	c := &cobra.Command{
		Use:   "score --rules YEAR|FILE [BALLOTS]",
		Short: "turn the ballots of a contest into its result",
		Long: `Score says who wins what. BALLOTS is a table in CSV with the columns judge, entry and
confederate, and by the rules of 2004 to 2006 entry_points (what the entry got of 100 points), by
others named_human (entry or confederate). An entry's total is how often it was taken for the human;
by the rules of 2004 to 2006 and 2010 the greatest wins.

By the rules of other years the best mean of the judges' ranks wins (--ranks, a table with the
columns judge, participant and rank). BALLOTS may be missing then; whom the ranks call C1, C2 and so
on are confederates.

Where totals are equal, the rules of 2004 compare the sums of points and then the scores of the
semi-final (--semifinal, a table with the columns entry and score); those of 2005, 2006 and 2010 the
means of the judges' ranks. The result says so where the rules do not break a tie.

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
	cli.EnumVar(flags, &f.format, "format", "%s", cli.TextOrJSON)
	return c
}

func (f *loebnerScoreFlags) run(c *cobra.Command, args []string) error {
	if err := onceStdin(append(args, f.rules, f.matrix, f.ranks, f.semifinal)...); err != nil {
		return err
	}
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
	if s.Ranks, err = readRanks(c, f.ranks); err != nil {
		return err
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
		missing := fileerr.Count(n, "ballot") + " are"
		if n == 1 {
			missing = "1 ballot is"
		}
		warn(c, "%s: %s missing: the result is provisional", args[0], missing)
	}
	if f.format == "json" {
		return cli.WriteJSON(c.OutOrStdout(), r)
	}
	return r.WriteText(cli.Readable(c.OutOrStdout()))
}

// warn writes a warning to standard error, on one line.
func warn(c *cobra.Command, format string, args ...any) {
	fmt.Fprintf(c.ErrOrStderr(), "%s: warning: %s\n", c.Root().Name(),
		cli.InLine(fmt.Sprintf(format, args...)))
}

// readTable reads a table and warns of columns that mean nothing.
func readTable[T any](c *cobra.Command, path, expected string,
	read func(io.Reader, string) (T, []string, error),
) (T, error) {
	return readInput(c, path, expected, func(in io.Reader, file string) (T, error) {
		list, ignored, err := read(in, file)
		if err == nil && len(ignored) > 0 {
			warn(c, "%s: ignored columns: %s", file, strings.Join(ignored, ", "))
		}
		return list, err
	})
}

func readBallots(c *cobra.Command, path string, r loebner.Rules) ([]loebner.Ballot, error) {
	return readTable(c, path, "ballots in CSV",
		func(in io.Reader, file string) ([]loebner.Ballot, []string, error) {
			return loebner.ReadBallots(in, file, r)
		})
}

// readRanks reads the file of a flag --ranks, nil if it is not given.
func readRanks(c *cobra.Command, path string) ([]loebner.Rank, error) {
	if path == "" {
		return nil, nil
	}
	return readTable(c, path, "ranks in CSV", loebner.ReadRanks)
}
