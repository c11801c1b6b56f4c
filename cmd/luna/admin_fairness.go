package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

// maxDampReason leaves room for the words that are put before the reason.
const maxDampReason = 400

func adminFairnessCommand() *cobra.Command {
	var format, damp, lift, reason string
	var weight float64
	c := onDB(&cobra.Command{
		Use:   "fairness --db FILE",
		Short: "list, damp and clear players whose guesses are not honest",
		Long: `Fairness lists the players whose guesses are damped, with the reason, and those whom the rules of
docs/hosting.md find in the latest 100,000 guesses. With --damp or --lift, it has the guesses of one
player damped, or counted fully again: all that the player ever made. The ratings of everybody they
rated are computed anew. The server does it within seconds, or when it starts. A player who was
cleared by --lift is left alone by the rules.

Below are the networks with most of the Luna Games being played; 'luna admin network' says more.

The list also names players who leave Luna Games often after reading the questions, for which they
pay already: see docs/hosting.md. And it names bettors of Turing Trade whose points come from games
with one other player. That damps nothing: the leaderboard does not count such games as with several
opponents.`,
		Example: "  luna admin fairness --damp ann --reason 'sells guesses' --db luna.db",
	}, func(c *cobra.Command, db string, _ []string) error {
		switch {
		case damp != "" && lift != "":
			return cli.Usagef("--damp and --lift exclude each other")
		case damp != "" && !(weight >= 0 && weight < 1):
			return cli.Usagef("--weight is %v, a number from 0 to less than 1 is needed", weight)
		case len(reason) > maxDampReason:
			return cli.Usagef("--reason has %d bytes, at most %d are allowed", len(reason), maxDampReason)
		case damp != "":
			return say(c, server.SetWeight(c.Context(), db, damp, weight, "by the operator: "+reason),
				"the guesses of %s count %v times; the server sees to it within a minute, or when it starts",
				damp, weight)
		case lift != "":
			return say(c, server.SetWeight(c.Context(), db, lift, 1, "lifted by the operator: "+reason),
				"the guesses of %s count fully; the server sees to it within a minute, or when it starts", lift)
		}
		list, err := server.FairnessOf(c.Context(), db)
		if err != nil {
			return err
		}
		if err := cli.WriteAs(c.OutOrStdout(), format, list, writeFairness); err != nil || format == "json" {
			return err
		}
		networks, err := server.Networks(c.Context(), db, busiest)
		if err != nil || len(networks) == 0 {
			return err
		}
		fmt.Fprintln(c.OutOrStdout())
		return writeNetworks(c.OutOrStdout(), networks)
	})
	flags := c.Flags()
	flags.StringVar(&damp, "damp", "", "damp the guesses of this `PLAYER`")
	flags.StringVar(&lift, "lift", "", "count the guesses of this `PLAYER` fully again")
	flags.Float64Var(&weight, "weight", 0, "what the weights are multiplied by, with --damp")
	flags.StringVar(&reason, "reason", "decided", "why, for the record")
	addFormatFlag(c, &format)
	return c
}

func writeFairness(w io.Writer, list []server.Fairness) error {
	t := table(w)
	fmt.Fprintln(t, "NAME\tWEIGHT\tREASON\tFOUND NOW")
	for _, x := range list {
		weight := fmt.Sprint(x.Weight)
		if x.Wanted != nil {
			weight += fmt.Sprintf(", to be %v", *x.Wanted)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", cmp.Or(x.Name, x.ID), weight, x.Reason,
			strings.TrimSpace(x.Found+" "+x.Traded+x.Leaves))
	}
	return t.Flush()
}

// stalls says how often a player has stalled games, "" if that is rare.
func stalls(c server.Completion) string {
	if c.Stalled == 0 {
		return ""
	}
	return c.String()
}
