package grades

import (
	"errors"
	"fmt"
	"math"

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

// ErrNoQuestions is returned for a set without questions.
var ErrNoQuestions = errors.New("grades: no questions")

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
	for _, q := range questions {
		p.questions = append(p.questions, newQuestion(q, cues, vectors))
	}
	return p, nil
}

// ErrShape is wrapped by Fit's error for responses and ratings that do not belong together.
var ErrShape = errors.New("grades: shape")

// Fit learns from respondents: responses[i][j] is respondent i's to question j and ratings[i] the
// rating. There may be none.
func (p *Prepared) Fit(responses [][]*text.Doc, ratings []float64) (*Fitted, error) {
	if len(responses) != len(ratings) {
		return nil, fmt.Errorf("%w: %d respondents and %d ratings", ErrShape, len(responses), len(ratings))
	}
	for i, r := range responses {
		if len(r) != len(p.questions) {
			return nil, fmt.Errorf("%w: respondent %d has %d responses to %d questions", ErrShape, i, len(r), len(p.questions))
		}
		if math.IsNaN(ratings[i]) || math.IsInf(ratings[i], 0) {
			return nil, fmt.Errorf("grades: the rating of respondent %d is %v, a number is needed", i, ratings[i])
		}
	}
	h, err := p.choose(responses, ratings)
	if err != nil {
		return nil, err
	}
	b := p.problem(responses, ratings)
	if len(ratings) > mostDual {
		return p.fitLandmarks(b, h)
	}
	return p.fitExactly(b, h)
}

// fitExactly fits with every training text's own value of f.
func (p *Prepared) fitExactly(b *problem, h Hyper) (*Fitted, error) {
	b.measure()
	b.weigh(h)
	m, err := b.climb(h, b.start(h), b.precision())
	if err != nil {
		return nil, err
	}
	f := &Fitted{prepared: p, hyper: h, line: m.line, beta: m.beta, steps: m.steps, converged: m.converged}
	for _, n := range b.nodes {
		f.basis = append(f.basis, n.texts)
	}
	d, err := newDual(b, h, m)
	if err != nil {
		return nil, err
	}
	f.spread = d
	f.scores, err = b.leaveOneOutScores(h, m)
	return f, err
}

// measure computes the kernels' parts.
func (b *problem) measure() {
	for _, n := range b.nodes {
		n.measure()
	}
}

// weigh computes the kernels for the hyper-parameters.
func (b *problem) weigh(h Hyper) {
	for _, n := range b.nodes {
		n.weigh(h)
	}
}

// precision returns how well to find the mode: where respondents are left out in earnest the mode with all of them
// must be as precise as without one.
func (b *problem) precision() float64 {
	if len(b.ratings) <= mostRefits {
		return precisely
	}
	return well
}
