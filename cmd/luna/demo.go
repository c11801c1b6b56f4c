package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/guesser"
	"github.com/luna-rating/luna/luna/demo"
	"github.com/luna-rating/luna/luna/player"
)

type demoFlags struct{ demo.Options }

func demoCommand() *cobra.Command {
	var f demoFlags
	c := &cobra.Command{
		Use:   "demo",
		Short: "run a rating system with simulated people of known ability",
		Long: `Demo starts its own server on which SIMULATED people, two bots and a machine player play over HTTP.
The people ask and answer questions of civics according to known abilities, and guess honestly. The
demonstration shows whether their ratings approach their abilities, and how a machine learns to
guess from nothing but the ratings that its games reveal. It takes about half a minute.

The table at the end lists each player's ability (100 × the expected quality of the answers) and
rating. It compares the error of the machine's guesses with three other guesses: the mean of the
ratings revealed so far (the constant best guess, CBG), a constant 50, and the guess of the same
machine before it had learned anything. All data are synthetic.

--out DIR receives the figure of the error by game (error.png, error.svg), the table (report.txt),
players and the machine's guesses (players.csv, guesses.csv), all games (games.jsonl), and the
machine's training examples as a data set (examples.jsonl).

Over HTTP many games run at a time. Their order, and everything that depends on it, differs between
runs; the seed only determines who plays. --offline plays one game after the other without a server
and gives the same bytes for the same seed, apart from times.

--keep-serving keeps the server running until an interrupt: the simulated people go on playing
slowly, and guests in a browser find opponents. To try out a machine player, use 'luna practice'.`,
		Example: `  luna demo
  luna demo --out demo --seed 2
  luna demo --games 50 --keep-serving --addr 127.0.0.1:8080`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	flags := c.Flags()
	flags.IntVar(&f.Games, "games", 300, "number of games that the machine player finishes")
	flags.IntVar(&f.People, "people", 24, "number of simulated people")
	flags.Uint64Var(&f.Seed, "seed", 1, "seed of all random choices")
	cli.EnumVar(flags, &f.Spread, "spread", "distribution of people: even in %s", []cli.Choice{
		{Name: "ability", Description: "of item response theory"},
		{Name: "rating", Description: "that the ability leads to"},
	})
	outVar(flags, &f.Out, "`DIR` for figure, tables and games")
	flags.BoolVar(&f.Offline, "offline", false, "play one game after the other without a server")
	flags.StringVar(&f.Addr, "addr", "127.0.0.1:0", "address to serve at (port 0: any free one)")
	flags.StringVar(&f.DB, "db", "", "new `FILE` for the database (default: a temporary one)")
	flags.BoolVar(&f.Keep, "keep-serving", false, "keep the server running until an interrupt")
	cli.FromTo(flags, 1, demo.MaxGames, "games")
	cli.FromTo(flags, 2, demo.MaxPeople, "people")
	cli.NotEmpty(flags, "a name", "db")
	return c
}

func (f *demoFlags) run(c *cobra.Command) error {
	for _, name := range []string{"addr", "db", "keep-serving"} {
		if f.Offline && c.Flags().Changed(name) {
			return cli.Usagef("--%s configures the server, and there is none with --offline", name)
		}
	}
	ctx := c.Context()
	f.NewGuesser = func(set player.QuestionSet) (player.Guesser, error) {
		return guesser.New(ctx, set, "")
	}
	cli.Orderly(ctx)
	return demo.Run(ctx, f.Options, c.OutOrStdout(), c.ErrOrStderr())
}
