package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

func adminPlayersCommand() *cobra.Command {
	s := server.PlayerSearch{Limit: 100}
	c := listing(&cobra.Command{
		Use:   "players --db FILE",
		Short: "list players, the youngest account first",
		Long: `Players lists players with their kind and the time they joined, the youngest account first. It shows
100 of them; --limit changes that, and 0 shows all. With --format json, it also counts the games
that they finished, and those that they stalled: left, or let end, after reading the questions.`,
		Example: "  luna admin players --kind person --name ann --db luna.db",
	}, func(c *cobra.Command, db string, _ []string) ([]server.Player, error) {
		return server.Players(c.Context(), db, s)
	}, writePlayers)
	flags := c.Flags()
	cli.OptionalEnumVar(flags, &s.Kind, "kind", "only one kind: %s", "person", "guest", "machine")
	flags.StringVar(&s.Name, "name", "", "only names with this `PART`")
	flags.BoolVar(&s.Suspended, "suspended", false, "only suspended players")
	flags.IntVar(&s.Limit, "limit", s.Limit, "number of players, 0 for all")
	cli.Bound(flags, 0, math.MaxFloat64, "a number from 0 is needed", "limit")
	return c
}

func adminShowCommand() *cobra.Command {
	return listing(&cobra.Command{
		Use:     "show NAME --db FILE",
		Short:   "show the account of a player",
		Long:    "Show prints the account of the player with a name or an ID, and how many games they finished.",
		Example: "  luna admin show ann --db luna.db",
		Args:    cli.OneArgument("NAME"),
	}, func(c *cobra.Command, db string, args []string) (server.Player, error) {
		return server.FindPlayer(c.Context(), db, args[0])
	}, writePlayer)
}

func writePlayers(w io.Writer, list []server.Player) error {
	t := table(w)
	fmt.Fprintln(t, "NAME\tKIND\tJOINED\tSUSPENDED")
	for _, p := range list {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", p.Name, p.Kind, p.Joined.Format(time.DateTime), suspension(p))
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
		{"consents", yesOrNo(p.Consents)},
		{"email", email}, {"suspended", suspension(p)},
		{"games", p.Completion},
	} {
		fmt.Fprintln(t, strings.Join(line[:], "\t"))
	}
	return t.Flush()
}

// suspension says why a player is suspended, and until when.
func suspension(p server.Player) string {
	if p.SuspendedUntil == nil {
		return cmp.Or(p.Suspended, "no")
	}
	return p.Suspended + " (until " + p.SuspendedUntil.Format(time.DateTime) + ")"
}

// onPlayer makes a command change the account of one player, and say what it did.
func onPlayer(c *cobra.Command, did string, do func(ctx context.Context, db, name string) error) *cobra.Command {
	c.Args = cli.OneArgument("NAME")
	return onDB(c, func(c *cobra.Command, db string, args []string) error {
		return say(c, do(c.Context(), db, args[0]), did, args[0])
	})
}

func adminLogOutCommand() *cobra.Command {
	return onPlayer(&cobra.Command{
		Use:   "logout NAME --db FILE",
		Short: "make all tokens of a player void",
		Long: `Logout makes all tokens of a player void: they are logged out everywhere, and programs that play for
them stop. For a machine player, 'luna machine revoke' prints a new token, too.`,
		Example: "  luna admin logout ann --db luna.db",
	}, "all tokens of %s are void", server.LogOut)
}

func adminSuspendCommand() *cobra.Command {
	var reason string
	var until time.Time
	c := onPlayer(&cobra.Command{
		Use:   "suspend NAME --reason TEXT --db FILE",
		Short: "keep a player from doing anything",
		Long: `Suspend keeps a player from playing. Who is suspended can log in, read the reason and until when,
download their data, withdraw consent, and delete the account; everything else is refused with
status 403 and the reason. Their guesses keep counting; 'luna admin fairness' makes guesses count
less. The suspension ends with --until, or by 'luna admin unsuspend'.`,
		Example: `  luna admin suspend ann --reason "insults in three games" --db luna.db`,
	}, "suspended %s, who is shown the reason", func(ctx context.Context, db, name string) error {
		if reason == "" {
			return cli.Usagef("--reason TEXT is needed, which the player is shown")
		}
		return server.Suspend(ctx, db, name, reason, until)
	})
	c.Flags().StringVar(&reason, "reason", "", "`TEXT` that the player is shown")
	c.Flags().TimeVar(&until, "until", time.Time{}, []string{time.DateOnly, time.RFC3339},
		"the `DAY` on which it ends, such as 2027-02-18")
	return c
}

func adminUnsuspendCommand() *cobra.Command {
	return onPlayer(&cobra.Command{
		Use:     "unsuspend NAME --db FILE",
		Short:   "lift a suspension",
		Long:    "Unsuspend lets a suspended player play again.",
		Example: "  luna admin unsuspend ann --db luna.db",
	}, "%s may play again", server.Unsuspend)
}

func adminDeleteCommand() *cobra.Command {
	var texts bool
	c := onPlayer(&cobra.Command{
		Use:   "delete NAME --yes --db FILE",
		Short: "delete the account of a player",
		Long: `Delete removes the account of a player: name, email, password and settings. Their games stay with
those who played them and bear no name. With --texts, what they wrote is removed from the games,
too. Players can do the same in their profile.`,
		Example: "  luna admin delete ann --yes --db luna.db",
	}, "deleted the account of %s", func(ctx context.Context, db, name string) error {
		return server.DeletePlayer(ctx, db, name, texts)
	})
	c.Flags().BoolVar(&texts, "texts", false, "also remove what they wrote from all games")
	return confirmed(c)
}

func adminTextsCommand() *cobra.Command {
	var id string
	c := onDB(&cobra.Command{
		Use:   "texts [NAME] [--game ID] --yes --db FILE",
		Short: "remove what a player wrote, or what was written in a game",
		Long: `Texts removes all questions and responses of a player from the log, in which a mark is left. With
--game, it removes those of one game: what both players wrote, or only what the player NAME did.
Guesses, results and ratings stay as they are. What is written afterwards is kept. The player has a
name, or an ID, by which those who have deleted their accounts are still known. The ID of a game is
the last part of the address of its page.`,
		Example: `  luna admin texts ann --yes --db luna.db
  luna admin texts --game 5f0c6e2d4b1a49b2a3d7e8c1 --yes --db luna.db`,
		Args: cobra.ArbitraryArgs,
	}, func(c *cobra.Command, db string, args []string) error {
		if id == "" && len(args) != 1 || len(args) > 1 {
			return cli.Usagef("%s needs one NAME, or --game ID, found %d names", c.CommandPath(),
				len(args))
		}
		name := strings.Join(args, "")
		if id == "" {
			return say(c, server.EraseTexts(c.Context(), db, name),
				"removed what %s wrote, from all games and reports", name)
		}
		return say(c, server.EraseGame(c.Context(), db, id, name), "removed what %s wrote in game %s",
			cmp.Or(name, "all"), id)
	})
	c.Flags().StringVar(&id, "game", "", "only the texts of the game `ID`")
	return confirmed(c)
}

func adminPasswordCommand() *cobra.Command {
	var base string
	var stdin bool
	c := onDB(&cobra.Command{
		Use:   "password NAME --db FILE",
		Short: "make a link by which a player can choose a new password",
		Long: `Password prints a link by which the player can choose a new password. It works once, within 24
hours, and not after the password has changed. --base-url is the public address of the server, as
for 'luna serve'.

With --stdin, it sets the password to the first line of standard input instead, and makes the
player's tokens void. Passwords are never arguments, which other users could see.`,
		Example: `  luna admin password ann --base-url https://luna.example.org --db luna.db
  luna admin password ann --stdin --db luna.db < new-password`,
		Args: cli.OneArgument("NAME"),
	}, func(c *cobra.Command, db string, args []string) error {
		if stdin {
			password, err := readPassword(c.InOrStdin(), c.ErrOrStderr())
			if err != nil {
				return err
			}
			return say(c, server.SetPassword(c.Context(), db, args[0], password),
				"set the password of %s, who is logged out everywhere", args[0])
		}
		link, err := server.ResetLink(c.Context(), db, args[0], base)
		return printToken(c, link, err)
	})
	c.Flags().StringVar(&base, "base-url", "http://127.0.0.1:8080", "public `URL` of the server")
	c.Flags().BoolVar(&stdin, "stdin", false, "read the new password from standard input")
	return c
}

// maxLine is more than the length of any password.
const maxLine = 4 << 10

// readPassword reads a line, from a terminal without showing it.
func readPassword(in io.Reader, prompt io.Writer) (string, error) {
	if f, ok := in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprint(prompt, "New password: ")
		text, err := term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(prompt)
		return string(text), err
	}
	line, err := bufio.NewReader(io.LimitReader(in, maxLine)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if line == "" {
		return "", cli.Usagef("--stdin needs the new password on standard input, found nothing")
	}
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), nil
}
