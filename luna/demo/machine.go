package demo

import (
	"context"
	"fmt"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/responder"
)

// mediumAbility is the latent ability of the author of the machine's answers. It corresponds to an
// [intelligence] of about 50.
const mediumAbility = -1.55

// canned responds with one fixed text to each question it knows.
type canned map[string]string

// newCanned generates the answers of a person of medium ability to all questions, and returns what
// they are worth, from 0 to 100.
func newCanned(k *known, seed uint64) (canned, float64) {
	rng := numbers.Stream(seed, "luna/demo/canned", 0)
	who := k.exam.PersonOf(rng, mediumAbility)
	answers, sum := make(canned), 0.0
	for q := range k.exam.Questions {
		text, quality := k.exam.AnswerBy(rng, q, who)
		k.add(q, text, quality)
		answers[k.exam.Questions[q].Text] = text
		sum += quality
	}
	return answers, 100 * sum / float64(len(k.exam.Questions))
}

// Respond implements [player.Responder].
func (c canned) Respond(_ context.Context, questions []string) ([]string, error) {
	list := make([]string, len(questions))
	for i, text := range questions {
		list[i] = responder.DontKnow
		if answer, ok := c[text]; ok {
			list[i] = answer
		}
	}
	return list, nil
}

// machine is the mind of a machine player or a bot. On a server, package player plays with the same
// parts.
type machine struct {
	set       player.QuestionSet
	responder player.Responder
	guesser   player.Guesser
	examples  []player.Example
	learned   int // the number of examples that the guesser has learned from
}

func (m *machine) questions() []string { return m.set.Texts() }

func (m *machine) respond(ctx context.Context, questions []string) ([]string, error) {
	return m.responder.Respond(ctx, questions)
}

func (m *machine) guess(ctx context.Context, responses []string) (float64, []float64, error) {
	g, err := m.guesser.Guess(ctx, responses)
	if err != nil {
		return 0, nil, fmt.Errorf("guess: %w", err)
	}
	return g.Rating, nil, nil
}

// learn learns from a revealed rating. A first-time player has none.
func (m *machine) learn(ctx context.Context, v game.View) error {
	if v.OpSmartsRating == nil {
		return nil
	}
	m.examples = append(m.examples,
		player.Example{Game: v.ID, Responses: game.ResponseTexts(v.OpResponses),
			Rating: *v.OpSmartsRating})
	if !player.LearnDue(m.learned, len(m.examples)) {
		return nil
	}
	if err := m.guesser.Learn(ctx, m.examples); err != nil {
		return fmt.Errorf("learn from %d games: %w", len(m.examples), err)
	}
	m.learned = len(m.examples)
	return nil
}
