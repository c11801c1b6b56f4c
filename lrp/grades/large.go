package grades

import (
	"fmt"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/parallel"
)

// An exact fit takes time that grows with the cube of the number of respondents. Of more than maxExact,
// evenly spaced ones are fitted exactly. All of them then determine the weights w_q of the n-grams in
// f_q anew, the rest of the model being as it is: they minimise
//
//	½ [Σ_i (y_i - ŷ_i)²/Noise² + Σ_a (s_a - σ(g(a)))²/v_a + Σ_q |w_q|²/Grams]
//
// where s_a are the scores of texts, 1 for acceptable answers, with the variance v_a, and the ratings are
// those of respondents who have not scores for all answers. They are found by Gauss-Newton steps, each
// a ridge regression of what the ratings and scores differ by, solved by conjugate gradients.
//
// Source: J. Nocedal and S. J. Wright, Numerical Optimization, 2nd edition, 2006, sections 5.1 and 10.3.

const (
	// maxHeldOut bounds the respondents of a large training set, otherwise a tenth of it, that a
	// first fit leaves out to see how far predictions are from ratings.
	maxHeldOut = 1000
	// maxRidges bounds the Gauss-Newton steps, and maxGradients the iterations for each.
	maxRidges, maxGradients = 8, 60
	// enoughGain is the share of the objective that a further step has to gain.
	enoughGain = 1e-3
	// smallGradient is the share of the gradient that the iterations leave.
	smallGradient = 0.02
)

// large is what determines the weights of n-grams by many respondents.
type large struct {
	fit *Fitted
	Training
	used      []int // the respondents whose ratings are learned from
	questions []*largeQuestion
	added     []float64 // by respondent: h
	weight    []float64 // see [hyper.weight]
}

// largeQuestion has the distinct texts that respondents gave to a question, and the acceptable answers.
type largeQuestion struct {
	texts   []*encodedText
	at      []int32   // by respondent
	answers []answer  // those of known grades; their nodes are indices of texts
	share   []float64 // by text: how much the question counts
	logit   []float64 // by text: g without the n-grams
	slope   []float64 // by text: of the grade, times the share
	grade   []float64 // by text
	start   []float64 // the weights of the exact fit
	keys    []int32   // the acceptable answers
}

func (f *Fitted) newLarge(t Training) *large {
	l := &large{
		fit: f, Training: t, added: make([]float64, len(t.Ratings)),
		weight: make([]float64, len(t.Ratings)), questions: make([]*largeQuestion, len(f.functions)),
	}
	for i, r := range t.Responses {
		l.weight[i] = f.hyper.weight(r, f.points)
	}
	own := f.prepared.own(t.Responses)
	parallel.EachOf(len(l.questions), 1, func(j int) { l.questions[j] = f.largeQuestion(j, t, own[j]) })
	parallel.EachOf(len(t.Responses), rowsAtOnce, func(i int) {
		texts := make([]*encodedText, len(l.questions))
		for j, q := range l.questions {
			texts[j] = q.texts[q.at[i]]
		}
		_, l.added[i] = f.asWhole(t.Responses[i], texts)
	})
	return l
}

func (f *Fitted) largeQuestion(j int, t Training, own []bool) *largeQuestion {
	x, of := f.prepared.questions[j], f.functions[j]
	q := &largeQuestion{at: make([]int32, len(t.Responses)), start: slices.Clone(of.Grams)}
	known := make(map[string]int32)
	add := func(d *text.Doc, encode func(*text.Doc) *encodedText) int32 {
		k, ok := known[d.Raw]
		if !ok {
			k = int32(len(q.texts))
			known[d.Raw] = k
			q.texts = append(q.texts, encode(d))
			q.share = append(q.share, pointsOf(f.points, j)*f.hyper.worthOf(d))
		}
		return k
	}
	for i, r := range t.Responses {
		encode := x.text
		if own != nil && own[i] {
			encode = x.alone
		}
		q.at[i] = add(r[j], encode)
	}
	for _, k := range x.others(j, t.Responses, own) {
		q.keys = append(q.keys, add(k.doc, x.text))
	}
	clear(of.Grams)
	q.logit = make([]float64, len(q.texts))
	parallel.EachOf(len(q.texts), rowsAtOnce, func(k int) { q.logit[k] = f.logit(j, q.texts[k]) })
	copy(of.Grams, q.start)
	q.slope, q.grade = make([]float64, len(q.texts)), make([]float64, len(q.texts))
	return q
}

// weights are those of the n-grams of all questions.
type weights [][]float64

func (l *large) newWeights() weights {
	w := make(weights, len(l.questions))
	for j, q := range l.questions {
		w[j] = make([]float64, len(q.start))
	}
	return w
}

func (w weights) add(by float64, x weights) {
	for j := range w {
		dense.AddScaled(w[j], by, x[j])
	}
}

func (w weights) dot(x weights) (sum float64) {
	for j := range w {
		sum += dense.Dot(w[j], x[j])
	}
	return sum
}

// each calls f for every question concurrently. Questions share nothing, so results do not depend on
// the number of processors.
func (l *large) each(f func(j int, q *largeQuestion)) {
	var wait sync.WaitGroup
	for j, q := range l.questions {
		wait.Go(func() { f(j, q) })
	}
	wait.Wait()
}

// observe sets what is learned from: the respondents who are not left out.
func (l *large) observe(leftOut []int) {
	member := func(i int) bool {
		_, found := slices.BinarySearch(leftOut, i)
		return !found
	}
	l.used = l.observed(member)
	l.each(func(j int, q *largeQuestion) {
		of := make([]answer, len(q.texts))
		for _, k := range q.keys {
			of[k].key = true
		}
		l.addScores(of, j, q.at, member)
		q.answers = nil
		for k, a := range of {
			if a.key || a.count > 0 {
				a.node, a.points = k, 1
				q.answers = append(q.answers, a)
			}
		}
	})
}

// sums returns by respondent the sum over the questions of the values of the texts.
func (l *large) sums(values [][]float64) []float64 {
	ratings := make([]float64, len(l.Ratings))
	for j, q := range l.questions {
		for _, i := range l.used {
			ratings[i] += values[j][q.at[i]]
		}
	}
	return ratings
}

// evaluate computes grades and slopes with the weights, and returns what the ratings and the known grades
// differ by, and the objective.
func (l *large) evaluate(w weights) (ratings []float64, grades [][]float64, objective float64) {
	h, counted := l.fit.hyper, make([][]float64, len(w))
	l.each(func(j int, q *largeQuestion) {
		counted[j] = make([]float64, len(q.texts))
		for k, t := range q.texts {
			p := sigmoid(q.logit[k] + t.grams.product(w[j]))
			q.grade[k], q.slope[k], counted[j][k] = p, p*(1-p), q.share[k]*p
		}
	})
	ratings, grades = l.sums(counted), make([][]float64, len(w))
	for _, i := range l.used {
		mean := ratings[i] * l.weight[i] / float64(len(w))
		ratings[i] = l.Ratings[i] - l.fit.rating(mean) - l.added[i]
		objective += ratings[i] * ratings[i] / (h.Noise * h.Noise)
	}
	for j, q := range l.questions {
		for _, a := range q.answers {
			value, variance := a.value(h)
			e := value - q.grade[a.node]
			grades[j] = append(grades[j], e)
			objective += e * e / variance
		}
	}
	return ratings, grades, (objective + w.dot(w)/h.Grams) / 2
}

// change returns the changes of ratings and of known grades by those of the weights.
func (l *large) change(w weights) (ratings []float64, grades [][]float64) {
	values, grades := make([][]float64, len(w)), make([][]float64, len(w))
	l.each(func(j int, q *largeQuestion) {
		values[j] = make([]float64, len(q.texts))
		for k, t := range q.texts {
			values[j][k] = q.slope[k] * t.grams.product(w[j])
		}
		for _, a := range q.answers {
			grades[j] = append(grades[j], values[j][a.node])
		}
		floats.Mul(values[j], q.share)
	})
	ratings = l.sums(values)
	for _, i := range l.used {
		ratings[i] *= l.fit.reach * l.weight[i] / float64(len(w))
	}
	return ratings, grades
}

// gather returns the transpose of change, where each value counts by its precision.
func (l *large) gather(ratings []float64, grades [][]float64) weights {
	h, w := l.fit.hyper, l.newWeights()
	factor := l.fit.reach / float64(len(w)) / (h.Noise * h.Noise)
	l.each(func(j int, q *largeQuestion) {
		values := make([]float64, len(q.texts))
		for _, i := range l.used {
			values[q.at[i]] += factor * l.weight[i] * ratings[i]
		}
		floats.Mul(values, q.share)
		for k, a := range q.answers {
			_, variance := a.value(h)
			values[a.node] += grades[j][k] / variance
		}
		for k, t := range q.texts {
			if v := q.slope[k] * values[k]; v != 0 {
				t.grams.addTo(w[j], v)
			}
		}
	})
	return w
}

// step returns the change of the weights that a ridge regression of what the observations differ by
// gives.
func (l *large) step(w weights, ratings []float64, known [][]float64) weights {
	grams := l.fit.hyper.Grams
	step, residual := l.newWeights(), l.gather(ratings, known)
	residual.add(-1/grams, w)
	along := l.newWeights()
	along.add(1, residual)
	size := residual.dot(residual)
	enough := smallGradient * smallGradient * size
	for k := 0; k < maxGradients && size > enough; k++ {
		product := l.gather(l.change(along))
		product.add(1/grams, along)
		length := size / along.dot(product)
		step.add(length, along)
		residual.add(-length, product)
		next := residual.dot(residual)
		for j := range along {
			for i := range along[j] {
				along[j][i] = residual[j][i] + next/size*along[j][i]
			}
		}
		size = next
	}
	return step
}

// learn determines the weights by all respondents but some, starting from those of the fit, which
// it changes.
func (l *large) learn(leftOut []int) {
	l.observe(leftOut)
	w := l.newWeights()
	for j := range w {
		copy(w[j], l.fit.functions[j].Grams)
	}
	ratings, known, objective := l.evaluate(w)
	for range maxRidges {
		step := l.step(w, ratings, known)
		before, length := objective, 1.0
		w.add(1, step)
		for ratings, known, objective = l.evaluate(w); objective > before && length > minStepLength; {
			length /= 2
			w.add(-length, step)
			ratings, known, objective = l.evaluate(w)
		}
		if before-objective < enoughGain*before {
			break
		}
	}
	for j := range w {
		copy(l.fit.functions[j].Grams, w[j])
	}
}

// fitLarge fits to some respondents exactly, and the n-grams to all. The scores for intervals are those
// of respondents whom a first fit leaves out.
func (p *Prepared) fitLarge(t Training, h *hyper) (*Fitted, error) {
	held, b := p.largeProblem(t)
	b.computeKernels(h)
	m, err := b.findMode(h, b.priorMean(h), tolFit)
	if err != nil {
		return nil, err
	}
	f := p.fittedAt(b, h, m, nil, nil)
	l := f.newLarge(t)
	l.learn(held)
	left := f.predictUnseen(t.only(held).totals())
	calibrated := *h
	calibrated.Slope = b.slopePrior().slope(left.ratings, left.predicted, stat.Mean(known(t.Ratings), nil))
	f.hyper, f.calibration = &calibrated, calibrated.calibration(t.Ratings)
	f.scores = left.scores(f.calibration)
	slices.Sort(f.scores)
	l.learn(nil)
	f.large = l.saved()
	return f, f.restoreLarge(f.large)
}

// largeProblem returns the respondents of a large training set whom a first fit leaves out, and the
// problem of those of the others who are fitted exactly.
func (p *Prepared) largeProblem(t Training) (held []int, b *problem) {
	n := len(t.Ratings)
	size := min(maxHeldOut, n/10)
	for k := range size {
		held = append(held, k*n/size)
	}
	var others []int
	for i := range n {
		if _, found := slices.BinarySearch(held, i); !found {
			others = append(others, i)
		}
	}
	return held, p.newProblem(t.only(others).evenly(maxExact))
}

// predictUnseen returns the predictions of respondents whom the fit has not seen.
func (f *Fitted) predictUnseen(t Training) *unseen {
	n := len(t.Ratings)
	left := &unseen{t.Ratings, make([]float64, n), make([]float64, n)}
	parallel.EachOf(n, 1, func(i int) {
		r := f.grades(t.Responses[i])
		left.predicted[i], left.deviations[i] = f.atMode(r), f.exact.deviation(f, r)
	})
	return left
}

// savedLarge is what a fit to many respondents has beyond that to some of them.
type savedLarge struct {
	Grams     weights   `json:"grams"` // by question
	Means     []float64 `json:"means"` // mean grades by question
	MeanWhole float64   `json:"mean_whole"`
}

func (l *large) saved() *savedLarge {
	s := &savedLarge{Means: make([]float64, len(l.questions))}
	for j, q := range l.questions {
		for _, k := range q.at {
			s.Means[j] += l.fit.worth(q.grade[k], q.texts[k].doc) / float64(len(q.at))
		}
		s.Grams = append(s.Grams, l.fit.functions[j].Grams)
	}
	if l.fit.whole != nil {
		s.MeanWhole = stat.Mean(l.added, nil)
	}
	return s
}

// restoreLarge makes a fit to some respondents that to all of them. It fails unless the numbers are
// in range and have the model's shapes.
func (f *Fitted) restoreLarge(s *savedLarge) error {
	questions := len(f.functions)
	if len(s.Grams) != questions || len(s.Means) != questions {
		return fmt.Errorf("%w: found weights for %d questions and %d mean grades, expected %d", errState,
			len(s.Grams), len(s.Means), questions)
	}
	if !bounded(s.Means, []float64{s.MeanWhole}) || !bounded(s.Grams...) {
		return fmt.Errorf("%w: parameters out of range", errState)
	}
	for j, w := range s.Grams {
		if len(w) != len(f.functions[j].Grams) {
			return fmt.Errorf("%w: found %d weights for question %s, expected %d", errState, len(w),
				f.prepared.questions[j].id, len(f.functions[j].Grams))
		}
		f.functions[j].Grams = w
	}
	f.large, f.means, f.meanWhole = s, s.Means, s.MeanWhole
	return nil
}
