package demo

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
)

// sharpest returns the five questions of an exam with the highest discrimination, in the order of
// the exam.
func sharpest(e *synth.Exam) player.QuestionSet {
	order := numbers.UpTo(len(e.Questions))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(e.Questions[b].Discrimination, e.Questions[a].Discrimination)
	})
	best := order[:min(game.Questions, len(order))]
	slices.Sort(best)
	set := player.QuestionSet{Name: "synthetic " + e.Name}
	for _, i := range best {
		q := e.Questions[i]
		set.Questions = append(set.Questions,
			datasets.Question{ID: q.ID, Text: q.Text, Key: slices.Clone(q.Key)})
	}
	return set
}

// noteShare is the share of the exam's questions whose answers are on the note bot's note.
const noteShare = 0.3

// note is a bot that cheats: it answers some questions from a note and repeats the others.
type note map[string]string // answers by question

// newNote returns a note with the first acceptable answer to each of the first questions of the
// exam, and what the bot is worth, from 0 to 100.
func newNote(e *synth.Exam) (note, float64) {
	n := make(note)
	held := int(noteShare*float64(len(e.Questions)) + 0.5)
	for _, q := range e.Questions[:held] {
		n[q.Text] = q.Key[0]
	}
	return n, 100 * float64(held) / float64(len(e.Questions))
}

// Respond implements [player.Responder].
func (n note) Respond(_ context.Context, questions []string) ([]string, error) {
	list := make([]string, len(questions))
	for i, text := range questions {
		var ok bool
		if list[i], ok = n[text]; !ok {
			list[i] = strings.TrimSuffix(text, "?") + ", you ask."
		}
	}
	return list, nil
}
