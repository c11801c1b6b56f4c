package auto

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/features/text"
)

const (
	// maxSearched is the number of respondents that the search for hyper-parameters uses at most.
	maxSearched = 200
	// minSearched is the number of respondents below which the defaults are used.
	minSearched = 5
	// fewRated is the number of respondents up to which h counts fully. Beyond, its prior variances
	// and the weight of the ability are inversely proportional to the number of respondents, whose
	// ratings tell the grades ever better.
	fewRated = 50.0
	// manyRated is the number of respondents from which only texts that are much alike share a
	// grade, as far as texts are repeated.
	manyRated = 200.0
	// attenuation is how much the spread of ratings may exceed that of the mean grades by the prior
	// before reach is widened: grades by the prior are shrunk towards the middle.
	attenuation = 2.5
	// minGain is the gain, in nats, for which hyper-parameters are changed.
	minGain = 0.1
	// startMeaning is the variance of what respondents have in common by meaning from which the
	// search starts.
	startMeaning = 0.005
	// maxStretch bounds [problem.stretch].
	maxStretch = 10
)

// direction is a group of hyper-parameters that are scaled together.
type direction struct {
	scale func(h *hyper, factor float64)
	// sd is the prior standard deviation of the number of doublings from the default. It keeps the
	// choice from following chance where respondents are few.
	sd float64
}

// directions are searched one after the other: the scale of the map from grades to ratings, of the
// noise, of the functions of the texts, of the parameters that questions share, and of the parts
// of h. Data sets differ most in how exactly responses determine ratings, and in how far words mean
// the same in the responses to all questions.
var directions = []direction{
	{scale: func(h *hyper, factor float64) { h.Reach *= factor }, sd: 0.35},
	{scale: func(h *hyper, factor float64) { h.Noise *= factor }, sd: 0.7},
	{scale: func(h *hyper, factor float64) {
		h.Grams *= factor
		h.Vectors *= factor
		h.Cues *= factor
	}, sd: 0.7},
	{scale: func(h *hyper, factor float64) {
		h.Weight *= factor
		h.Shared *= factor
		h.Question *= factor
	}, sd: 0.7},
	{scale: func(h *hyper, factor float64) { h.Pooled *= factor * factor }, sd: 0.7},
	{scale: func(h *hyper, factor float64) { h.Text *= factor * factor }, sd: 1.5},
}

// encoderDirections are searched too where there is an encoder.
var encoderDirections = []direction{
	{scale: func(h *hyper, factor float64) { h.Meaning *= factor * factor }, sd: 1.5},
	{scale: func(h *hyper, factor float64) { h.Vectors *= factor * factor }, sd: 0.7},
}

// scoreDirections are searched too where answers have scores.
var scoreDirections = []direction{
	{scale: func(h *hyper, factor float64) { h.GradeNoise *= factor }, sd: 1.5},
}

const (
	// maxPasses bounds how often all directions are searched.
	maxPasses = 3
	// maxDoublings bounds the doublings along a direction.
	maxDoublings = 6
)

// chooseHyper returns the hyper-parameters with the lowest leave-one-out error: it halves and
// doubles one group after the other for as long as that helps, starting from the defaults. It
// searches on the training set, whose problem is given, or, if that is large, on evenly spaced
// respondents.
func (p *Prepared) chooseHyper(all *problem, t Training) (*hyper, error) {
	if p.hyper != nil {
		return p.hyper, nil
	}
	h, n := *defaultHyper(), len(t.Ratings)
	if p.encodes() {
		h.Meaning = startMeaning
	}
	h.Sharp = min(1, float64(n)/manyRated) * repeated(t.evenly(maxExact).Responses)
	h.fade(min(n, maxExact)) // more are fitted by so many
	if t.Scores != nil && 2*t.complete() >= n {
		h.Ability = 0 // scores say who is able
		h.Text = h.Text / 16
		h.Meaning = h.Meaning / 16
		h.Pooled = h.Pooled / 16
		h.AbilityVar = h.AbilityVar / 16
	}
	h.Zero = p.blank == BlankZero ||
		p.blank != BlankText && t.Scores != nil && t.blankScore() < minBlankScore
	if p.blank == BlankIgnore {
		h.Skipped = 1
	}
	if n < minSearched {
		return &h, nil
	}
	some := all
	if n > maxSearched {
		some = p.newProblem(t.evenly(maxSearched))
	}
	h.Reach = max(h.Reach, some.stretch()/attenuation-1)
	some.computeKernels(&h)
	s := search{problem: some, directions: slices.Clone(directions)}
	if p.encodes() {
		s.directions = append(s.directions, encoderDirections...)
	}
	if t.Scores != nil {
		s.directions = append(s.directions, scoreDirections...)
	}
	start := s
	if err := s.climbFrom(h); err != nil {
		return nil, err
	}
	chosen, err := p.chooseStructure(all, some, &s.hyper, t)
	if err != nil || p.blank != BlankAuto || blanks(t.Responses) < minBlank || n < minFolded ||
		some.blanksCount(&h) {
		return chosen, err
	}
	others, err := start.skipped(h)
	if err != nil {
		return nil, err
	}
	lead := 0.0
	if chosen == &s.hyper { // otherwise ratings are no sums of grades, and the merits are no guide
		lead = others.best - s.best
	}
	fewer, err := some.fewer(chosen, &others.hyper, lead)
	if err != nil || !fewer {
		return chosen, err
	}
	return p.chooseStructure(all, some, &others.hyper, t)
}

// fade scales the prior of h for n respondents: the variances of its parts, and the weight of the
// ability.
func (h *hyper) fade(n int) {
	share := min(1, fewRated/float64(max(1, n)))
	h.Text *= share
	h.Meaning *= share
	h.Pooled *= share
	h.Ability *= share
	h.AbilityVar *= share * share
}

// repeated returns the share of the responses whose words another respondent gave too. Squared
// cosines are for short texts: of long ones no two are much alike.
func repeated(responses [][]*text.Doc) float64 {
	if len(responses) == 0 {
		return 0
	}
	again, all := 0, 0
	for j := range responses[0] {
		times := make(map[string]int)
		for _, r := range responses {
			times[r[j].Clean]++
		}
		for words, n := range times {
			if words == "" {
				continue
			}
			all += n
			if n > 1 {
				again += n
			}
		}
	}
	return float64(again) / float64(max(1, all))
}

// stretch returns the standard deviation of the ratings divided by that of the mean grades by the
// prior, or 0 if the prior does not tell responses apart. Totals that were scaled to [0,1] by the
// lowest and the highest are stretched, the more so the more questions there are, and reach has to
// follow.
func (b *problem) stretch() float64 {
	if !b.mostlyKeyed() || b.Scores != nil {
		return 0
	}
	grades, ratings := stat.StdDev(b.abilities(), nil), stat.StdDev(b.Ratings, nil)
	if grades < 1e-6 {
		return 0
	}
	return min(ratings/grades, maxStretch)
}

// mostlyKeyed reports whether at least half of the questions have a key.
func (b *problem) mostlyKeyed() bool {
	keyed := 0
	for _, n := range b.nodes {
		if n.question.keyed {
			keyed++
		}
	}
	return 2*keyed >= len(b.nodes)
}

// search looks for the hyper-parameters with the most merit on a problem.
type search struct {
	*problem
	directions []direction
	last       *point // where the last search for a mode ended

	stride    float64   // doublings of a step
	hyper     hyper     // the best so far
	doublings []float64 // along each direction
	best      float64
	squares   float64     // sum of the squared leave-one-out errors with the best
	tried     [][]float64 // the doublings tried so far; none is better than the best
}

// start makes hyper-parameters the best so far.
func (s *search) start(h hyper) (err error) {
	s.hyper = h
	s.stride = 1
	s.doublings = make([]float64, len(s.directions))
	s.tried = [][]float64{s.doublings}
	s.best, s.squares, err = s.merit(&s.hyper, s.doublings)
	return err
}

// climbFrom starts there and climbs along all directions in turn until none is better.
func (s *search) climbFrom(h hyper) error {
	if err := s.start(h); err != nil {
		return err
	}
	return s.climbOn()
}

// refine climbs on by half and quarter steps.
func (s *search) refine() error {
	for _, s.stride = range []float64{0.5, 0.25} {
		if err := s.climbOn(); err != nil {
			return err
		}
	}
	return nil
}

// climbOn climbs from the best so far along all directions in turn until none is better.
func (s *search) climbOn() error {
	for range maxPasses {
		moved := false
		for d := range s.directions {
			for _, step := range []float64{-s.stride, s.stride} {
				further, err := s.climb(d, step)
				if err != nil {
					return err
				}
				moved = moved || further
			}
		}
		if !moved {
			break
		}
	}
	return nil
}

// climb goes along a direction for as long as that is better, and reports whether it was.
func (s *search) climb(d int, step float64) (moved bool, err error) {
	for {
		next, there := s.hyper, slices.Clone(s.doublings)
		s.directions[d].scale(&next, math.Pow(2, step))
		if next == s.hyper {
			return moved, nil // there is no h
		}
		if there[d] += step; math.Abs(there[d]) > maxDoublings || s.knows(there) {
			return moved, nil
		}
		s.tried = append(s.tried, there)
		merit, squares, err := s.merit(&next, there)
		if err != nil || merit <= s.best+minGain {
			return moved, err
		}
		s.hyper = next
		s.doublings = there
		moved = true
		s.best, s.squares = merit, squares
	}
}

// knows reports whether the doublings were tried.
func (s *search) knows(doublings []float64) bool {
	return slices.ContainsFunc(s.tried, func(x []float64) bool { return slices.Equal(x, doublings) })
}

// merit is what the search maximises: with the leave-one-out errors e_i = α_i/(C⁻¹)_ii of the model
// linearised at the mode,
//
//	-(n/2)·ln((1/n) Σ_i e_i²) - Σ_k d_k²/(2·sd_k²)
//
// The first term is the log likelihood of the errors with their best variance, up to a constant;
// d_k are the doublings along each direction.
func (s *search) merit(h *hyper, doublings []float64) (merit, squares float64, err error) {
	s.computeKernels(h)
	var m *mode
	if s.last == nil {
		m, err = s.findBare(h, s.priorMean(h), tolSearch)
	} else {
		m, err = s.findModeNear(h, s.last, tolSearch)
	}
	if err != nil {
		return 0, 0, err
	}
	s.last = m.point
	errors, err := s.leaveOneOut(h, m)
	if err != nil {
		return 0, 0, err
	}
	n := float64(len(errors))
	for _, e := range errors {
		squares += e * e
	}
	// The constant keeps errors that are all 0, as with equal ratings, from changing anything.
	merit = -n / 2 * math.Log(squares/n+1e-8)
	for k, d := range doublings {
		sd := s.directions[k].sd
		merit -= d * d / (2 * sd * sd)
	}
	return merit, squares, nil
}
