package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/guesser"
	"github.com/luna-rating/luna/luna/demo"
	"github.com/luna-rating/luna/luna/player"
)

// demoFlags are those of luna demo.
type demoFlags struct{ demo.Options }

func demoCommand() *cobra.Command {
	var f demoFlags
	c := &cobra.Command{
		Use:   "demo",
		Short: "show a rating system alive, with simulated people of known ability",
		Long: `Demo starts a server of its own and has SIMULATED people, two bots and a machine player play on it, over HTTP. People ask and answer questions
of civics, each by an ability that is known, and guess honestly, so that it can be seen whether ratings come to abilities; the
machine learns from the ratings that its games reveal, and nothing else, to guess. It takes about half a minute.

The table at the end has every player's ability (100 × the expected quality of the answers) and rating, and how far the machine's guesses were
off, beside guesses of the mean of the ratings revealed before (CBG), of 50, and of the same guesser without anything learned. All of it
is synthetic.

--out DIR receives the figure of the error by game (error.png, error.svg), the table (report.txt), players and the machine's guesses
(players.csv, guesses.csv), all games (games.jsonl), and what the machine learned from, as a data set (examples.jsonl).

Over HTTP many games are played at a time, and their order, with all that depends on it, differs from run to run: the seed decides who
plays. --offline plays one game after the other without a server, and gives the same for the same seed, to the byte but for times.

--keep-serving leaves the server up until an interrupt, for a browser: players go on at leisure, and a guest finds opponents.`,
		Example: `  luna demo
  luna demo --out demo --seed 2
  luna demo --games 50 --keep-serving --addr 127.0.0.1:8080`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	flags := c.Flags()
	flags.IntVar(&f.Games, "games", 300, "number of games that the machine player finishes; the others play more beside")
	flags.IntVar(&f.People, "people", 24, "number of simulated people")
	flags.Uint64Var(&f.Seed, "seed", 1, "what all random choices derive from")
	flags.StringVar(&f.Spread, "spread", "ability", "how people differ: even in ability (of item response theory), or even in the rating that it comes to")
	flags.StringVar(&f.Out, "out", "", "`DIR` for figure, tables and games")
	flags.BoolVar(&f.Offline, "offline", false, "without a server, one game after the other")
	flags.StringVar(&f.Addr, "addr", "127.0.0.1:0", "address to serve at; port 0 is any that is free")
	flags.StringVar(&f.DB, "db", "", "`FILE` for the database, a new one (default one that is removed at the end)")
	flags.BoolVar(&f.Keep, "keep-serving", false, "leave the server up until an interrupt")
	return c
}

func (f *demoFlags) check(c *cobra.Command) error {
	switch {
	case f.Games < 1 || f.Games > demo.MaxGames:
		return cli.Usagef("--games is %d, a number from 1 to %d is needed", f.Games, demo.MaxGames)
	case f.People < 2 || f.People > demo.MaxPeople:
		return cli.Usagef("--people is %d, a number from 2 to %d is needed", f.People, demo.MaxPeople)
	case f.Spread != "ability" && f.Spread != "rating":
		return cli.Usagef("--spread is %q; known: ability, rating", f.Spread)
	}
	for _, name := range []string{"addr", "db", "keep-serving"} {
		if f.Offline && c.Flags().Changed(name) {
			return cli.Usagef("--%s is about the server, of which there is none with --offline", name)
		}
	}
	for _, name := range []string{"out", "db"} {
		if given := c.Flags().Lookup(name); given.Changed && given.Value.String() == "" {
			return cli.Usagef("--%s is empty, a name is needed", name)
		}
	}
	return nil
}

func (f *demoFlags) run(c *cobra.Command) error {
	if err := f.check(c); err != nil {
		return err
	}
	ctx := c.Context()
	f.NewGuesser = func(set player.QuestionSet) (player.Guesser, error) {
		return guesser.New(ctx, set, "")
	}
	return demo.Run(ctx, f.Options, c.OutOrStdout(), c.ErrOrStderr())
}
