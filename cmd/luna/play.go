package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/guesser"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
)

// playFlags are those of luna play.
type playFlags struct {
	accountFlags
	paceFlags
	questions string
	responder string
	guesser   string
	model     string
	save      string
	memory    string
}

// paceFlags say how much to play.
type paceFlags struct {
	games    int
	atOnce   int
	interval time.Duration
	verbose  bool
}

func (f *paceFlags) register(c *cobra.Command) {
	flags := c.Flags()
	flags.IntVar(&f.games, "games", 0, "number of games to finish (0: go on until interrupted)")
	flags.IntVar(&f.atOnce, "at-once", 4, fmt.Sprintf("number of games to be in at a time, at most %d", game.MaxActive))
	flags.DurationVar(&f.interval, "interval", 10*time.Second, "how often to look whether opponents have acted; up to six times as long where they have not")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "tell on standard error what the player does")
}

func (f *paceFlags) check() error {
	switch {
	case f.games < 0:
		return cli.Usagef("--games is %d, at least 0 is needed", f.games)
	case f.atOnce < 1 || f.atOnce > game.MaxActive:
		return cli.Usagef("--at-once is %d, a number from 1 to %d is needed", f.atOnce, game.MaxActive)
	case f.interval < time.Millisecond:
		return cli.Usagef("--interval is %v, at least 1ms is needed", f.interval)
	}
	return nil
}

func playCommand() *cobra.Command {
	var f playFlags
	c := &cobra.Command{
		Use:   "play",
		Short: "play Luna Games as a machine that learns to guess",
		Long: `Play is a machine player. It asks the same five questions in all of its games, has a responder answer those of its
opponents, and guesses their Smarts Ratings by Luna Rating Prediction: at first from the acceptable answers to its questions and a
prior alone, then the better the more games have revealed ratings. It goes on where it left off; an interrupt ends it, after which
a table tells how far its guesses were off.

--questions FILE has the questions in the native form of data sets, of which the first line counts, or in a plain one: a
question a line, followed by acceptable answers, with tabs between. Without it they are those of the machines of Silver (2016).

--memory FILE keeps what games revealed, as a data set that lrp reads: 'lrp train -m MODEL jsonl:FILE' makes of it the model by which
the player guesses next. Without it the player learns again, at each start, from the games that the server has of it.

--responder is one of:
  fixed:TEXT       TEXT to every question
  canned:FILE      a list of questions and responses, JSON lines {"question":…,"response":…} or with tabs between; the nearest counts
  command:COMMAND  a program that runs on: a line {"id":…,"questions":[…]} to its input, a line {"id":…,"responses":[…]} from its output
  http:URL         a service that is posted the same
  gibberish        random characters

--model MODEL guesses by a model of 'lrp train' as it is, and asks its questions. --save-model FILE writes the model that the player
has learned, each time.

Without a token the player registers itself as a machine, where the server lets it, and keeps its token in --token-file, which is
FILE.token beside the memory where there is one.`,
		Example: `  luna play --memory thesis.jsonl
  luna play --server https://luna.example.org --questions mine.tsv --memory mine.jsonl --responder 'command:python3 answer.py'
  LUNA_TOKEN=… luna play --server https://luna.example.org --games 20 --responder canned:answers.tsv`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	f.accountFlags.register(c)
	f.paceFlags.register(c)
	flags := c.Flags()
	flags.StringVar(&f.questions, "questions", "", "`FILE` of the five questions to ask")
	flags.StringVar(&f.responder, "responder", "fixed:"+player.DontKnow, "who answers: fixed:TEXT, canned:FILE, command:COMMAND, http:URL or gibberish")
	flags.StringVar(&f.guesser, "guesser", "lrp", "who guesses: lrp, template (an equal share for each response with an expected word), mean (of the ratings revealed) or middle (50)")
	flags.StringVar(&f.model, "model", "", "`MODEL` to guess by as it is, a file that 'lrp train' wrote")
	flags.StringVar(&f.save, "save-model", "", "`FILE` for the model that the player has learned")
	flags.StringVar(&f.memory, "memory", "", "`FILE` for what games reveal")
	return c
}

// check reports wrong flags.
func (f *playFlags) check(c *cobra.Command) error {
	for _, name := range []string{"questions", "model", "save-model", "memory", "token-file"} {
		if given := c.Flags().Lookup(name); given.Changed && given.Value.String() == "" {
			return cli.Usagef("--%s is empty, a file is needed", name)
		}
	}
	switch {
	case f.model != "" && f.save != "":
		return cli.Usagef("--model is not learned from, so that --save-model has nothing to write")
	case f.guesser != "lrp" && (f.model != "" || f.save != ""):
		return cli.Usagef("--model and --save-model are for --guesser lrp, found %s", f.guesser)
	}
	return f.paceFlags.check()
}

func (f *playFlags) run(c *cobra.Command) (err error) {
	if err := f.check(c); err != nil {
		return err
	}
	if f.memory != "" && f.tokenFile == "" {
		f.tokenFile = f.memory + ".token"
	}
	o := player.Options{}
	if o.Questions, o.Guesser, err = f.guessing(c.Context()); err != nil {
		return err
	}
	if o.Responder, err = player.OpenResponder(f.responder); errors.Is(err, player.ErrResponder) {
		return cli.Usage(fmt.Errorf("--%w", err))
	} else if err != nil {
		return err
	}
	if closer, ok := o.Responder.(io.Closer); ok {
		defer closer.Close()
	}
	o.Memory = player.NewMemory()
	if f.memory != "" {
		if o.Memory, err = player.OpenMemory(f.memory, o.Questions); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, o.Memory.Close()) }()
	}
	if o.Client, err = f.connect(c.Context(), c); err != nil {
		return err
	}
	return f.play(c, o)
}

// guessing returns the questions to ask and who guesses by the responses.
func (f *playFlags) guessing(ctx context.Context) (set player.QuestionSet, g player.Guesser, err error) {
	set = player.ThesisQuestions()
	var m *lrp.Model
	if f.model != "" {
		if m, err = lrp.OpenModel(f.model, lrp.Parts{}); err != nil {
			return set, nil, err
		}
		set = guesser.Questions(m)
	}
	if f.questions != "" {
		if set, err = player.OpenQuestions(f.questions); err != nil {
			return set, nil, err
		}
	}
	if err := set.Check(); err != nil {
		return set, nil, fmt.Errorf("%s: %w", f.model, err)
	}
	switch f.guesser {
	case "lrp":
		if m != nil {
			g, err = guesser.Fixed(m, set)
		} else {
			g, err = guesser.New(ctx, set, f.save)
		}
	case "template":
		g = player.Template(set.Questions)
	case "mean":
		g = player.NewRunningMean()
	case "middle":
		g = player.Middle
	default:
		known := []string{"lrp", "template", "mean", "middle"}
		err = cli.Usagef("--guesser is %q; %sknown: lrp, template, mean, middle", f.guesser, cli.DidYouMean(f.guesser, known))
	}
	return set, g, err
}

// play plays and reports. An interrupt is how a player without a number of games is ended.
func (f *paceFlags) play(c *cobra.Command, o player.Options) error {
	stderr := c.ErrOrStderr()
	o.Games, o.AtOnce, o.Pace = f.games, f.atOnce, client.Pace{Interval: f.interval}
	level := slog.LevelWarn
	if f.verbose {
		level = slog.LevelInfo
	}
	o.Log = slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
	if o.Memory == nil {
		o.Memory = player.NewMemory()
	}
	if err := introduce(c.Context(), stderr, o); err != nil {
		return err
	}
	n := 0
	o.Finished = func(r player.Result) {
		n++
		fmt.Fprintf(stderr, "game %d: %s\n", n, told(r))
	}
	p, err := player.New(o)
	if err != nil {
		return err
	}
	err = p.Run(c.Context())
	if f.games == 0 && errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, writeErrors(c.OutOrStdout(), o.Memory.Records()))
}

// introduce tells as whom the player plays.
func introduce(ctx context.Context, w io.Writer, o player.Options) error {
	p, err := o.Client.Profile(ctx)
	if err != nil {
		return err
	}
	rating := "no rating yet"
	if p.Rating != nil {
		rating = fmt.Sprintf("rating %.1f", *p.Rating)
	}
	_, err = fmt.Fprintf(w, "playing as %s at %s: %d games finished, %s\n", p.Username, o.Client.Server(), p.Games, rating)
	return err
}

// told is how a game went, in one line.
func told(r player.Result) string {
	text := fmt.Sprintf("guess %.1f", r.Guess.Rating)
	if !math.IsNaN(r.Guess.Low) {
		text += fmt.Sprintf(" [%.0f, %.0f]", r.Guess.Low, r.Guess.High)
	}
	if v := r.View; v.OpSmartsRating != nil {
		text += fmt.Sprintf(", rating %.1f, off by %.1f", *v.OpSmartsRating, math.Abs(r.Guess.Rating-*v.OpSmartsRating))
	} else {
		text += ", the opponent had no rating yet"
	}
	if r.View.Outcome != nil {
		text += map[game.Outcome]string{game.Won: ", won", game.Lost: ", lost", game.Tied: ", tied"}[*r.View.Outcome]
	}
	if r.View.SmartsRating != nil {
		text += fmt.Sprintf("; own rating %.1f", *r.View.SmartsRating)
	}
	return text
}
