package grades

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/features/text"
)

// State is what a fit found, as numbers. With the same questions, respondents, cues and word vectors [Prepared.Restore] makes the fit of it
// again, to the bit on machines of one architecture.
type State struct {
	Cues      []string `json:"cues"`      // their names, in order
	Prior     Prior    `json:"prior"`     // whose weights are of the cues
	Hyper     Hyper    `json:"hyper"`     // chosen or given
	Converged bool     `json:"converged"` // see [Fitted.Converged]
	// Exact is the mode of the exact fit, which with many respondents is one to some of them.
	Exact Mode `json:"exact"`
	// Left are the modes without each respondent, where they are few.
	Left []Mode `json:"left,omitempty"`
	// Large are the parameters of the fit to many respondents; nil where they are few.
	Large *Weights `json:"large,omitempty"`
}

// Mode is a posterior mode of the exact fit. Top and Reach are those of the map from grades to ratings.
type Mode struct {
	Top   float64 `json:"top"`
	Reach float64 `json:"reach"`
	// Beta holds by question a weight for each distinct text: those of the training part in order of first appearance,
	// then the acceptable answers.
	Beta [][]float64 `json:"beta"`
}

// Weights are the parameters of a fit to many respondents. Top and Reach are those of the map from grades to ratings, Shared and Cues what
// all questions share: an intercept, and a weight for each cue besides the prior's.
type Weights struct {
	Top       float64    `json:"top"`
	Reach     float64    `json:"reach"`
	Shared    float64    `json:"shared"`
	Cues      []float64  `json:"cues"`
	Intercept []float64  `json:"intercept"` // by question
	Functions []Function `json:"functions"` // by question
	Means     []float64  `json:"means"`     // by question: the mean grade
	Scores    []float64  `json:"scores"`    // for intervals, ascending
}

// Function is the function of one question's texts.
type Function struct {
	Grams   []float64   `json:"grams"`   // by number of the n-gram
	Vector  []float64   `json:"vector"`  // by number of the word vector
	Centres [][]float64 `json:"centres"` // cues of the middles of Gaussians
	Heights []float64   `json:"heights"` // of these
}

// ErrState is wrapped by [Prepared.Restore]'s error for a state that does not fit the model, the questions or
// the respondents.
var ErrState = errors.New("grades: state")

// State returns what the fit found.
func (f *Fitted) State() State {
	s := State{
		Cues: f.prepared.prior.names, Prior: f.prepared.prior, Hyper: f.hyper, Converged: f.converged,
		Exact: modeOf(f.exact.mode),
	}
	for _, l := range f.left {
		s.Left = append(s.Left, modeOf(l.mode))
	}
	if !f.large {
		return s
	}
	s.Large = &Weights{
		Top: f.top, Reach: f.reach, Shared: f.shared, Cues: f.weights, Intercept: f.intercept,
		Means: f.means, Scores: f.scores,
	}
	for _, g := range f.functions {
		s.Large.Functions = append(s.Large.Functions, Function{g.grams, g.vector, g.centres, g.heights})
	}
	return s
}

func modeOf(m *mode) Mode { return Mode{Top: m.top, Reach: m.reach, Beta: m.beta} }

// Restore makes the fit whose state s is. The model must have been prepared with the prior of the state and, as for the
// fit, with the responses of the respondents known beforehand. Nothing of the state is trusted.
func (p *Prepared) Restore(responses [][]*text.Doc, ratings []float64, s State) (*Fitted, error) {
	if err := p.check(responses, ratings); err != nil {
		return nil, err
	}
	if err := s.check(p, len(ratings)); err != nil {
		return nil, err
	}
	some, theirs := responses, ratings
	if s.Large != nil {
		held := heldOutOf(ratings)
		some, theirs = thin(rest(responses, held), exactShare), thin(rest(ratings, held), exactShare)
	}
	b := p.problem(some, theirs)
	b.measure()
	b.weigh(s.Hyper)
	m, err := b.modeAt(s.Hyper, s.Exact)
	if err != nil {
		return nil, err
	}
	m.converged = s.Converged
	left := make([]*mode, len(s.Left))
	for i, l := range s.Left {
		if left[i], err = b.leaving(i).modeAt(s.Hyper, l); err != nil {
			return nil, err
		}
	}
	f := p.fittedAt(b, s.Hyper, m, left)
	if s.Large == nil {
		return f, nil
	}
	return f, f.enlarge(s.Large)
}

// modeAt returns the mode with the model linearised there.
func (b *problem) modeAt(h Hyper, saved Mode) (*mode, error) {
	if len(saved.Beta) != len(b.nodes) {
		return nil, fmt.Errorf("%w: weights for %d questions found, expected %d", ErrState, len(saved.Beta), len(b.nodes))
	}
	for j, n := range b.nodes {
		if len(saved.Beta[j]) != n.size() {
			return nil, fmt.Errorf("%w: %d weights for question %s found, expected one for each of %d texts", ErrState, len(saved.Beta[j]), n.question.id, n.size())
		}
	}
	m := b.newMode(b.at(h, saved.Beta, saved.Top, saved.Reach))
	if math.IsNaN(m.objective) || math.IsInf(m.objective, 0) {
		return nil, fmt.Errorf("%w: weights out of range", ErrState)
	}
	return m, b.linearise(h, m)
}

// check reports what of the state does not fit the model and the number of respondents.
func (s *State) check(p *Prepared, respondents int) error {
	large, left, observations := respondents > mostExact, respondents, respondents
	for _, x := range p.questions {
		observations += len(x.key)
	}
	if !refits(respondents, observations) {
		left = 0
	}
	switch {
	case !slices.Equal(s.Cues, p.prior.names):
		return fmt.Errorf("%w: cues %q found, expected %q", ErrState, s.Cues, p.prior.names)
	case (s.Large != nil) != large:
		return fmt.Errorf("%w: found a fit of another kind than %d respondents have", ErrState, respondents)
	case len(s.Left) != left:
		return fmt.Errorf("%w: %d fits without a respondent found, expected %d", ErrState, len(s.Left), left)
	case !bounded([]float64{p.prior.Intercept, p.prior.Unkeyed}) || !bounded(p.prior.weights):
		return fmt.Errorf("%w: prior out of range", ErrState)
	}
	for _, m := range append([]Mode{s.Exact}, s.Left...) {
		if !bounded([]float64{m.Top, m.Reach}) || slices.ContainsFunc(m.Beta, func(b []float64) bool { return !bounded(b) }) {
			return fmt.Errorf("%w: weights out of range", ErrState)
		}
	}
	return s.Hyper.check()
}

// largest is the largest size of a number that a state may hold; there is no fit near it.
const largest = 1e60

func (h *Hyper) check() error {
	for _, v := range []float64{h.Noise, h.KeyNoise, h.Top, h.Reach} {
		if !(v > 1/largest && v < largest) {
			return fmt.Errorf("%w: hyper-parameter %v found, expected a number above 0", ErrState, v)
		}
	}
	for _, v := range []float64{h.Grams, h.Vectors, h.Cues, h.Weight, h.Shared, h.Question} {
		if !(v >= 0 && v < largest) {
			return fmt.Errorf("%w: hyper-parameter %v found, expected a number of at least 0", ErrState, v)
		}
	}
	return nil
}

// enlarge replaces the parameters of a fit to some respondents by those of the fit to all.
func (f *Fitted) enlarge(w *Weights) error {
	questions := len(f.prepared.questions)
	for _, l := range []struct {
		what      string
		len, want int
	}{
		{"weights of cues", len(w.Cues), f.prepared.prior.cues()},
		{"intercepts", len(w.Intercept), questions},
		{"functions", len(w.Functions), questions},
		{"mean grades", len(w.Means), questions},
	} {
		if l.len != l.want {
			return fmt.Errorf("%w: %d %s found, expected %d", ErrState, l.len, l.what, l.want)
		}
	}
	if !bounded([]float64{w.Top, w.Reach, w.Shared}) || !bounded(w.Cues) || !bounded(w.Intercept) || !bounded(w.Means) ||
		!bounded(w.Scores) || !slices.IsSorted(w.Scores) {
		return fmt.Errorf("%w: parameters out of range", ErrState)
	}
	f.large, f.spread = true, newSpread(f.exact, f.hyper)
	f.line = line{top: w.Top, reach: w.Reach, shared: w.Shared, weights: w.Cues, intercept: w.Intercept}
	f.means, f.scores, f.functions = w.Means, w.Scores, nil
	for j, g := range w.Functions {
		x := f.prepared.questions[j]
		if len(g.Grams) != len(x.grams) || len(g.Vector) != x.vectors.Dim() || len(g.Heights) != len(g.Centres) {
			return fmt.Errorf("%w: the function of question %s is of another shape than its texts", ErrState, x.id)
		}
		ok := bounded(g.Grams) && bounded(g.Vector) && bounded(g.Heights)
		for _, c := range g.Centres {
			ok = ok && len(c) == f.prepared.prior.cues() && bounded(c)
		}
		if !ok {
			return fmt.Errorf("%w: the function of question %s is out of range", ErrState, x.id)
		}
		f.functions = append(f.functions, &function{g.Grams, g.Vector, g.Centres, g.Heights})
	}
	return nil
}

func bounded(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return !(math.Abs(v) < largest) })
}
