package auto

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// savedFit is the JSON of a fit. With the same questions, respondents and word vectors
// [Model.Restore] makes the same fit from it, to the bit on machines of one architecture.
type savedFit struct {
	Cues      []string `json:"cues"` // their names, in order
	Prior     Prior    `json:"prior"`
	Hyper     hyper    `json:"hyper"`
	Converged bool     `json:"converged"`
	// Totals says that scores of answers are ignored.
	Totals bool `json:"totals,omitempty"`
	// Judges are the other raters and systems whose grades are cues.
	Judges []*judge `json:"judges,omitempty"`
	// Exact is the mode of the exact fit.
	Exact savedMode `json:"exact"`
	// Parts are those of a small training set.
	Parts []savedPart `json:"parts,omitempty"`
	// Scores are those of a training set that is too large for parts.
	Scores []float64 `json:"scores,omitempty"`
	// Large is what a fit to many respondents has beyond that to some of them.
	Large *savedLarge `json:"large,omitempty"`
}

// savedMode is a posterior mode of the exact fit.
type savedMode struct {
	Top   float64 `json:"top"`
	Reach float64 `json:"reach"`
	// Beta holds a number for each question and distinct text: first those of the training set, in
	// order of first appearance, then the acceptable answers.
	Beta [][]float64 `json:"beta"`
	// Gamma holds a number for each respondent, if ratings depend on the responses as a whole. Of
	// equal respondents it is the sum that counts; the first has it.
	Gamma []float64 `json:"gamma,omitempty"`
}

// savedPart is a [part].
type savedPart struct {
	Hyper  hyper      `json:"hyper"`
	Mode   *savedMode `json:"mode,omitempty"` // nil for hyper-parameters of the whole fit
	Scores []float64  `json:"scores"`
	Slopes []float64  `json:"slopes"` // by score
}

// errState is wrapped by the error for a saved fit that does not match the model, the questions or
// the respondents.
var errState = errors.New("grades: state")

// MarshalJSON returns the fit in the form that [Model.Restore] reads.
func (f *Fitted) MarshalJSON() ([]byte, error) { return json.Marshal(f.saved()) }

func (f *Fitted) saved() savedFit {
	prior := &f.prepared.prior
	s := savedFit{
		Cues: prior.names, Prior: prior.Prior, Hyper: *f.hyper, Converged: f.converged, Totals: f.totals,
		Judges: f.prepared.judges, Exact: f.exact.mode.saved(),
	}
	for _, x := range f.parts {
		m := x.fit.exact.mode.saved()
		saved := savedPart{Hyper: *x.fit.hyper, Scores: x.scores, Slopes: x.slopes}
		if !saved.Hyper.like(f.hyper) {
			saved.Mode = &m
		}
		s.Parts = append(s.Parts, saved)
	}
	if s.Large = f.large; len(f.parts) == 0 {
		s.Scores = f.scores
	}
	return s
}

// saved returns the mode as it is before its remainder, which follows from it.
func (m *mode) saved() savedMode {
	if r := m.remainder; r != nil {
		return savedMode{r.scale.top, r.scale.reach, m.beta.of, r.before}
	}
	return savedMode{m.top, m.reach, m.beta.of, m.gamma}
}

// Restore makes the fit that was saved by [Fitted.MarshalJSON], with the prior that it was fitted
// with instead of the model's. Word vectors, questions (with the responses in their Docs),
// responses and ratings must be those of the fit. A saved fit that does not match them is an error.
// The caller has to refuse numbers of more than 1e60, which no fit comes near.
func (m Model) Restore(
	questions []*features.Question, t Training, saved []byte,
) (*Fitted, error) {
	var s savedFit
	if err := files.DecodeJSON(saved, &s); err != nil {
		return nil, err
	}
	m.Prior = &s.Prior
	m.cues = s.Cues // fits of former versions have others
	m.Judges, m.judges = nil, s.Judges
	for _, x := range s.Judges {
		if !x.valid(len(questions)) {
			return nil, fmt.Errorf("%w: grades of %s out of range", errState, text.Quote(x.Name))
		}
	}
	p, err := m.Prepare(questions)
	if err != nil {
		return nil, err
	}
	return p.restore(t, s)
}

func (p *Prepared) restore(t Training, s savedFit) (*Fitted, error) {
	if err := p.check(t); err != nil {
		return nil, err
	}
	if t = t.learned(); s.Totals {
		t = t.totals()
	}
	var b *problem
	held := 0
	switch {
	case s.Large != nil:
		var out []int
		out, b = p.largeProblem(t)
		held = len(t.only(out).totals().Ratings)
	case t.Scores != nil:
		b = p.newProblem(t.evenly(maxExact))
	default:
		b = p.newProblem(t.evenly(maxWhole))
	}
	if err := s.check(p, b, len(t.Ratings), held); err != nil {
		return nil, err
	}
	h := &s.Hyper
	b.computeKernels(h)
	m, err := b.restoreMode(h, s.Exact)
	if err != nil {
		return nil, err
	}
	m.converged = s.Converged
	parts, err := p.restoreParts(b, m, s)
	if err != nil {
		return nil, err
	}
	f := p.fittedAt(b, h, m, parts, s.Scores)
	f.grid, f.totals = findGrid(numbers.Known(t.Ratings)), s.Totals
	if s.Large == nil {
		return f, nil
	}
	f.calibration = h.calibration(t.Ratings)
	return f, f.restoreLarge(s.Large)
}

// restoreParts returns the parts of a saved fit with mode m.
func (p *Prepared) restoreParts(b *problem, m *mode, s savedFit) ([]part, error) {
	var parts []part
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
	if b.people != nil && len(saved.Gamma) != len(b.Ratings) {
		return nil, fmt.Errorf("%w: found %d weights of respondents, expected %d",
			errState, len(saved.Gamma), len(b.Ratings))
	}
	m := b.newMode(b.pointAt(h, saved.Beta, saved.Gamma, saved.Top, saved.Reach))
	if math.IsNaN(m.objective) || math.IsInf(m.objective, 0) {
		return nil, fmt.Errorf("%w: weights out of range", errState)
	}
	if err := b.linearise(h, m); err != nil || b.Scores == nil {
		return m, err
	}
	if err := b.addRemainder(h, m); err != nil {
		return nil, err
	}
	return m, b.linearise(h, m)
}

// check returns an error if the saved fit does not match the model and the problem that it is
// restored to, with the given numbers of respondents and of rated ones held out.
func (s *savedFit) check(p *Prepared, b *problem, respondents, held int) error {
	large := respondents > maxExact && s.Hyper.graded()
	scores, scored, others := 0, 0, b.foldScores()
	for _, x := range s.Parts {
		scores += len(x.Scores)
	}
	switch {
	case large:
		others = held
	case b.refits():
		scored, others = len(numbers.Known(b.Ratings)), 0
	}
	switch {
	case !slices.Equal(s.Cues, p.prior.names):
		return fmt.Errorf("%w: found cues %q, expected %q", errState, s.Cues, p.prior.names)
	case (s.Large != nil) != large:
		return fmt.Errorf("%w: found another kind of fit than %d respondents have",
			errState, respondents)
	case scores != scored:
		return fmt.Errorf("%w: found errors of %d respondents in parts, expected %d",
			errState, scores, scored)
	case len(s.Scores) != others:
		return fmt.Errorf("%w: found %d scores, expected %d", errState, len(s.Scores), others)
	case len(s.Scores) > 0 && slices.Min(s.Scores) < 0:
		return fmt.Errorf("%w: scores out of range", errState)
	}
	for _, x := range s.Parts {
		if err := x.check(&s.Hyper); err != nil {
			return err
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
	if len(x.Scores) == 0 || slices.Min(x.Scores) < 0 {
		return fmt.Errorf("%w: scores of a part missing or out of range", errState)
	}
	if len(x.Slopes) != len(x.Scores) {
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

// check returns an error if a hyper-parameter cannot be what it stands for.
func (h *hyper) check() error {
	if h.Words != 0 {
		return fmt.Errorf("%w: the fit depends on words, which are no longer learned from: train again, "+
			"with 'lrp retrain OLD -o NEW'", errState)
	}
	for _, v := range []float64{h.Noise, h.KeyNoise, h.GradeNoise, h.Top, h.Reach} {
		if !(v > minPositive) {
			return fmt.Errorf("%w: found hyper-parameter %v, expected a number above 0",
				errState, v)
		}
	}
	for _, v := range []float64{h.Sharp, h.Skipped} {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("%w: found the share %v as a hyper-parameter, expected 0 to 1", errState, v)
		}
	}
	for _, v := range []float64{h.Grams, h.Vectors, h.Cues, h.Weight, h.Shared, h.Question,
		h.Text, h.Meaning, h.Pooled, h.AbilityVar} {
		if !(v >= 0) {
			return fmt.Errorf("%w: found hyper-parameter %v, expected a number of at least 0",
				errState, v)
		}
	}
	return checkSlope(h.Slope)
}

// minPositive is below every hyper-parameter that is above 0. Quotients with it as the divisor stay
// finite.
const minPositive = 1e-60
