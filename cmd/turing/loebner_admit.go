package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

func loebnerAdmitCommand() *cobra.Command {
	var rulesName, format string
	c := &cobra.Command{
		Use:   "admit --rules 2004|2010|FILE ENTRIES",
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
			if err := onceStdin(args[0], rulesName); err != nil {
				return err
			}
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
