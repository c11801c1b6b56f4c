package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/keylog"
)

func loebnerOpeningCommand() *cobra.Command {
	var format string
	var tolerant bool
	c := &cobra.Command{
		Use:   "opening LOG",
		Short: "check the first utterances of a log by the rules of 2004",
		Long: `Opening checks what each entity says first to each judge. By the rules of 2004, it is
"` + keylog.OpeningForm + `", where X is a name. With
--tolerant, case, punctuation and spacing are free.

LOG is a keystroke log of the Loebner Prize, compressed with gzip or not, or - for standard input.
The exit status is 1 if an entity says something else or nothing.`,
		Example: `  turing loebner opening round1.log
  turing loebner opening --tolerant --format json round1.log`,
		Args:              cli.OneArgument("LOG"),
		ValidArgsFunction: cli.First(cli.Files),
		RunE: func(c *cobra.Command, args []string) error {
			l, err := readKeyLog(c, args[0])
			if err != nil {
				return err
			}
			openings := l.Openings(keylog.OpeningForm, tolerant)
			bad := 0
			for _, o := range openings {
				if !o.OK {
					bad++
				}
			}
			if format == "json" {
				err = cli.WriteJSON(c.OutOrStdout(), struct {
					Valid    bool             `json:"valid"`
					Openings []keylog.Opening `json:"openings"`
				}{bad == 0, openings})
			} else {
				out := cli.Readable(c.OutOrStdout())
				for _, o := range openings {
					what := o.Problem
					if o.OK {
						what = "ok, " + o.Name
					}
					_, err = fmt.Fprintf(out, "%s:%d: round %d, judge %s, %s: %s\n", args[0],
						o.Line, o.Round, o.Judge, o.Side, what)
				}
			}
			if err == nil && bad > 0 {
				err = fmt.Errorf("%s: found %s of %d that break the rule, expected %q", args[0],
					fileerr.Count(bad, "first utterance"), len(openings), keylog.OpeningForm)
			}
			return err
		},
	}
	cli.EnumVar(c.Flags(), &format, "format", "%s", cli.TextOrJSON)
	c.Flags().BoolVar(&tolerant, "tolerant", false, "take other case, punctuation and spacing")
	return c
}
