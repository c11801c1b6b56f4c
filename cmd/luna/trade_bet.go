package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/guesser"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/online"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/trade"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

type tradeBetFlags struct {
	accountFlags
	questions string
	memory    string
	games     int
	limit     int
}

func tradeBetCommand() *cobra.Command {
	var f tradeBetFlags
	c := &cobra.Command{
		Use:   "bet",
		Short: "play Turing Trade as a machine bettor that learns",
		Long: `Bet plays Turing Trade as a bettor on a server. It asks the same five questions in all its games,
predicts from the answers by Luna Rating Prediction whether the target is a human, and trades until
the price meets its prediction. At first it knows the acceptable answers and a prior alone; then it
learns what the targets of its games were.

--questions FILE has the questions, as for 'luna play'. --memory FILE stores what games reveal as a
data set for lrp, in which a human has the rating 1 and a computer 0; with it, the bettor goes on
learning at the next start. Logs of games are public: --consent agrees to that.`,
		Example: `  luna trade bet --server http://127.0.0.1:8080 --games 3 --consent
  LUNA_TOKEN=… luna trade bet --server https://luna.example.org --memory trade.jsonl`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	f.accountFlags.register(c)
	flags := c.Flags()
	flags.Lookup("consent").Usage = "agree that the logs of the games are public"
	flags.StringVar(&f.questions, "questions", "", "`FILE` of the five questions to ask")
	flags.StringVar(&f.memory, "memory", "", "`FILE` for what games reveal")
	flags.IntVar(&f.games, "games", 0, "number of games to finish (0: play until interrupted)")
	flags.IntVar(&f.limit, "limit", 0, "most securities to hold (0: no limit)")
	cli.AtLeast(flags, 0, "games", "limit")
	cli.NotEmpty(flags, "a file", "questions", "memory", "token-file")
	return c
}

func (f *tradeBetFlags) run(c *cobra.Command) (err error) {
	script := player.ThesisQuestions()
	if f.questions != "" {
		if script, err = player.OpenQuestions(f.questions); err != nil {
			return err
		}
	}
	memory, err := f.openMemory(f.memory, script)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, memory.Close()) }()
	learner, err := newTradeLearner(c.Context(), script)
	if err != nil {
		return err
	}
	for _, e := range memory.Examples() {
		if err := learner.Learn(given(e.Responses), e.Rating > game.MaxRating/2); err != nil {
			return err
		}
	}
	cl, err := f.identify(c.Context(), c)
	if err != nil {
		return err
	}
	cli.Orderly(c.Context())
	m := machineBettor{client: cl, script: script, learner: learner, memory: memory, limit: f.limit,
		consent: f.consent}
	total := 0.0
	for n := 1; f.games == 0 || n <= f.games; n++ {
		points, line, err := m.play(c.Context())
		if err != nil {
			return err
		}
		total += points
		fmt.Fprintf(c.OutOrStdout(), "game %d: %s; %+.0f points, %+.0f in all\n", n, line, points, total)
	}
	return nil
}

// given returns the answers before the first missing one.
func given(responses []string) []string {
	if i := slices.Index(responses, ""); i >= 0 {
		return responses[:i]
	}
	return responses
}

// machineBettor plays one game after another.
type machineBettor struct {
	client  *client.Client
	script  player.QuestionSet
	learner bettors.Learner
	memory  *player.Memory
	limit   int
	consent bool
}

// play plays a game, learns from it, and describes it in a line.
func (m *machineBettor) play(ctx context.Context) (points float64, line string, err error) {
	id, err := online.Wait(ctx, m.client, m.consent)
	if err != nil {
		return 0, "", err
	}
	var me *bettors.Script
	var seat int
	seen, err := online.Play(ctx, m.client, id, func(s bettors.Seat) bettors.Bettor {
		seat = slices.Index(s.Settings.Bettors, s.Name)
		me = bettors.NewScript(s, m.script.Texts(),
			bettors.Habits{First: time.Second, Pause: time.Second, Limit: m.limit}, m.learner)
		return me
	})
	if err != nil {
		return 0, "", err
	}
	if err := me.Err(); err != nil {
		return 0, "", err
	}
	if len(seen) == 0 || seen[len(seen)-1].Kind != trade.HasEnded || seen[len(seen)-1].Nature == "" {
		return 0, "it was annulled", nil
	}
	end := seen[len(seen)-1]
	if seat >= 0 && seat < len(end.Results) {
		points = end.Results[seat].Points
	}
	answers := bettors.Answers(me.State().Exchanges, me.State().Name, m.script.Texts())
	line = fmt.Sprintf("a %s, %d answers, last price %.0f", end.Nature, len(answers),
		me.State().Price)
	if len(answers) == 0 {
		return points, line, nil
	}
	human := end.Nature == trade.Human
	if err := m.learner.Learn(answers, human); err != nil {
		return points, line, err
	}
	e := player.Example{Game: game.GameID(id), Responses: make([]string, len(m.script.Questions))}
	copy(e.Responses, answers)
	if human {
		e.Rating = game.MaxRating
	}
	_, err = m.memory.Add(player.Record{Example: e, Guess: player.PointGuess(game.MaxRating * me.Belief()),
		Time: time.Now()})
	return points, line, err
}

// tradeLearner uses AUTO to predict whether a target is a human. A human counts as a respondent
// with the rating 1, a computer as one with 0. Each number of answers has its own model, of that
// many first questions of the script; before any game a model has only the answer key and a prior.
// tradeLearner implements [bettors.Learner].
type tradeLearner struct {
	ctx     context.Context
	models  []*guesser.Guesser // by the number of answers, from 1
	learned []int              // examples that a model has learned from
	known   [][]player.Example // by the number of answers, from 1
}

// surest is the highest belief allowed: after a few games no model can be certain.
const surest = 0.97

func newTradeLearner(ctx context.Context, script player.QuestionSet) (*tradeLearner, error) {
	l := &tradeLearner{ctx: ctx}
	for n := 1; n <= len(script.Questions); n++ {
		set := player.QuestionSet{Name: script.Name, Questions: script.Questions[:n]}
		m, err := guesser.New(ctx, set, "")
		if err != nil {
			return nil, err
		}
		l.models = append(l.models, m)
	}
	l.learned = make([]int, len(l.models))
	l.known = make([][]player.Example, len(l.models))
	return l, nil
}

// Predict implements [bettors.Predictor].
func (l *tradeLearner) Predict(answers []string) (float64, error) {
	i := len(answers) - 1
	if i < 0 || i >= len(l.models) {
		return 0, fmt.Errorf("found %d answers, expected 1 to %d", len(answers), len(l.models))
	}
	if have := len(l.known[i]); player.LearnDue(l.learned[i], have) {
		if err := l.models[i].Learn(l.ctx, l.known[i]); err != nil {
			return 0, err
		}
		l.learned[i] = have
	}
	guess, err := l.models[i].Guess(l.ctx, answers)
	if err != nil {
		return 0, err
	}
	return min(max(guess.Rating/game.MaxRating, 1-surest), surest), nil
}

// Learn implements [bettors.Learner].
func (l *tradeLearner) Learn(answers []string, human bool) error {
	rating := 0.0
	if human {
		rating = game.MaxRating
	}
	for i := range answers[:min(len(answers), len(l.models))] {
		l.known[i] = append(l.known[i], player.Example{
			Game:      game.GameID(fmt.Sprint("game", len(l.known[i])+1)),
			Responses: answers[:i+1], Rating: rating,
		})
	}
	return nil
}

var _ bettors.Learner = (*tradeLearner)(nil)
