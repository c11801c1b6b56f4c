package main

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

func loebnerRulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules YEAR|FILE",
		Short: "print the rules of a year, or check one's own",
		Long: `Rules prints the rules of a year as a file in TOML, to start one's own from: change
what you like and give the file to --rules. Comments name the sources, and mark what these leave open.
With a file of one's own, rules checks it and prints it again. There are rules of 2004, 2006, 2007 and
2009 to 2017.`,
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

func loebnerAdmitCommand() *cobra.Command {
	var rulesName, format string
	c := &cobra.Command{
		Use:   "admit --rules YEAR|FILE ENTRIES",
		Short: "say which entries go to which stage of a contest",
		Long: `Admit applies the rules of admission. ENTRIES is a table in CSV with the columns
name, postmark (a day such as 2010-05-03, with or without a time) and compliant (yes or no), and
optionally people (associated with the entry, separated by semicolons) and invited (yes or no: of
outstanding merit).

The number of compliant entries decides which stages are held. Where only the first ones take part,
the postmarks decide.`,
		Example: `  turing loebner admit --rules 2010 entries.csv
  turing loebner admit --rules 2004 entries.csv --format json`,
		Args:              cli.OneArgument("ENTRIES"),
		ValidArgsFunction: cli.First(cli.Files),
		RunE: func(c *cobra.Command, args []string) error {
			rules, err := readRules(c, rulesName)
			if err != nil {
				return err
			}
			list, err := readTable(c, args[0], "entries in CSV", loebner.ReadEntries)
			if err != nil {
				return err
			}
			a, err := rules.Admit(list)
			if err != nil {
				return err
			}
			return show(c, format, a, a.WriteText)
		},
	}
	addRulesFlag(c, &rulesName)
	cli.EnumVar(c.Flags(), &format, "format", "%s", cli.TextOrJSON)
	return c
}
