package tradesim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

// Machine is the name of the study of a machine bettor that learns. See [Learn].
const Machine = "machine"

// Script returns the questions that the machine bettor asks in the study [Machine], with acceptable
// answers.
func Script() []datasets.Question {
	exam := synth.Civics()
	var list []datasets.Question
	for _, i := range scripted {
		q := exam.Questions[i]
		list = append(list, datasets.Question{ID: q.ID, Text: q.Text, Key: q.Key})
	}
	return list
}

// scripted contains the questions of the exam that the machine asks.
var scripted = []int{1, 3, 5, 7, 9}

// LearnOptions are the settings of [Learn].
type LearnOptions struct {
	Runs    int    // number of machines that learn, each from games of its own; at least 2
	Games   int    // number of games per machine
	Seed    uint64 // determines all random choices
	Workers int    // 0 means one per processor
	// NewLearner returns a machine that has learned nothing. It may be called by several
	// goroutines.
	NewLearner func() (bettors.Learner, error)
}

// Learn lets machine bettors play against two bettors who bet at random, and measures their gains
// by the number of games that they have seen. Targets are simulated people who take an exam in
// civics, or one of three programs: the Simple Bot, one that answers with random characters, and a
// parrot, which repeats a person's answer to some question. As a control, a machine that never
// learns plays the same targets.
func Learn(ctx context.Context, o LearnOptions) (*Study, error) {
	machines := make([][]played, o.Runs)
	workers := o.Workers
	if workers <= 0 {
		workers = defaultWorkers()
	}
	err := parallel.Do(ctx, workers, o.Runs, func(i int) (err error) {
		machines[i], err = o.teach(ctx, i)
		return err
	}, nil)
	if err != nil {
		return nil, err
	}
	s := &Study{
		Name:  Machine,
		Title: "What a machine bettor gains by the number of games it has seen",
		Note: fmt.Sprintf("%d machines, %d games each, against two bettors who bet at random, with "+
			"simulated people and programs as targets. A machine asks five questions of civics, "+
			"predicts by AUTO from the answers, and trades until the price meets its prediction. "+
			"Points per game. Brier: of its last prediction. Never learns: the same machine, which "+
			"keeps to the answer key and the prior.", o.Runs, o.Games),
		XAxis: "games seen before", YAxis: "points per game",
		Curves: []Curve{{Name: "machine that learns"}, {Name: "machine that never learns"},
			{Name: "each bettor who bets at random"}},
	}
	for _, b := range blocks(o.Games) {
		s.addBlock(machines, b[0], b[1])
	}
	return s, nil
}

// played is what came of a game: the points of the machine, of each of the others and of the
// machine that never learns, and the Brier score of the machine's last prediction.
type played struct{ gain, others, brier, control float64 }

// teach lets a machine play and learn.
func (o LearnOptions) teach(ctx context.Context, number int) ([]played, error) {
	machine, err := o.NewLearner()
	if err != nil {
		return nil, err
	}
	untaught, err := o.NewLearner()
	if err != nil {
		return nil, err
	}
	var games []played
	for k := range o.Games {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m, err := playMachine(machine, o.Seed, number*o.Games+k)
		if err != nil {
			return nil, err
		}
		c, err := playMachine(untaught, o.Seed, number*o.Games+k)
		if err != nil {
			return nil, err
		}
		games = append(games, played{m.gain, m.others, m.brier, c.gain})
		if len(m.answers) > 0 {
			if err := machine.Learn(m.answers, m.human); err != nil {
				return nil, err
			}
		}
	}
	return games, nil
}

// addBlock adds the row and the points of the curves for a range of games of all machines.
func (s *Study) addBlock(machines [][]played, from, to int) {
	var gain, others, brier, control, difference sample
	for _, games := range machines { // one number per machine: its games are not independent
		var sum played
		n := float64(to - from)
		for _, p := range games[from:to] {
			sum.gain += p.gain / n
			sum.others += p.others / n
			sum.brier += p.brier / n
			sum.control += p.control / n
		}
		gain.add(sum.gain)
		others.add(sum.others)
		brier.add(sum.brier)
		control.add(sum.control)
		difference.add(sum.gain - sum.control)
	}
	name := fmt.Sprintf("%d–%d games seen", from, to-1)
	if to == from+1 {
		name = fmt.Sprintf("%d games seen", from)
	}
	s.Rows = append(s.Rows, Row{name, []Value{gain.value("machine", 0),
		control.value("never learns", 0), difference.value("difference", 0),
		others.value("at random, each", 0), brier.value("Brier", 3)}})
	for i, list := range []sample{gain, control, others} {
		s.Curves[i].X = append(s.Curves[i].X, float64(from+to-1)/2)
		s.Curves[i].Values = append(s.Curves[i].Values, list.value("points", 0))
	}
}

// blocks divides games into ranges that grow: the first games, then later ones.
func blocks(games int) [][2]int {
	var list [][2]int
	for _, end := range []int{1, 3, 5, 10, 20, 30, 40, 60, 80, 100} {
		from := 0
		if len(list) > 0 {
			from = list[len(list)-1][1]
		}
		if end = min(end, games); end > from {
			list = append(list, [2]int{from, end})
		}
	}
	return list
}

// MaxMachineGames bounds the number of games of a machine in [Learn].
const MaxMachineGames = 100

// lesson is the result of a machine's game.
type lesson struct {
	gain, others, brier float64
	answers             []string
	human               bool
}

func playMachine(p bettors.Predictor, seed uint64, number int) (*lesson, error) {
	target, human := newSpeaker(seed, number)
	settings := trade.Settings{Game: fmt.Sprintf("synthetic-%06d", number+1), Synthetic: true,
		Bettors: slices.Clone(names)}
	var script []string
	for _, q := range Script() {
		script = append(script, q.Text)
	}
	habits := numbers.Stream(seed, "luna/trade/machine/habits", number)
	me := bettors.NewScript(bettors.Seat{Name: names[0], Settings: settings}, script,
		bettors.Habits{First: time.Second, Pause: time.Second}, p)
	seats := []bettors.Bettor{me}
	for _, name := range names[1:] {
		seats = append(seats, bettors.NewNoise(bettors.Seat{Name: name, Settings: settings},
			bettors.NoiseHabits{Questions: questions, Ask: 0.1}, habits.Uint64()))
	}
	g, err := Play(settings, natureOf(human), seats, target)
	if err != nil {
		return nil, err
	}
	if err := me.Err(); err != nil {
		return nil, err
	}
	results := g.Results()
	l := &lesson{gain: results[0].Points, others: (results[1].Points + results[2].Points) / 2,
		human: human, brier: 0.25}
	l.answers = bettors.Answers(me.State().Exchanges, names[0], script)
	if len(l.answers) > 0 {
		belief, err := p.Predict(l.answers)
		if err != nil {
			return nil, err
		}
		l.brier = math.Pow(belief-indicator(human), 2)
	}
	return l, nil
}

// speaker is a target who answers the questions of the exam, and answers other questions with stock
// phrases.
type speaker struct {
	rng   *rand.Rand
	reply func(rng *rand.Rand, question string) (string, error)
}

// Answer implements [Target].
func (s *speaker) Answer(question string) (string, time.Duration, error) {
	text, err := s.reply(s.rng, question)
	return text, typing(s.rng), err
}

// newSpeaker returns a person or, with probability one half, a program.
func newSpeaker(seed uint64, number int) (s *speaker, human bool) {
	rng := numbers.Stream(seed, "luna/trade/machine/target", number)
	exam := synth.Civics()
	person := exam.NewPerson(rng)
	say := func(rng *rand.Rand, question string) (string, error) {
		i := slices.IndexFunc(exam.Questions, func(q synth.Question) bool { return q.Text == question })
		if i < 0 {
			return phrases[rng.IntN(len(phrases))], nil
		}
		text, _ := exam.AnswerBy(rng, i, person)
		if text == "" {
			text = "?"
		}
		return text, nil
	}
	if rng.IntN(2) == 0 {
		return &speaker{rng, say}, true
	}
	switch rng.IntN(3) {
	case 0:
		return &speaker{rng, respond(responder.Fixed(responder.Interesting))}, false
	case 1:
		return &speaker{rng, respond(responder.NewGibberish(rng.Uint64()))}, false
	}
	parrot := func(rng *rand.Rand, question string) (string, error) {
		if rng.IntN(2) == 0 {
			question = exam.Questions[rng.IntN(len(exam.Questions))].Text
		}
		return say(rng, question)
	}
	return &speaker{rng, parrot}, false
}

func respond(r responder.Responder) func(*rand.Rand, string) (string, error) {
	c := responder.Converse(r, 1)
	return func(_ *rand.Rand, question string) (string, error) {
		text, err := c.Reply(context.Background(), question)
		if errors.Is(err, responder.ErrNoReply) { // such as random characters that are all blank
			return "?", nil
		}
		return text, err
	}
}

// phrases are people's answers to questions that are not in the exam.
var phrases = []string{"yes I think so", "Not that I know.", "it depends", "why do you ask?",
	"Let me think.", "No idea, sorry", "I had not thought of that.", "ask me another one"}
