package pages

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/responder"
)

// Machine is a program against which visitors practise.
type Machine struct {
	Name      string
	About     string // what it does, as a clause: “converses by rules”
	Responder responder.Responder
	// Rating is a Smarts Rating that people gave the program, and Source says where; nil if nobody
	// has rated it.
	Rating *float64
	Source string
}

// id stands for the program where guesses about it are kept.
func (m *Machine) id() string { return "practice/" + m.Name }

// practicePath is the path below which practice games lie. Nobody needs an account for them.
const practicePath, practiceGame = "/practice", "/practice/{game}"

// The bounds of practice: games that are kept in memory, how long they are, and how long a machine
// may take to answer.
const (
	maxPractices     = 500
	practiceLife     = time.Hour
	practicePatience = 20 * time.Second
)

// practice is a game of one person against a machine. It is in memory only, and no part of the
// tournament: no rating, record or export knows of it. What is kept is the guess.
type practice struct {
	machine Machine
	mu      sync.Mutex
	view    game.View // phases 0, 2 and 4 are the person's turn; then it is complete
	verdict *verdict
}

var errNoPractice = &pages.Refusal{
	Status: http.StatusNotFound, Title: "No such practice game",
	Text: "There is no such practice game any more, since they are not kept for long.",
	Link: "/", LinkText: "Start page",
}

// practising calls a function with the practice game in the path, which nobody else uses meanwhile.
func (w *web) practising(x *pages.Exchange, do func(*practice) error) error {
	g, ok := w.practices.Get(string(gameID(x)))
	if !ok {
		return errNoPractice
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return do(g)
}

// beginPractice begins a practice game.
func (w *web) beginPractice(x *pages.Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	if len(w.machines) == 0 {
		return errNoPractice
	}
	client := w.networks.Client(fair.From(x.Context(), x.Request), x.Address())
	g, err := w.practices.Begin(x.Address(), client, func(id string) (*practice, error) {
		return &practice{machine: w.machines[rand.IntN(len(w.machines))], view: game.View{
			ID: game.GameID(id), Turn: game.ToAct, Active: true, Updated: time.Now()}}, nil
	})
	if err != nil {
		return err
	}
	return x.Redirect(g.path())
}

// showPractice shows a practice game in its present state.
func (w *web) showPractice(x *pages.Exchange) error {
	return w.practising(x, func(g *practice) error {
		return w.showPracticeForm(x, g, nil, guessForm{}, nil, nil)
	})
}

// practise carries out the person's move in a practice game, if it is what the game waits for.
func (w *web) practise(phase int, move func(*pages.Exchange, *practice) error) pages.Page {
	return func(x *pages.Exchange) error {
		if err := x.Form(); err != nil {
			return err
		}
		return w.practising(x, func(g *practice) error {
			if g.view.Phase != phase {
				return x.Redirect(g.path()) // sent twice
			}
			return move(x, g)
		})
	}
}

func (w *web) practiceInterview(x *pages.Exchange, g *practice) error {
	typed := texts(x, "q")
	if x.Value("fill") == "examples" {
		fillBlanks(typed, exampleQuestions)
		return w.showPracticeForm(x, g, typed, guessForm{}, nil, nil)
	}
	if err := game.CheckQuestions(typed); err != nil {
		return w.showPracticeForm(x, g, typed, guessForm{}, nil, err)
	}
	for _, text := range typed {
		g.view.Questions = append(g.view.Questions, game.Question{Text: text})
	}
	for _, day := range rand.Perm(maxQuestions)[:game.Questions] {
		g.view.OpQuestions = append(g.view.OpQuestions, game.Question{Text: questionOf(day)})
	}
	g.view.Phase = 2
	return x.Redirect(g.path())
}

func (w *web) practiceRespond(x *pages.Exchange, g *practice) error {
	typed := texts(x, "r")
	if err := game.CheckResponses(typed); err != nil {
		return w.showPracticeForm(x, g, typed, guessForm{}, nil, err)
	}
	for _, text := range typed {
		g.view.Responses = append(g.view.Responses, game.Response{Text: text})
	}
	g.view.OpResponses = g.machine.answers(x.Context(), game.QuestionTexts(g.view.Questions))
	g.view.Phase = 4
	return x.Redirect(g.path())
}

// answers returns the machine's responses. One that it does not have in time is empty, as that of a
// person may be.
func (m *Machine) answers(ctx context.Context, questions []string) []game.Response {
	ctx, cancel := context.WithTimeout(ctx, practicePatience)
	defer cancel()
	list := make([]game.Response, len(questions))
	c := responder.Converse(m.Responder, rand.Uint64())
	defer c.Close()
	for i, q := range questions {
		list[i].ID = game.ResponseID(strconv.Itoa(i))
		list[i].Text, _ = c.Reply(ctx, q)
	}
	return list
}

func (w *web) practiceGuess(x *pages.Exchange, g *practice) error {
	f := readGuessForm(x)
	made, grades, wrong, asks := f.made(g.view)
	if len(wrong) > 0 || asks {
		return w.showPracticeForm(x, g, nil, f, wrong, nil)
	}
	for i := range g.view.OpResponses {
		for _, grade := range grades {
			if grade.Response == g.view.OpResponses[i].ID {
				g.view.OpResponses[i].Score = &grade.Score
			}
		}
	}
	known, source, err := w.ratingOf(x.Context(), &g.machine)
	if err == nil {
		j := w.judge(x, string(g.view.ID), nil)
		g.verdict, err = w.verdict(x.Context(), g.machine.id(), j, made, known, source)
	}
	if err != nil {
		return err
	}
	g.view.Guess = &made
	g.view.Phase = 6
	g.view.Turn = game.Complete
	g.view.Active = false
	return x.Redirect(g.path())
}

func (g *practice) path() string { return practicePath + "/" + string(g.view.ID) }

// showPracticeForm shows a practice game with what was typed and what is wrong with it.
func (w *web) showPracticeForm(
	x *pages.Exchange, g *practice, typed []string, f guessForm, wrong pages.Problems, problem error,
) error {
	b := gameBody{Game: g.view, Path: g.path(), Practice: &g.machine}
	state := stateOf(g.view)
	b.Draft = string(g.view.ID) + "/" + state
	switch state {
	case "interview":
		b.Problems, b.Examples = formProblems(x, problem), true
		b.Path += "/interview"
		b.Areas = areas("q", "Question", typed, nil, problem)
		return showForm(x, pages.View{Page: state, Title: "Practice: ask", Body: b}, problem)
	case "response":
		return showResponseForm(x, b, "Practice: respond", typed, problem)
	case "guess":
		return showGuessForm(x, b, "Practice: guess", f, wrong)
	}
	b.Pairs, b.Mine = pairs(g.view), ratingText(g.view.Guess)
	b.Result, b.Verdict = resultOf(g.view), g.verdict
	return x.Show(http.StatusOK, pages.View{Page: "practice", Title: "Practice is over", Body: b})
}
