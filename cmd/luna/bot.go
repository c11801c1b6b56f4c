package main

import (
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/responder"
)

func botCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "bot",
		Short: "play as a control player",
		Long:  "Bot runs a control player, whose rating shows whether a rating system works.",
		Args:  cli.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			return cli.Usagef("which bot? known: gibberish")
		},
	}
	c.AddCommand(gibberishCommand())
	return c
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
				Responder: responder.NewGibberish(seed), Guesser: player.Middle})
		},
	}
	account.register(c)
	pace.register(c)
	c.Flags().Uint64Var(&seed, "seed", 0, "seed of the responses (default: a random one)")
	return c
}
