package auto

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// Model is the configuration. The zero value is what approach AUTO uses.
type Model struct {
	// Vectors are the word vectors of the kernel and of the cue WCS; nil means [embed.Default].
	Vectors *embed.Vectors
	// Encoder gives the vectors of texts in the kernels, and the cue ENC instead of WCS; nil means
	// the mean word vectors of Vectors, as in models of former versions.
	Encoder *embed.Memory
	// Prior is the mean of the shared parameters; nil means [DefaultPrior].
	Prior *Prior
	// Population are the responses of everybody whose texts the model may use, by respondent: those
	// who are to be rated as well as those who are rated. It makes the model transductive: a
	// prediction depends on the texts of all of them, and a cue says how common a response is. Nil
	// means a model that knows the texts of the training set alone.
	Population [][]*text.Doc
	// Blank says how a question without an answer counts; the zero value leaves it to the ratings.
	Blank Blank
	// Judges are the names of other raters or systems whose grades ([features.Question].External)
	// are cues.
	Judges []string

	judges []*judge // those of a saved fit
	hyper  *hyper   // nil means that they are chosen by the training set
	cues   []string // the names of the cues; nil means all
}

// Prepared is a model of one set of questions: what depends on texts alone is computed. It is safe
// for concurrent use.
type Prepared struct {
	questions []*question
	wholes    *wholes
	prior     orderedPrior
	hyper     *hyper
	able      *float64 // mean ability of the population; nil without
	blank     Blank
	judges    []*judge
	apart     bool // whether equal respondents stay apart, for tests
}

var (
	errNoQuestions = errors.New("grades: no questions")
	errAnswers     = errors.New("grades: acceptable answers")
	errShape       = errors.New("grades: shape")
	errRating      = errors.New("grades: rating")
)

// maxAnswers bounds the acceptable answers to all questions. Each is an observation, and memory
// grows with the square of their number.
const maxAnswers = 2000

// Prepare processes the questions with their keys and the responses in their Docs. It fails if
// there are no questions, if their keys have more than 2,000 answers together, if a number of the
// prior is out of range, or if the default word vectors cannot be read.
func (m Model) Prepare(questions []*features.Question) (*Prepared, error) {
	if len(questions) == 0 {
		return nil, errNoQuestions
	}
	answers := 0
	for _, q := range questions {
		if answers += len(q.Key); answers > maxAnswers {
			return nil, fmt.Errorf("%w: found more than %d, expected at most that many",
				errAnswers, maxAnswers)
		}
	}
	for i, r := range m.Population {
		if len(r) != len(questions) {
			return nil, fmt.Errorf("%w: found %d responses of member %d of the population, expected "+
				"one for each of %d questions", errShape, len(r), i, len(questions))
		}
	}
	transductive := m.Population != nil
	vectors, err := m.meaning()
	if err != nil {
		return nil, err
	}
	var texts [][]*text.Doc
	for _, q := range questions {
		texts = append(texts, q.Key, q.Docs)
		for _, name := range m.Judges {
			texts = append(texts, q.External[name].Responses)
		}
	}
	if err := vectors.add(texts...); err != nil {
		return nil, err
	}
	cues := m.namedCues(vectors, transductive)
	prior := m.Start()
	if err := prior.check(); err != nil {
		return nil, err
	}
	judges := m.openJudges(questions, cues, prior)
	for _, x := range judges {
		cues = append(cues, x.cue(questions))
	}
	p := &Prepared{
		questions: make([]*question, len(questions)),
		prior:     prior.ordered(cues, m.transduced()),
		hyper:     m.hyper,
		blank:     m.Blank,
		judges:    judges,
	}
	// Questions share nothing, so the result does not depend on the order.
	var wait sync.WaitGroup
	wait.Go(func() { p.wholes = newWholes(questions) })
	parallel.EachOf(len(questions), 1, func(j int) {
		p.questions[j] = newQuestion(questions[j], cues, m.responsesTo(j), vectors)
	})
	wait.Wait()
	parallel.EachOf(len(questions), 1, func(j int) {
		p.wholes.prepare(j, questions[j], cues, p.questions[j])
	})
	if len(m.Population) > 0 {
		able := stat.Mean(numbers.Map(m.Population, func(r []*text.Doc) float64 {
			return p.ability(p.encode(r))
		}), nil)
		p.able = &able
	}
	return p, nil
}

// meaning returns what gives the vectors of texts.
func (m *Model) meaning() (*meaning, error) {
	if m.Encoder != nil {
		return newMeaning(context.Background(), m.Encoder)
	}
	v := m.Vectors
	if v == nil {
		var err error
		if v, err = embed.Default(); err != nil {
			return nil, err
		}
	}
	return &meaning{words: v, dim: v.Dim()}, nil
}

// encodes reports whether there is an encoder.
func (p *Prepared) encodes() bool { return p.questions[0].meaning.memory != nil }

// transduced returns the share of the transductive prior: m/(m+20) for m others in the population.
// Among few, how common a response is says little.
func (m *Model) transduced() float64 {
	const half = 20
	others := float64(max(0, len(m.Population)-1))
	return others / (others + half)
}

// responsesTo returns the responses of the population to question j.
func (m *Model) responsesTo(j int) []*text.Doc {
	return numbers.Map(m.Population, func(r []*text.Doc) *text.Doc { return r[j] })
}

// Fit learns from a training set. It fails if the parts of it do not have the right lengths or a
// number is out of range.
func (p *Prepared) Fit(t Training) (*Fitted, error) {
	if err := p.check(t); err != nil {
		return nil, err
	}
	t = t.learned()
	f, err := p.fit(t)
	if err != nil {
		return nil, err
	}
	f.grid = findGrid(numbers.Known(t.Ratings))
	return f, nil
}
