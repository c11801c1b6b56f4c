package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/guesser"
	"github.com/luna-rating/luna/luna/demo"
	"github.com/luna-rating/luna/luna/player"
)

// demoFlags are those of luna demo.
type demoFlags struct {
	games   int
	people  int
	seed    uint64
	spread  string
	out     string
	offline bool
	addr    string
	db      string
	keep    bool
}

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
	flags.IntVar(&f.games, "games", 300, "number of games that the machine player finishes; the others play more beside")
	flags.IntVar(&f.people, "people", 24, "number of simulated people")
	flags.Uint64Var(&f.seed, "seed", 1, "what all random choices derive from")
	flags.StringVar(&f.spread, "spread", string(demo.EvenAbility), "how people differ: even in ability (of item response theory), or even in the rating that it comes to")
	flags.StringVar(&f.out, "out", "", "`DIR` for figure, tables and games")
	flags.BoolVar(&f.offline, "offline", false, "without a server, one game after the other")
	flags.StringVar(&f.addr, "addr", "127.0.0.1:0", "address to serve at; port 0 is any that is free")
	flags.StringVar(&f.db, "db", "", "`FILE` for the database, a new one (default one that is removed at the end)")
	flags.BoolVar(&f.keep, "keep-serving", false, "leave the server up until an interrupt")
	return c
}

func (f *demoFlags) check(c *cobra.Command) error {
	switch {
	case f.games < 1 || f.games > demo.MostGames:
		return cli.Usagef("--games is %d, a number from 1 to %d is needed", f.games, demo.MostGames)
	case f.people < 2 || f.people > demo.MostPeople:
		return cli.Usagef("--people is %d, a number from 2 to %d is needed", f.people, demo.MostPeople)
	case f.spread != string(demo.EvenAbility) && f.spread != string(demo.EvenRating):
		return cli.Usagef("--spread is %q; known: %s, %s", f.spread, demo.EvenAbility, demo.EvenRating)
	}
	for _, name := range []string{"addr", "db", "keep-serving"} {
		if f.offline && c.Flags().Changed(name) {
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

func (f *demoFlags) run(c *cobra.Command) (err error) {
	if err := f.check(c); err != nil {
		return err
	}
	var dir *demo.Dir
	if f.out != "" {
		if dir, err = demo.Create(f.out); err != nil {
			return err
		}
		defer dir.Abort()
	}
	ctx, stderr := c.Context(), c.ErrOrStderr()
	o := demo.Options{
		NewGuesser: func(set player.QuestionSet) (player.Guesser, error) { return guesser.New(ctx, set, "") },
		Games:      f.games, People: f.people, Seed: f.seed, Spread: demo.Spread(f.spread), Progress: tellProgress(stderr),
	}
	finish := func(r *demo.Result) error {
		err := r.WriteTable(c.OutOrStdout())
		if err == nil && dir != nil {
			if err = dir.Commit(r); err == nil {
				fmt.Fprintf(stderr, "figure, tables and games are in %s\n", f.out)
			}
		}
		return err
	}
	if f.offline {
		r, err := demo.Simulate(ctx, o)
		if err != nil {
			return err
		}
		return finish(r)
	}
	return f.serve(ctx, stderr, o, finish)
}

// serve plays at a server of its own.
func (f *demoFlags) serve(ctx context.Context, stderr io.Writer, o demo.Options, finish func(*demo.Result) error) (err error) {
	s, err := startDemoServer(ctx, f.addr, f.db, stderr)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	fmt.Fprintf(stderr, "SYNTHETIC demonstration at %s: registering %d simulated people, two bots and a machine player\n", s.url, f.people)
	stage, err := demo.Open(ctx, s.url, o)
	if err != nil {
		return err
	}
	defer stage.Close()
	r, err := stage.Play(ctx)
	if err == nil {
		err = finish(r)
	}
	if err != nil || !f.keep {
		return err
	}
	fmt.Fprintf(stderr, "serving at %s until interrupted: play as a guest, or log in as %s with the password %q\n", s.url, r.Players[0].Name, demo.Password)
	return stage.Stay(ctx)
}

// tellProgress returns what tells about twenty times how it stands.
func tellProgress(w io.Writer) func(demo.Progress) {
	told := 0
	return func(p demo.Progress) {
		if part := 20 * p.Machine / max(1, p.Of); part > told {
			told = part
			fmt.Fprintf(w, "game %d of %d (%d of all): last guesses off by %s, running mean by %s; ratings and abilities correlate by %s\n",
				p.Machine, p.Of, p.Games, orDash(p.Error, 1), orDash(p.Constant, 1), orDash(p.Spearman, 3))
		}
	}
}

func orDash(x float64, decimals int) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.*f", decimals, x)
}
