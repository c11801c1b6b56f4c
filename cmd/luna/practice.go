package main

import (
	"math/rand/v2"
	"net"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/demo"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/responder"
)

func practiceCommand() *cobra.Command {
	var o demo.PracticeOptions
	c := &cobra.Command{
		Use:   "practice",
		Short: "serve simulated people for machine players to practice with",
		Long: `Practice serves a rating system with SIMULATED people for authors of machine players. As soon as a
machine or a guest in a browser enters a game, one of the people joins it. They ask questions of
civics, answer any question within a second, the better the higher their ability, and guess how good
the responses are, give or take a few points.

A line on standard error for each game of a visiting player says how far the guess was from the
opponent's rating. The rating system is deleted at the end.`,
		Example: `  luna practice
  luna practice --addr 127.0.0.1:9000
  luna play --server http://127.0.0.1:8414 --games 20`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			cli.Orderly(c.Context())
			return demo.Practice(c.Context(), o, c.ErrOrStderr())
		},
	}
	flags := c.Flags()
	flags.StringVar(&o.Addr, "addr", "127.0.0.1:8414", "`ADDRESS` to serve at (port 0: any free one)")
	flags.IntVar(&o.People, "people", 24, "number of simulated people")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed of the people's abilities and answers")
	cli.FromTo(flags, 2, demo.MaxPeople, "people")
	cli.Check(flags, checkAddress, "addr")
	return c
}

// checkAddress checks a flag for an address to listen on.
func checkAddress(flag, address string) error {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return cli.Settingf(flag, "is %q, host:port is needed", address)
	}
	return nil
}

func botCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "bot",
		Short: "play as a control player",
		Long:  "Bot runs a control player, whose rating shows whether a rating system works.",
	}, gibberishCommand())
}

func gibberishCommand() *cobra.Command {
	var account accountFlags
	var pace paceFlags
	var seed uint64
	c := &cobra.Command{
		Use:   "gibberish",
		Short: "respond with random characters",
		Long: `Gibberish is the control player of Silver (2016), section 6.2.2. It asks the five questions of that
website's machines, responds to every question with 1 to 200 random upper-case letters, digits and
spaces, and always guesses 50, the middle of the scale. If Smarts Ratings mean anything, its own
becomes very low. Like those machines it plays one game at a time, unless --at-once allows more. The
server pairs people with people first, and lets waiting machines take turns with those whom nobody
else joins. Without a token it registers itself as a machine, as luna play does.`,
		Example: "  luna bot gibberish --server http://127.0.0.1:8080 --token-file gibberish.token",
		Args:    cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			cl, err := account.connect(c.Context(), c)
			if err != nil {
				return err
			}
			if !c.Flags().Changed("seed") {
				seed = rand.Uint64()
			}
			return pace.play(c, player.Options{Client: cl, Questions: player.ThesisQuestions(),
				Responder: responder.NewGibberish(seed), Guesser: player.Middle,
				Memory: player.NewMemory()})
		},
	}
	account.register(c)
	pace.register(c)
	c.Flags().Uint64Var(&seed, "seed", 0, "seed of the responses (default: a random one)")
	return c
}
