package auto

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

const (
	// maxWhole is the number of respondents up to which a fit by the responses as a whole uses all
	// of them. Of more it uses evenly spaced ones.
	maxWhole = 2000
	// maxCompared is the number of respondents of more than maxExact on whom structures are
	// compared.
	maxCompared = 600
	// minFolded is the number of respondents from which structures are compared.
	minFolded = 10
	// clearGain is the gain in nats for which the sum of grades is given up.
	// With a few dozen respondents smaller gains are chance, and following them makes predictions
	// worse.
	clearGain = 3
	// slightGain is the gain in nats for which questions without an answer count less.
	slightGain = 0.5
	// tinySquare is the squared error of a rating below which it does not matter.
	tinySquare = 1e-4
	// determined is the share of the spread of ratings up to which these may differ from what
	// follows from scores.
	determined = 0.25
)

// plain returns hyper-parameters by which a rating depends on the mean grade by the prior and the
// pooled cues alone, or on nothing if those tell nothing either: the constant guess.
func plain(ratings []float64) *hyper {
	h := defaultHyper()
	h.fade(len(ratings))
	return &hyper{
		Noise: max(h.Noise, stat.PopStdDev(ratings, nil)), KeyNoise: h.KeyNoise, GradeNoise: h.GradeNoise,
		Top: 1, Reach: 1, Sharp: h.Sharp, Shared: h.Shared, Pooled: h.Pooled,
	}
}

// chooseStructure returns h, by which ratings are sums of grades, or other hyper-parameters, by
// which they depend on the responses as a whole, if those predict clearly better. They are compared
// on some of the respondents. Others that win are chosen anew by all of them, whose training set is
// given. Where answers have scores it is h.
func (p *Prepared) chooseStructure(b, some *problem, h *hyper, t Training) (*hyper, error) {
	if t.Scores != nil {
		if b.refits() { // the slope of others is by their folds
			_, err := b.validate(h)
			return h, err
		}
		return h, nil
	}
	if len(t.Ratings) > maxExact {
		some = p.newProblem(t.evenly(maxCompared))
	}
	other, err := some.chooseWhole(some.Ratings, h)
	if err != nil {
		return nil, err
	}
	if better, err := some.better(h, &other.hyper, other.squares); err != nil || !better {
		return h, err
	}
	chosen, err := b.chooseWhole(t.Ratings, h)
	if err != nil {
		return nil, err
	}
	if b.refits() && chosen.hyper != other.hyper { // the slope of others is by their folds
		if _, err := b.validate(&chosen.hyper); err != nil {
			return nil, err
		}
	}
	return &chosen.hyper, chosen.refine()
}

// wholeDirections are searched for a fit by the responses as a whole. Its leave-one-out errors are
// nearly exact, so the prior is wide.
var wholeDirections = []direction{
	{scale: func(h *hyper, factor float64) { h.Noise *= factor }, sd: 1.5},
	{scale: func(h *hyper, factor float64) { h.Pooled *= factor * factor }, sd: 1.5},
	{scale: func(h *hyper, factor float64) { h.Text *= factor * factor }, sd: 1.5},
	{scale: func(h *hyper, factor float64) { h.Meaning *= factor * factor }, sd: 1.5},
}

// wholeText is the variance of the part of h that depends on n-grams, and of that by meaning, from
// which the search for a fit by the responses as a whole starts.
const wholeText = 0.05

// chooseWhole returns the best hyper-parameters by which ratings do not depend on what the training
// set says about grades: plain ones, or those by which they depend on the n-grams of all responses
// together, as a kernel ridge regression has it. The problem has all or some of the respondents
// with these ratings. The search may be continued. Questions without an answer count as in others.
func (b *problem) chooseWhole(ratings []float64, others *hyper) (*search, error) {
	h := plain(ratings)
	h.Skipped, h.Zero = others.Skipped, others.Zero
	b.computeKernels(h)
	s := search{problem: b, directions: wholeDirections}
	if err := s.start(*h); err != nil {
		return nil, err
	}
	first := s
	h.Text = wholeText
	if b.prepared.encodes() {
		h.Meaning = wholeText
	}
	h.Noise /= 2
	if err := s.climbFrom(*h); err != nil {
		return nil, err
	}
	if s.best > first.best+minGain {
		return &s, nil
	}
	first.directions = nil // plain ones are not refined
	return &first, nil
}

// better sets the calibration slopes of both hyper-parameters by cross-validation, and reports
// whether the others predict ratings that the fit has not seen clearly better: if (n/2)·ln(S/S')
// exceeds clearGain, where S and S' are the sums of squares of the errors before calibration, and
// tinySquare for each. The search minimises errors of the model linearised where it has seen all
// ratings. They are far too small if grades are near 0 or 1 there, as with ratings that do not
// depend on single responses.
//
// left is the sum of squares of the leave-one-out errors by the others. These are nearly exact, so
// there is no cross-validation if they promise no gain.
func (b *problem) better(h, other *hyper, left float64) (bool, error) {
	if len(b.Ratings) < minFolded {
		return false, nil
	}
	squares, err := b.validate(h)
	if err != nil || left >= squares {
		return false, err
	}
	others, err := b.validate(other)
	if err != nil {
		return false, err
	}
	return gain(others, squares, len(b.Ratings)) > clearGain, nil
}

// gain returns how many nats a sum of squares of n errors is better than another.
func gain(squares, others float64, n int) float64 {
	tiny := float64(n) * tinySquare
	return float64(n) / 2 * math.Log((others+tiny)/(squares+tiny))
}

// betterByTotals reports whether ratings alone predict ratings clearly better than scores of
// answers do with the hyper-parameters. Where ratings follow from the scores nothing is tried. Else
// both are compared on the same respondents: all in the problem, or some of more.
func (p *Prepared) betterByTotals(b *problem, t Training, h *hyper) (bool, error) {
	if len(t.Ratings) > maxSearched {
		b = p.newProblem(t.evenly(maxSearched))
	}
	b.computeWeights(h)
	totals := b.totals()
	determined := b.scale.noise < determined*stat.StdDev(totals.Ratings, nil)
	if len(totals.Ratings) < minFolded || determined && blanks(t.Responses) < minBlank {
		return false, nil
	}
	others := p.newProblem(totals)
	other, err := p.chooseHyper(others, totals)
	if err != nil {
		return false, err
	}
	byScores, err := b.validate(h)
	if err != nil {
		return false, err
	}
	byRatings, err := others.validate(other)
	// Scores say more than ratings, so a doubt is theirs.
	return err == nil && gain(byRatings, byScores, len(totals.Ratings)) > 2*clearGain, err
}

// validate sets the calibration slope of hyper-parameters by cross-validation and returns the sum
// of squares of the errors before calibration.
func (b *problem) validate(h *hyper) (squares float64, err error) {
	left, err := b.crossValidate(h)
	if err != nil {
		return 0, err
	}
	return left.squares(calibration{slope: 1}), nil
}

// crossValidate sets the calibration slope of hyper-parameters and returns the predictions that it
// follows from.
func (b *problem) crossValidate(h *hyper) (*unseen, error) {
	predicted, err := b.crossValidated(h, tolSearch)
	if err != nil {
		return nil, err
	}
	left := new(unseen)
	for i, y := range b.Ratings {
		if !math.IsNaN(y) {
			left.ratings, left.predicted = append(left.ratings, y), append(left.predicted, predicted[i])
		}
	}
	h.Slope = b.slope(left.ratings, left.predicted)
	return left, nil
}

// squares returns the sum of the squared errors of calibrated predictions.
func (u *unseen) squares(c calibration) (sum float64) {
	for i, y := range u.ratings {
		e := y - clip(c.of(u.predicted[i]))
		sum += e * e
	}
	return sum
}
