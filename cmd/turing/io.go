package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// requiredVar defines a flag without which a command, whose RunE is set, does not run.
func requiredVar(c *cobra.Command, p *string, name, usage string) {
	short := map[string]string{"out": "o"}[name]
	c.Flags().StringVarP(p, name, short, "", usage)
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if *p == "" {
			return cli.Usagef("--%s is needed: %s", name, strings.ReplaceAll(usage, "`", ""))
		}
		return run(c, args)
	}
}

// oneOrMore checks the arguments of a command that takes one or more.
func oneOrMore(placeholder string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cli.Usagef("%s takes one or more %s, found none", c.Name(), placeholder)
		}
		return nil
	}
}

// takes says that a command has one argument, how it is called and how it is completed.
func takes(placeholder string, complete cobra.CompletionFunc, c *cobra.Command) *cobra.Command {
	c.Args = cli.OneArgument(placeholder)
	c.ValidArgsFunction = cli.First(complete)
	return c
}

// spent is standard input after it was read.
type spent struct{ io.Reader }

// readInput reads a file, or standard input if its name is -, which is possible once. Expected says
// what should be in it.
func readInput[T any](c *cobra.Command, path, expected string, read func(io.Reader, string) (T, error)) (T, error) {
	if path != "-" {
		return files.With(path, expected, read)
	}
	in := c.InOrStdin()
	if _, again := in.(spent); again {
		var none T
		return none, cli.Usagef("- is given twice, and standard input can be read once")
	}
	c.SetIn(spent{in})
	return read(in, "standard input")
}

// readMatrix reads the file of a flag --matrix, nil if it is not given.
func readMatrix(c *cobra.Command, path string) (loebner.Matrix, error) {
	if path == "" {
		return nil, nil
	}
	return readInput(c, path, "a matrix of judges and entries", loebner.ReadMatrix)
}

// addRulesFlag adds --rules.
func addRulesFlag(c *cobra.Command, name *string) {
	requiredVar(c, name, "rules", "rules of a year from 2004 to 2017, or `FILE` with one's own")
}

// rulesWanted says what names rules.
func rulesWanted() string { return strings.Join(loebner.RuleSets(), ", ") + " or rules in TOML" }

// readRules returns the rules of a flag --rules.
func readRules(c *cobra.Command, name string) (loebner.Rules, error) {
	if slices.Contains(loebner.RuleSets(), name) {
		return loebner.RulesOf(name)
	}
	return readInput(c, name, rulesWanted(), loebner.ReadRules)
}

// readBallots reads ballots or verdicts, and says what it left out.
func readBallots(c *cobra.Command, path string, r loebner.Rules) (*loebner.Ballots, error) {
	b, err := readInput(c, path, "ballots in CSV", func(in io.Reader, file string) (*loebner.Ballots, error) {
		return loebner.ReadBallots(in, file, r)
	})
	if err == nil && b.LeftOut() != "" {
		warn(c, "%s: left out verdicts: %s", path, b.LeftOut())
	}
	if err == nil && len(b.Ignored) > 0 {
		warn(c, "%s: ignored columns: %s", path, strings.Join(b.Ignored, ", "))
	}
	return b, err
}

// readKeyLog reads a keystroke log. Lines that are left out and odd ones are named on standard
// error.
func readKeyLog(c *cobra.Command, path string) (l *keylog.Log, err error) {
	read := func(in io.Reader, file string) (*keylog.Log, error) {
		l, faults, err := keylog.Read(in, file)
		if err != nil {
			warnOf(c, faults, len(faults), "more line", "not understood")
			return nil, err
		}
		warnOf(c, faults, l.Lines.Faults, "more line", "left out")
		warnOf(c, l.Doubts, len(l.Doubts), "more odd line", "taken")
		return l, nil
	}
	return readInput(c, path, "a keystroke log", read)
}

// addFormatFlag adds --format, which is text, json or one of others.
func addFormatFlag(c *cobra.Command, others ...string) {
	cli.EnumVar(c.Flags(), new(string), "format", "%s", append(slices.Clone(cli.TextOrJSON), others...)...)
}

// format returns the value of --format.
func format(c *cobra.Command) string { return c.Flag("format").Value.String() }

// show writes a result as JSON if --format says so, otherwise as a text for people.
func show(c *cobra.Command, result any, text string) error {
	if format(c) == "json" {
		return cli.WriteJSON(c.OutOrStdout(), result)
	}
	_, err := io.WriteString(cli.Readable(c.OutOrStdout()), text)
	return err
}

// aligned returns lines whose cells, which end in tabs, are below each other.
func aligned(write func(w io.Writer)) string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	write(t)
	t.Flush() // to b, which never fails
	return b.String()
}

// warn writes a warning to standard error, on one line.
func warn(c *cobra.Command, format string, args ...any) {
	fmt.Fprintf(c.ErrOrStderr(), "%s: warning: %s\n", c.Root().Name(), cli.InLine(fmt.Sprintf(format, args...)))
}

// maxWarnings bounds the number of warnings of one kind.
const maxWarnings = 10

// warnOf writes the first of n faults, which are not failures, as warnings, and the number of the
// rest.
func warnOf[T any](c *cobra.Command, list []T, n int, line, what string) {
	for _, x := range list[:min(len(list), maxWarnings)] {
		warn(c, "%v", x)
	}
	if n > maxWarnings {
		warn(c, "and %s %s", text.Count(n-maxWarnings, line), what)
	}
}
