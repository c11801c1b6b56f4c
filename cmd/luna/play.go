package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/guesser"
	"github.com/luna-rating/luna/cmd/internal/partner"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/responder"
)

type playFlags struct {
	accountFlags
	paceFlags
	questions string
	partner   partner.Flags
	model     string
	save      string
	memory    string
}

// paceFlags select how many games to play and how fast.
type paceFlags struct {
	games    int
	atOnce   int
	interval time.Duration
	verbose  bool
}

func (f *paceFlags) register(c *cobra.Command) {
	flags := c.Flags()
	flags.IntVar(&f.games, "games", 0, "number of games to finish (0: play until interrupted)")
	flags.IntVar(&f.atOnce, "at-once", 1,
		fmt.Sprintf("number of games at a time, at most %d", game.MaxActive))
	flags.DurationVar(&f.interval, "interval", time.Second,
		"shortest time between two looks at the games; it grows while nothing happens")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "log what the player does to standard error")
	cli.AtLeast(flags, 0, "games")
	cli.FromTo(flags, 1, game.MaxActive, "at-once")
	cli.Bound(flags, float64(time.Millisecond), math.MaxFloat64, "at least 1ms is needed", "interval")
}

func playCommand() *cobra.Command {
	var f playFlags
	c := &cobra.Command{
		Use:   "play",
		Short: "play Luna Games as a machine that learns to guess",
		Long: `Play runs a machine player. It asks the same five questions in all its games. A responder answers
the questions of its opponents. It guesses their Smarts Ratings by Luna Rating Prediction: at first
from the acceptable answers to its questions alone, then also from the ratings that games reveal.
It resumes unfinished games. At the end, or after an interrupt, a table shows the errors of its
guesses. To play against simulated people, start 'luna practice' first.

--questions FILE has the questions, either in the native form of data sets, whose first line is
used, or as text: one question per line, followed by acceptable answers, separated by tabs. The
default questions are those of the machines of Silver (2016).

--memory FILE stores what games reveal as a data set for lrp: 'lrp train -m MODEL jsonl:FILE' trains
the model that the player would use next. Without it, the player learns at each start from its
games on the server.

` + partner.Help() + `

--model MODEL uses a model of 'lrp train' without further training, and asks its questions.
--save-model FILE stores the player's model each time it has learned.

Without a token the player registers itself as a machine, if the server allows it, and stores its
token in --token-file. The default is FILE.token beside the memory, if there is one.`,
		Example: `  luna play --server http://127.0.0.1:8414 --games 3
  luna play --memory thesis.jsonl
  luna play --server https://luna.example.org --questions mine.tsv --memory mine.jsonl \
    --responder 'command:python3 answer.py'
  LUNA_TOKEN=… luna play --server https://luna.example.org --responder canned:answers.tsv`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	f.accountFlags.register(c)
	f.paceFlags.register(c)
	flags := c.Flags()
	flags.StringVar(&f.questions, "questions", "", "`FILE` of the five questions to ask")
	f.partner.Register(flags, "fixed:"+responder.DontKnow)
	flags.StringVar(&f.model, "model", "", "`MODEL` file written by 'lrp train' to guess with")
	flags.StringVar(&f.save, "save-model", "", "`FILE` for the model that the player has trained")
	flags.StringVar(&f.memory, "memory", "", "`FILE` for the ratings that games reveal")
	cli.NotEmpty(flags, "a file", "questions", "model", "save-model", "memory", "token-file")
	return c
}

func (f *playFlags) run(c *cobra.Command) (err error) {
	if f.model != "" && f.save != "" {
		return cli.Usagef("--model is not trained further, so --save-model has nothing to write")
	}
	o := player.Options{}
	if o.Questions, o.Guesser, err = f.guessing(c.Context()); err != nil {
		return err
	}
	if o.Responder, err = f.partner.Open(c.ErrOrStderr()); err != nil {
		return err
	}
	if closer, ok := o.Responder.(io.Closer); ok {
		defer closer.Close()
	}
	if o.Memory, err = f.openMemory(f.memory, o.Questions); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Memory.Close()) }()
	if o.Client, err = f.connect(c.Context(), c); err != nil {
		return err
	}
	return f.play(c, o)
}

// guessing returns the questions to ask and the guesser.
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
		return set, nil, fmt.Errorf("%s: %w; train one on the %d questions of a game ('lrp train "+
			"--question-columns'), or leave out --model, and the player learns from its games "+
			"(--memory FILE keeps what it learned)", f.model, err, game.Questions)
	}
	if m != nil {
		g, err = guesser.Fixed(m, set)
	} else {
		g, err = guesser.New(ctx, set, f.save)
	}
	return set, g, err
}

// play plays and reports. For a player without a number of games, an interrupt is the normal end.
func (f *paceFlags) play(c *cobra.Command, o player.Options) error {
	stderr := c.ErrOrStderr()
	o.Games, o.AtOnce = f.games, f.atOnce
	o.Pace = client.Pace{Interval: f.interval, Longest: longest(f.interval)}
	level := slog.LevelWarn
	if f.verbose {
		level = slog.LevelInfo
	}
	o.Log = slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
	if err := introduce(c.Context(), stderr, o); err != nil {
		return err
	}
	n := 0
	o.Finished = func(r player.Result) {
		n++
		fmt.Fprintf(stderr, "game %d: %s\n", n, summary(r))
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

// longest returns the limit up to which the interval between two polls grows: a minute, unless the
// interval itself is very short or long. People take their time, simulated ones do not.
func longest(interval time.Duration) time.Duration {
	return max(6*interval, min(time.Minute, 60*interval))
}

// introduce prints which player plays, and how.
func introduce(ctx context.Context, w io.Writer, o player.Options) error {
	p, err := o.Client.Profile(ctx)
	if err != nil {
		return err
	}
	rating := "no rating yet"
	if p.Rating != nil {
		rating = fmt.Sprintf("rating %.1f", *p.Rating)
	}
	_, err = fmt.Fprintf(w, "playing as %s at %s: %d games finished, %s\n", p.Username,
		o.Client.Server(), p.Games, rating)
	return err
}

// summary describes a finished game in one line.
func summary(r player.Result) string {
	text := fmt.Sprintf("guess %.1f", r.Guess.Rating)
	if !math.IsNaN(r.Guess.Low) {
		text += fmt.Sprintf(" [%.0f, %.0f]", r.Guess.Low, r.Guess.High)
	}
	if v := r.View; v.OpSmartsRating != nil {
		text += fmt.Sprintf(", rating %.1f, off by %.1f", *v.OpSmartsRating,
			math.Abs(r.Guess.Rating-*v.OpSmartsRating))
	} else {
		text += ", the opponent had no rating yet"
	}
	if r.View.Outcome != nil {
		text += map[game.Outcome]string{game.Won: ", won", game.Lost: ", lost",
			game.Tied: ", tied"}[*r.View.Outcome]
	}
	if r.View.SmartsRating != nil {
		text += fmt.Sprintf("; own rating %.1f", *r.View.SmartsRating)
	}
	return text
}

// maxReportParts bounds the number of rows, not counting the row for all games together.
const maxReportParts = 10

// writeErrors reports the errors of the guesses, and those of two guessers that ignore the
// responses.
func writeErrors(w io.Writer, records []player.Record) error {
	if len(records) == 0 {
		_, err := fmt.Fprintln(w, "no game against an opponent with a rating is finished yet")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "games\tguesses\tmean error\tby running mean\tby 50\t\n")
	each := max(10, (len(records)+maxReportParts-1)/maxReportParts)
	list := player.Report(records, each)
	if len(list) > 1 {
		list = append(list, player.Report(records, len(records))...)
	}
	for _, e := range list {
		fmt.Fprintf(t, "%d-%d\t%d\t%.1f\t%.1f\t%.1f\t\n", e.First, e.Last, e.Games, e.Player,
			e.RunningMean, e.Constant)
	}
	return t.Flush()
}
