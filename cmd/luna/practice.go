package main

import (
	"math/rand/v2"
	"net"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/guesser"
	"github.com/luna-rating/luna/luna/demo"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/responder"
)

type practiceFlags struct{ demo.PracticeOptions }

func practiceCommand() *cobra.Command {
	var f practiceFlags
	c := &cobra.Command{
		Use:   "practice",
		Short: "serve simulated people for machine players to practice with",
		Long: `Practice serves a rating system with SIMULATED people for authors of machine players. As soon as a
machine or a guest in a browser enters a game, one of the people joins it. They ask questions of
civics, answer any question within a second, the better the higher their ability, and guess by
grading the responses, with errors.

The true abilities of the people are known. A line on standard error for each game of a visiting
player says how far the guess was from the opponent's rating and from their ability. --games N ends
the practice after N games of a visiting player. At the end, also after an interrupt, a table has
the mean error of each player's guesses beside those of a constant 50 and of the mean of the ratings
revealed so far.

Without --db the rating system is deleted at the end. With it, players keep their tokens: the same
flags start the same practice again.`,
		Example: `  luna practice
  luna practice --addr 127.0.0.1:9000 --games 20
  luna play --server http://127.0.0.1:8414 --games 20`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			cli.Orderly(c.Context())
			return demo.Practice(c.Context(), f.PracticeOptions, c.OutOrStdout(),
				c.ErrOrStderr())
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.Addr, "addr", "127.0.0.1:8414", "`ADDRESS` to serve at (port 0: any free one)")
	flags.StringVar(&f.DB, "db", "", "`FILE` that keeps the rating system (default: a temporary one)")
	flags.IntVar(&f.People, "people", 24, "number of simulated people")
	flags.Uint64Var(&f.Seed, "seed", 1, "seed of the people's abilities and answers")
	flags.IntVar(&f.Games, "games", 0,
		"number of games of a visiting player (0: serve until interrupted)")
	cli.FromTo(flags, 2, demo.MaxPeople, "people")
	cli.AtLeast(flags, 0, "games")
	cli.NotEmpty(flags, "a name", "db")
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
	cli.EnumVar(flags, &f.Spread, "spread", "distribution of people: even in %s",
		"ability (of item response theory)", "rating (that the ability leads to)")
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
				Responder: responder.NewGibberish(seed), Guesser: player.Middle})
		},
	}
	account.register(c)
	pace.register(c)
	c.Flags().Uint64Var(&seed, "seed", 0, "seed of the responses (default: a random one)")
	return c
}
