package auto

import "math"

// leaveOneOut returns the errors of the model linearised at the mode for what it has not seen, one
// for each respondent with a rating or scores. That of a rating observed is
//
//	e_i = α_i/(C⁻¹)_ii
//
// Source: Rasmussen and Williams 2006, section 5.4.2. That of a respondent with scores is the error
// of the rating, or as far as it is not known of the scores, by the grades without them. The
// equations of the mode cannot be solved thereafter.
func (b *problem) leaveOneOut(h *hyper, m *mode) ([]float64, error) {
	precision := m.system.precisions()
	errors := make([]float64, 0, len(b.Ratings))
	for k, i := range b.rated.respondents {
		r := b.rated.at[k]
		n, own := b.rated.count[r], (b.Ratings[i]-b.rated.mean[r])/(h.Noise*h.Noise)
		errors = append(errors, (own+m.alpha[r]/n)/((1-1/n)/(h.Noise*h.Noise)+precision[r]/(n*n)))
	}
	if b.Scores == nil {
		return errors, nil
	}
	means, others := b.meansLeftOut(h, m, precision)
	r, err := b.remainder(h, m, means)
	if err != nil {
		return nil, err
	}
	for _, e := range others {
		errors = append(errors, m.reach*e)
	}
	return append(errors, r.errors()...), nil
}

// addRemainder adds the remainder to a mode, the equations of which cannot be solved thereafter
// until it is linearised again.
func (b *problem) addRemainder(h *hyper, m *mode) (err error) {
	means, _ := b.meansLeftOut(h, m, m.system.precisions())
	if m.remainder, err = b.remainder(h, m, means); err != nil {
		return err
	}
	m.remainder.apply(m)
	b.computeWhole(h, m.point)
	b.computeGrades(h, m.point)
	return nil
}

// meansLeftOut returns, by respondent, the mean grade without the respondent's own scores, or NaN
// without a rating or without all scores, and the mean errors of the scores of respondents without
// a rating, as if all their answers had such errors.
func (b *problem) meansLeftOut(
	h *hyper, m *mode, precision []float64,
) (means, others []float64) {
	n := len(b.observed)
	left := b.scoresLeftOut(h, m, m.alpha[n:], precision[n:])
	means = make([]float64, len(b.Ratings))
	for i, s := range b.Scores {
		means[i] = math.NaN()
		if s == nil || !b.member[i] {
			continue
		}
		var mean, sum, scored, all float64
		for j, d := range b.Responses[i] {
			k, points := b.nodes[j].at[i], pointsOf(b.points, j)
			grade := m.grade.of[j][k]
			if a := b.nodes[j].answerAt[k]; !math.IsNaN(s[j]) && a >= 0 {
				grade = left(int(a), s[j])
				scored += points * h.count(d)
				sum += points * h.worthOf(d) * (s[j] - grade)
			}
			all += points * h.count(d)
			mean += points * h.worthOf(d) * grade
		}
		switch {
		case scored == 0:
		case b.isComplete(i) && !math.IsNaN(b.Ratings[i]):
			means[i] = mean / all
		case math.IsNaN(b.Ratings[i]):
			others = append(others, sum/math.Sqrt(all*scored))
		}
	}
	return means, others
}

// scoresLeftOut returns what predicts a score for an answer from all observations but itself. With
// the grade p = σ(g) at the mode, its slope s and the error e = α/(C⁻¹)_aa of the linearised model
// for the value y, what all others say about g has the mean
//
//	g + (y - e - p)/s
//
// and the variance (1/(C⁻¹)_aa - V)/s², where V is that of the value. It would be exact if the
// others said the same of g wherever the answer's own grade is. Other scores for the same text, or
// that it is acceptable, are put together with that.
func (b *problem) scoresLeftOut(
	h *hyper, m *mode, alpha, precision []float64,
) func(a int, score float64) float64 {
	return func(a int, score float64) float64 {
		x := &b.answers[a]
		share := x.share(h)
		if share == 0 {
			return score
		}
		p := m.grade.of[x.question][x.node]
		slope := max(p*(1-p), minSlope)
		value, variance := x.value(h)
		value, variance = value/share, variance/(share*share)
		unit := 1 / (share * share * precision[a])
		g := math.Log(p/(1-p)) + min(max((value-alpha[a]*share*unit-p)/slope, -maxMove), maxMove)
		prior := sigmoid(g)
		own := 1 / (h.GradeNoise * h.GradeNoise)
		rest := 1/variance - own
		if x.count <= 1 || rest <= 1e-9*own {
			return prior // an acceptable answer of this respondent may be a copy
		}
		slope = prior * (1 - prior) / slope
		spread := max((unit-variance)*slope*slope, 1e-9)
		others := (value/variance - own*score) / rest
		return (prior/spread + others*rest) / (1/spread + rest)
	}
}

const (
	// minSlope is the least slope of a grade that is taken for one.
	minSlope = 1e-6
	// maxMove bounds how far the logit of a grade moves without its observation.
	maxMove = 10
)
