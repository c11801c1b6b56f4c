package grades

import (
	"errors"
	"fmt"
	"sync"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// Model is the configuration. The zero value is what approach AUTO uses.
type Model struct {
	Cues    []Cue          // nil means [Cues]
	Vectors *embed.Vectors // of words; nil means [embed.Default]
	Prior   *Prior         // nil means [DefaultPrior]
	Hyper   *Hyper         // nil means that they are chosen by the evidence of the training part
}

// Prepared is a model of one set of questions: what depends on texts alone is computed. It is safe for
// concurrent use.
type Prepared struct {
	questions []*question
	prior     Prior
	hyper     *Hyper
}

var (
	// ErrNoQuestions is returned for a set without questions.
	ErrNoQuestions = errors.New("grades: no questions")
	// ErrAnswers is wrapped by the error for a key of too many acceptable answers.
	ErrAnswers = errors.New("grades: acceptable answers")
)

// mostAnswers bounds the acceptable answers to all questions, each of which is an observation: memory grows with the square
// of their number.
const mostAnswers = 2000

// Prepare processes the questions with their keys and the responses known beforehand.
func (m Model) Prepare(questions []*features.Question) (*Prepared, error) {
	if len(questions) == 0 {
		return nil, ErrNoQuestions
	}
	cues, vectors := m.Cues, m.Vectors
	if cues == nil {
		cues = Cues()
	}
	if vectors == nil {
		var err error
		if vectors, err = embed.Default(); err != nil {
			return nil, err
		}
	}
	prior := DefaultPrior()
	if m.Prior != nil {
		prior = *m.Prior
	}
	p := &Prepared{prior: prior.ordered(cues), hyper: m.Hyper}
	answers := 0
	for _, q := range questions {
		if answers += len(q.Key); answers > mostAnswers {
			return nil, fmt.Errorf("%w: found more than %d, expected at most that many", ErrAnswers, mostAnswers)
		}
	}
	// Questions share nothing, so that the order in which they are done does not matter.
	p.questions = make([]*question, len(questions))
	var wait sync.WaitGroup
	for j, q := range questions {
		wait.Go(func() { p.questions[j] = newQuestion(q, cues, vectors) })
	}
	wait.Wait()
	return p, nil
}

var (
	// ErrShape is wrapped by Fit's error for responses and ratings that do not belong together.
	ErrShape = errors.New("grades: shape")
	// ErrRating is wrapped by Fit's error for a rating that is not in [0,1].
	ErrRating = errors.New("grades: rating")
)

// Fit learns from respondents: responses[i][j] is respondent i's to question j and ratings[i] the
// rating. There may be none.
func (p *Prepared) Fit(responses [][]*text.Doc, ratings []float64) (*Fitted, error) {
	if err := p.check(responses, ratings); err != nil {
		return nil, err
	}
	h, b, err := p.choose(responses, ratings)
	if err != nil {
		return nil, err
	}
	if len(ratings) > mostExact {
		return p.fitLarge(responses, ratings, h)
	}
	if b == nil || len(ratings) > searchSize {
		b = p.problem(responses, ratings)
	}
	return p.fitExactly(b, h)
}

// check reports why responses and ratings cannot be learned from.
func (p *Prepared) check(responses [][]*text.Doc, ratings []float64) error {
	if len(responses) != len(ratings) {
		return fmt.Errorf("%w: %d respondents and %d ratings", ErrShape, len(responses), len(ratings))
	}
	for i, r := range responses {
		if len(r) != len(p.questions) {
			return fmt.Errorf("%w: respondent %d has %d responses to %d questions", ErrShape, i, len(r), len(p.questions))
		}
		if !(ratings[i] >= 0 && ratings[i] <= 1) {
			return fmt.Errorf("%w: %v of respondent %d, 0 to 1 is needed", ErrRating, ratings[i], i)
		}
	}
	return nil
}
