package demo

import (
	"context"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/datasets/synth"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
)

// sharpest is the five questions of an exam that tell people apart best: those of the highest discrimination, in the order of the exam.
func sharpest(e *synth.Exam) player.QuestionSet {
	order := make([]int, len(e.Questions))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch da, db := e.Questions[a].Discrimination, e.Questions[b].Discrimination; {
		case da > db:
			return -1
		case da < db:
			return 1
		}
		return 0
	})
	best := order[:min(game.Questions, len(order))]
	slices.Sort(best)
	set := player.QuestionSet{Name: "synthetic " + e.Name}
	for _, i := range best {
		q := e.Questions[i]
		set.Questions = append(set.Questions, datasets.Question{ID: q.ID, Text: q.Text, Key: slices.Clone(q.Key)})
	}
	return set
}

// noteShare is the share of the exam's questions to which the note bot holds the answer.
const noteShare = 0.3

// note is a bot that cheats: it answers some questions from a note and repeats the others, and guesses by expected words.
type note struct {
	set     player.QuestionSet
	answers map[string]string // by question
}

// newNote writes the note: the first acceptable answer to each of the first questions of the exam.
func newNote(e *synth.Exam) *member {
	n := &note{set: sharpest(e), answers: make(map[string]string)}
	held := int(noteShare*float64(len(e.Questions)) + 0.5)
	for _, q := range e.Questions[:held] {
		n.answers[q.Text] = q.Key[0]
	}
	return &member{"note-bot", Note, 100 * float64(held) / float64(len(e.Questions)), n}
}

func (n *note) questions() []string { return n.set.Texts() }

func (n *note) respond(_ context.Context, questions []string) ([]string, error) {
	list := make([]string, len(questions))
	for i, text := range questions {
		var ok bool
		if list[i], ok = n.answers[text]; !ok {
			list[i] = strings.TrimSuffix(text, "?") + ", you ask."
		}
	}
	return list, nil
}

func (n *note) guess(_ context.Context, responses []string) (float64, []float64, error) {
	sum := 0.0
	for i, text := range responses {
		if slices.ContainsFunc(n.set.Questions[i].Key, func(answer string) bool { return holds(text, answer) }) {
			sum += 100 / float64(len(responses))
		}
	}
	return min(100, sum), nil, nil
}

func (n *note) learn(context.Context, game.View) error { return nil }
