package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

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

// busiest is the number of networks that lists show.
const busiest = 10

func adminNetworkCommand() *cobra.Command {
	var format, reason string
	var suspend, end, yes bool
	c := onDB(&cobra.Command{
		Use:   "network [NETWORK] --db FILE",
		Short: "show the busiest networks, or suspend the players of one",
		Long: `Network lists the networks that have most of the Luna Games being played. With a NETWORK, it shows
that one: its games, and the players who last entered a game or guessed from there. A NETWORK is
what the list and the log call it, an address, or the name of a player who was last seen there.

--suspend suspends all these players, as 'luna admin suspend' does. --end-games ends all active
games of the network, which the server does within seconds, or when it starts. Who shares the
network with those you mean is concerned, too: look first.`,
		Example: `  luna admin network --db luna.db
  luna admin network 192.0.2.7 --suspend --reason "hundreds of silent guests" --yes --db luna.db`,
		Args: cli.AtMostOneArgument("NETWORK"),
	}, func(c *cobra.Command, db string, args []string) error {
		switch acts := suspend || end; {
		case acts && len(args) == 0:
			return cli.Usagef("--suspend and --end-games need a NETWORK")
		case suspend && reason == "":
			return cli.Usagef("--suspend needs --reason TEXT, which the players are shown")
		case acts && !yes:
			return cli.Usagef("--suspend and --end-games cannot be undone at once: --yes confirms them")
		case acts:
			return actOnNetwork(c, db, args[0], suspend, end, reason)
		case len(args) == 1:
			n, err := server.FindNetwork(c.Context(), db, args[0])
			if err != nil {
				return err
			}
			return cli.WriteAs(c.OutOrStdout(), format, n, writeNetwork)
		}
		list, err := server.Networks(c.Context(), db, busiest)
		if err != nil {
			return err
		}
		return cli.WriteAs(c.OutOrStdout(), format, list, writeNetworks)
	})
	flags := c.Flags()
	flags.BoolVar(&suspend, "suspend", false, "suspend all players of the network")
	flags.StringVar(&reason, "reason", "", "`TEXT` that suspended players are shown")
	flags.BoolVar(&end, "end-games", false, "end all active games of the network")
	flags.BoolVar(&yes, "yes", false, "confirm")
	addFormatFlag(c, &format)
	return c
}

// actOnNetwork suspends the players of a network, ends its games, or both.
func actOnNetwork(c *cobra.Command, db, name string, suspend, end bool, reason string) error {
	if suspend {
		n, err := server.SuspendNetwork(c.Context(), db, name, reason)
		if err != nil {
			return err
		}
		cli.Note(c, "suspended %d players", n)
	}
	if !end {
		return nil
	}
	return say(c, server.EndGames(c.Context(), db, name),
		"the server ends the games within seconds, or when it starts")
}

func writeNetworks(w io.Writer, list []server.Network) error {
	t := table(w)
	fmt.Fprintln(t, "NETWORK\tGAMES\tSHARE\tNOBODY JOINED\tSINCE")
	for _, n := range list {
		fmt.Fprintf(t, "%s\t%d\t%.1f %%\t%d\t%s\n", n.Network, n.Games, 100*n.Share, n.Open,
			n.Since.Format(time.DateTime))
	}
	return t.Flush()
}

func writeNetwork(w io.Writer, n server.Network) error {
	list := []server.Network{}
	if n.Since != nil {
		list = append(list, n)
	}
	if err := writeNetworks(w, list); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%d players last seen there, %d of them guests\n\n", len(n.Players), n.Guests)
	return writePlayers(w, n.Players)
}
