package grades

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/elements"
)

// savedFit is the JSON of a fit. With the same questions, respondents and word vectors
// [Model.Restore] makes the same fit of it, to the bit on machines of one architecture.
type savedFit struct {
	Cues      []string `json:"cues"` // their names, in order
	Prior     Prior    `json:"prior"`
	Hyper     hyper    `json:"hyper"`
	Converged bool     `json:"converged"`
	// Exact is the mode of the exact fit.
	Exact savedMode `json:"exact"`
	// Parts are those of a small training set.
	Parts []savedPart `json:"parts,omitempty"`
	// Left are the modes without each respondent, which fits of former versions have instead.
	Left []savedMode `json:"left,omitempty"`
	// Scores are those of a training set that is too large for parts; fits of former versions have
	// none.
	Scores []float64 `json:"scores,omitempty"`
	// Large are the parameters of a fit in weight space.
	Large *savedWeights `json:"large,omitempty"`
}

// savedMode is a posterior mode of the exact fit.
type savedMode struct {
	Top   float64 `json:"top"`
	Reach float64 `json:"reach"`
	// Beta holds a number for each question and distinct text: first those of the training set, in
	// order of first appearance, then the acceptable answers.
	Beta [][]float64 `json:"beta"`
	// Gamma holds a number for each respondent, if ratings depend on the responses as a whole.
	Gamma []float64 `json:"gamma,omitempty"`
}

// savedPart is a [part].
type savedPart struct {
	Hyper  hyper      `json:"hyper"`
	Mode   *savedMode `json:"mode,omitempty"` // nil for hyper-parameters of the whole fit
	Scores []float64  `json:"scores"`
	Slopes []float64  `json:"slopes,omitempty"` // by score; fits of former versions have none
}

// savedWeights are the parameters of a fit in weight space.
type savedWeights struct {
	Top       float64    `json:"top"`
	Reach     float64    `json:"reach"`
	Shared    float64    `json:"shared"`
	Cues      []float64  `json:"cues"`
	Intercept []float64  `json:"intercept"` // by question
	Functions []function `json:"functions"` // by question
	Means     []float64  `json:"means"`     // by question
	Scores    []float64  `json:"scores"`    // ascending
}

// errState is wrapped by the error for a saved fit that does not match the model, the questions or
// the respondents.
var errState = errors.New("grades: state")

// MarshalJSON returns the fit in the form that [Model.Restore] reads.
func (f *Fitted) MarshalJSON() ([]byte, error) { return json.Marshal(f.saved()) }

func (f *Fitted) saved() savedFit {
	prior := &f.prepared.prior
	s := savedFit{
		Cues: prior.names, Prior: prior.Prior, Hyper: *f.hyper, Converged: f.converged,
		Exact: f.exact.mode.saved(),
	}
	for _, x := range f.parts {
		m := x.fit.exact.mode.saved()
		if f.former {
			s.Left = append(s.Left, m)
			continue
		}
		saved := savedPart{Hyper: *x.fit.hyper, Scores: x.scores, Slopes: x.slopes}
		if !saved.Hyper.like(f.hyper) {
			saved.Mode = &m
		}
		s.Parts = append(s.Parts, saved)
	}
	if !f.large {
		if len(f.parts) == 0 && !f.former {
			s.Scores = f.scores
		}
		return s
	}
	s.Large = &savedWeights{
		Top: f.top, Reach: f.reach, Shared: f.shared, Cues: f.weights, Intercept: f.intercept,
		Functions: f.functions, Means: f.means, Scores: f.scores,
	}
	return s
}

func (m *mode) saved() savedMode { return savedMode{m.top, m.reach, m.beta.of, m.gamma} }

// Restore makes the fit that was saved by [Fitted.MarshalJSON], with the prior that it was fitted
// with instead of the model's. Word vectors, questions (with the responses in their Docs),
// responses and ratings must be those of the fit. A saved fit that does not match them is an error,
// as is one with numbers that no fit can have.
func (m Model) Restore(
	questions []*features.Question, t Training, saved []byte,
) (*Fitted, error) {
	var s savedFit
	d := json.NewDecoder(bytes.NewReader(saved))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("found more than one value")
	}
	m.Prior = &s.Prior
	m.cues = s.Cues // fits of former versions have others
	p, err := m.Prepare(questions)
	if err != nil {
		return nil, err
	}
	return p.restore(t.Responses, t.Ratings, s)
}

// Refits reports whether the model has the cues and the prior of the fit, which may come from a file
// of a former version of the module.
func (m Model) Refits(f *Fitted) bool {
	prior := DefaultPrior()
	if m.Prior != nil {
		prior = *m.Prior
	}
	names := prior.ordered(m.namedCues(m.Population != nil), 0).names
	fitted := &f.prepared.prior
	return slices.Equal(names, fitted.names) && reflect.DeepEqual(prior, fitted.Prior)
}

func (p *Prepared) restore(
	responses [][]*text.Doc, ratings []float64, s savedFit,
) (*Fitted, error) {
	if err := p.check(responses, ratings); err != nil {
		return nil, err
	}
	var b *problem
	if s.Large != nil {
		b = p.subset(responses, ratings, heldOut(ratings))
	} else {
		b = p.newProblem(elements.Evenly(responses, maxWhole), elements.Evenly(ratings, maxWhole))
	}
	if err := s.check(p, len(ratings), b.refits()); err != nil {
		return nil, err
	}
	h := &s.Hyper
	b.computeKernels(h)
	m, err := b.restoreMode(h, s.Exact)
	if err != nil {
		return nil, err
	}
	m.converged = s.Converged
	parts, err := p.restoreParts(b, h, m, s)
	if err != nil {
		return nil, err
	}
	scores := s.Scores
	former := s.Left != nil || scores == nil && s.Large == nil && !b.refits()
	if former && s.Left == nil {
		scores = b.linearScores(m)
	}
	f := p.fittedAt(b, h, m, parts, scores)
	f.former = former
	f.grid = findGrid(ratings)
	if s.Large == nil {
		return f, nil
	}
	f.calibration = h.calibration(ratings)
	return f, f.restoreWeights(s.Large)
}

// restoreParts returns the parts of a saved fit with mode m.
func (p *Prepared) restoreParts(b *problem, h *hyper, m *mode, s savedFit) ([]part, error) {
	var parts []part
	for i, l := range s.Left {
		others := b.withoutRespondent(i)
		left, err := others.restoreMode(h, l)
		if err != nil {
			return nil, err
		}
		var out unseen
		out.add(b, h, left, i, left.covariance.precision(i))
		fit := p.bare(others, h, left)
		parts = append(parts, part{fit: fit, scores: out.scores(fit.calibration)})
	}
	for k := range s.Parts {
		x, all := &s.Parts[k], m
		if x.Mode != nil {
			var err error
			b.computeKernels(&x.Hyper)
			if all, err = b.restoreMode(&x.Hyper, *x.Mode); err != nil {
				return nil, err
			}
		}
		parts = append(parts, part{p.bare(b, &x.Hyper, all), x.Scores, x.Slopes})
	}
	return parts, nil
}

// restoreMode returns a saved mode with the model linearised there.
func (b *problem) restoreMode(h *hyper, saved savedMode) (*mode, error) {
	if len(saved.Beta) != len(b.nodes) {
		return nil, fmt.Errorf("%w: found weights for %d questions, expected %d",
			errState, len(saved.Beta), len(b.nodes))
	}
	for j, n := range b.nodes {
		if len(saved.Beta[j]) != n.size() {
			return nil, fmt.Errorf("%w: found %d weights for question %s, expected one for each "+
				"of %d texts", errState, len(saved.Beta[j]), n.question.id, n.size())
		}
	}
	if b.people != nil && len(saved.Gamma) != len(b.ratings) {
		return nil, fmt.Errorf("%w: found %d weights of respondents, expected %d",
			errState, len(saved.Gamma), len(b.ratings))
	}
	m := b.newMode(b.pointAt(h, saved.Beta, saved.Gamma, saved.Top, saved.Reach))
	if math.IsNaN(m.objective) || math.IsInf(m.objective, 0) {
		return nil, fmt.Errorf("%w: weights out of range", errState)
	}
	return m, b.linearise(h, m)
}

// restoreWeights replaces the parameters of a fit to some respondents by those of the fit to all.
func (f *Fitted) restoreWeights(w *savedWeights) error {
	if err := w.check(f.prepared); err != nil {
		return err
	}
	f.large, f.uncertainty = true, newUncertainty(f.exact, f.hyper)
	f.coefficients = coefficients{
		top: w.Top, reach: w.Reach, shared: w.Shared, weights: w.Cues, intercept: w.Intercept,
	}
	f.functions, f.means, f.scores = w.Functions, w.Means, w.Scores
	return nil
}

// check returns an error if the saved fit does not match the model, the number of respondents and
// whether there are refits.
func (s *savedFit) check(p *Prepared, respondents int, refits bool) error {
	large := respondents > maxExact && s.Hyper.graded()
	scores := len(s.Left)
	for _, x := range s.Parts {
		scores += len(x.Scores)
	}
	scored, others := 0, foldScores(min(respondents, maxWhole))
	if refits {
		scored = respondents
	}
	switch {
	case !slices.Equal(s.Cues, p.prior.names):
		return fmt.Errorf("%w: found cues %q, expected %q", errState, s.Cues, p.prior.names)
	case (s.Large != nil) != large:
		return fmt.Errorf("%w: found another kind of fit than %d respondents have",
			errState, respondents)
	case scores != scored || len(s.Left) > 0 && len(s.Parts) > 0:
		return fmt.Errorf("%w: found errors of %d respondents in parts, expected %d",
			errState, scores, scored)
	case len(s.Scores) > 0 && (large || scored > 0 || len(s.Scores) != others):
		return fmt.Errorf("%w: found %d scores, expected %d", errState, len(s.Scores), others)
	case len(s.Scores) > 0 && (slices.Min(s.Scores) < 0 || !bounded(s.Scores)):
		return fmt.Errorf("%w: scores out of range", errState)
	case !bounded(p.prior.weights, []float64{p.prior.Intercept, p.prior.Unkeyed}):
		return fmt.Errorf("%w: prior out of range", errState)
	}
	modes := append([]savedMode{s.Exact}, s.Left...)
	for _, x := range s.Parts {
		if x.Mode != nil {
			modes = append(modes, *x.Mode)
		}
		if err := x.check(&s.Hyper); err != nil {
			return err
		}
	}
	for _, m := range modes {
		if !bounded([]float64{m.Top, m.Reach}, m.Gamma) || !bounded(m.Beta...) {
			return fmt.Errorf("%w: weights out of range", errState)
		}
	}
	return s.Hyper.check()
}

// check returns an error if the part of a fit with these hyper-parameters is out of range.
func (x *savedPart) check(h *hyper) error {
	if (x.Mode == nil) != x.Hyper.like(h) {
		return fmt.Errorf("%w: a part needs its own weights, or the hyper-parameters of the fit",
			errState)
	}
	if len(x.Scores) == 0 || slices.Min(x.Scores) < 0 || !bounded(x.Scores) {
		return fmt.Errorf("%w: scores of a part missing or out of range", errState)
	}
	if len(x.Slopes) > 0 && len(x.Slopes) != len(x.Scores) {
		return fmt.Errorf("%w: found %d slopes of a part, expected one for each of %d scores",
			errState, len(x.Slopes), len(x.Scores))
	}
	for _, slope := range x.Slopes {
		if err := checkSlope(slope); err != nil {
			return err
		}
	}
	return x.Hyper.check()
}

// checkSlope returns an error if a calibration slope is out of range. 0 stands for 1.
func checkSlope(slope float64) error {
	if !(slope >= 0 && slope <= maxSlope) {
		return fmt.Errorf("%w: found the calibration slope %v, expected 0 to %v",
			errState, slope, maxSlope)
	}
	return nil
}

// check returns an error if the parameters do not have the model's shapes or are out of range.
func (w *savedWeights) check(p *Prepared) error {
	questions := len(p.questions)
	for _, l := range []struct {
		what      string
		len, want int
	}{
		{"weights of cues", len(w.Cues), p.prior.cues()},
		{"intercepts", len(w.Intercept), questions},
		{"functions", len(w.Functions), questions},
		{"mean grades", len(w.Means), questions},
	} {
		if l.len != l.want {
			return fmt.Errorf("%w: found %d %s, expected %d", errState, l.len, l.what, l.want)
		}
	}
	numbers := []float64{w.Top, w.Reach, w.Shared}
	if !bounded(numbers, w.Cues, w.Intercept, w.Means, w.Scores) || !slices.IsSorted(w.Scores) {
		return fmt.Errorf("%w: parameters out of range", errState)
	}
	for j, g := range w.Functions {
		if err := g.check(p.questions[j], p.prior.cues()); err != nil {
			return err
		}
	}
	return nil
}

func (g *function) check(x *question, cues int) error {
	if len(g.Grams) != len(x.grams) || len(g.Vector) != x.vectors.Dim() ||
		len(g.Heights) != len(g.Centres) {
		return fmt.Errorf("%w: the function of question %s does not match its texts",
			errState, x.id)
	}
	ok := bounded(g.Grams, g.Vector, g.Heights) && bounded(g.Centres...)
	for _, c := range g.Centres {
		ok = ok && len(c) == cues
	}
	if !ok {
		return fmt.Errorf("%w: the function of question %s is out of range", errState, x.id)
	}
	return nil
}

// maxNumber bounds the absolute values in a saved fit. No fit comes near it.
const maxNumber = 1e60

func (h *hyper) check() error {
	for _, v := range []float64{h.Noise, h.KeyNoise, h.Top, h.Reach} {
		if !(v > 1/maxNumber && v < maxNumber) {
			return fmt.Errorf("%w: found hyper-parameter %v, expected a number above 0",
				errState, v)
		}
	}
	if !(math.Abs(h.Ability) < maxNumber) {
		return fmt.Errorf("%w: found the weight %v of the ability, out of range", errState, h.Ability)
	}
	if !(h.Sharp >= 0 && h.Sharp <= 1) {
		return fmt.Errorf("%w: found the share %v of squared cosines, expected 0 to 1",
			errState, h.Sharp)
	}
	if !(h.Skipped >= 0 && h.Skipped <= 1) {
		return fmt.Errorf("%w: found %v by which questions without an answer count less, "+
			"expected 0 to 1", errState, h.Skipped)
	}
	if err := checkSlope(h.Slope); err != nil {
		return err
	}
	for _, v := range []float64{h.Grams, h.Vectors, h.Cues, h.Weight, h.Shared, h.Question,
		h.Text, h.Words, h.Pooled, h.AbilityVar} {
		if !(v >= 0 && v < maxNumber) {
			return fmt.Errorf("%w: found hyper-parameter %v, expected a number of at least 0",
				errState, v)
		}
	}
	return nil
}

// bounded reports whether all numbers of the lists are below maxNumber in size.
func bounded(lists ...[]float64) bool {
	for _, values := range lists {
		for _, v := range values {
			if !(math.Abs(v) < maxNumber) {
				return false
			}
		}
	}
	return true
}
