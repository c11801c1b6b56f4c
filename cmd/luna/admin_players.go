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

func adminPlayersCommand() *cobra.Command {
	s := server.PlayerSearch{Limit: 100}
	c := listing(&cobra.Command{
		Use:   "players --db FILE",
		Short: "list players, the youngest account first",
		Long: `Players lists players with their kind and the time they joined, the youngest account first. It shows
100 of them; --limit changes that, and 0 shows all.`,
		Example: "  luna admin players --kind person --name ann --db luna.db",
	}, func(c *cobra.Command, db string, _ []string) ([]server.Player, error) {
		if s.Limit < 0 {
			return nil, cli.Usagef("--limit is %d, a number from 0 is needed", s.Limit)
		}
		return server.Players(c.Context(), db, s)
	}, writePlayers)
	flags := c.Flags()
	cli.OptionalEnumVar(flags, &s.Kind, "kind", "only one kind: %s",
		cli.Names("person", "guest", "machine"))
	flags.StringVar(&s.Name, "name", "", "only names with this `PART`")
	flags.BoolVar(&s.Suspended, "suspended", false, "only suspended players")
	flags.IntVar(&s.Limit, "limit", s.Limit, "number of players, 0 for all")
	return c
}

func adminShowCommand() *cobra.Command {
	return listing(&cobra.Command{
		Use:     "show NAME --db FILE",
		Short:   "show the account of a player",
		Long:    "Show prints the account of the player with a name or an ID.",
		Example: "  luna admin show ann --db luna.db",
		Args:    one("NAME"),
	}, func(c *cobra.Command, db string, args []string) (server.Player, error) {
		return server.FindPlayer(c.Context(), db, args[0])
	}, writePlayer)
}

func writePlayers(w io.Writer, list []server.Player) error {
	t := table(w)
	fmt.Fprintln(t, "NAME\tKIND\tJOINED\tSUSPENDED")
	for _, p := range list {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", p.Name, p.Kind, p.Joined.Format(time.DateTime),
			cmp.Or(p.Suspended, "no"))
	}
	return t.Flush()
}

func writePlayer(w io.Writer, p server.Player) error {
	email := p.Email
	switch {
	case email == "":
		email = "none"
	case !p.EmailConfirmed:
		email += " (not confirmed)"
	}
	t := table(w)
	for _, line := range [][2]string{
		{"name", p.Name}, {"ID", p.ID}, {"kind", p.Kind},
		{"joined", p.Joined.Format(time.DateTime)},
		{"consents", map[bool]string{true: "yes", false: "no"}[p.Consents]},
		{"email", email}, {"suspended", cmp.Or(p.Suspended, "no")},
	} {
		fmt.Fprintln(t, strings.Join(line[:], "\t"))
	}
	return t.Flush()
}
