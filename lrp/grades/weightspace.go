package grades

import (
	"sync"

	"github.com/luna-rating/luna/features/text"
)

// weightSpace is the model in weight space, for training sets of any size: f_q is linear in the
// n-grams, the components of the word vector and the features of the cues that [centres] defines.
// Each parameter is divided by its prior standard deviation, so theta ~ N(0, I). Their order is:
// the weights of the cues, the shared intercept, top - 1, reach - 1; then for each question its
// intercept, n-grams, word vector, centres.
type weightSpace struct {
	prepared  *Prepared
	hyper     *hyper
	sd        scales
	ratings   []float64
	weight    []float64 // by respondent: see [hyper.weight]
	used      []int     // the respondents that are learned from
	questions []*weightQuestion
	size      int // of theta
}

type weightQuestion struct {
	*rows
	question *question
	first    int // index of the question's first parameter
	centres  *centres
	kernel   []float32 // between all rows, for [jointPreconditioner], or nil
}

func newWeightSpace(
	p *Prepared, responses [][]*text.Doc, ratings []float64, h *hyper,
) *weightSpace {
	w := &weightSpace{
		prepared: p, hyper: h, sd: newScales(h), ratings: ratings, weight: h.weights(responses),
		size: p.prior.cues() + 3,
		used: make([]int, len(ratings)), questions: make([]*weightQuestion, len(p.questions)),
	}
	for i := range w.used {
		w.used[i] = i
	}
	own := p.own(responses)
	w.each(func(j int) {
		q := &weightQuestion{question: p.questions[j], rows: newRows(p, j, responses, own[j])}
		q.centres = newCentres(q.texts)
		q.fill(q.centres, len(q.question.grams))
		w.questions[j] = q
	})
	for _, q := range w.questions {
		q.first = w.size
		w.size += 1 + q.groups.size() + q.question.vectors.Dim() + len(q.centres.at)
	}
	if w.joint() {
		w.computeKernels()
	}
	return w
}

// without returns the same model without the respondents that are held out. Texts that only they
// gave change nothing.
func (w *weightSpace) without(held map[int]bool) *weightSpace {
	part := *w
	part.used = except(w.used, held)
	return &part
}

// each calls f for every question concurrently. Questions share nothing, so results do not depend
// on the number of processors.
func (w *weightSpace) each(f func(j int)) {
	var wait sync.WaitGroup
	for j := range w.questions {
		wait.Go(func() { f(j) })
	}
	wait.Wait()
}

// blockSize is the number of respondents that are summed up together, so that sums do not depend on
// the number of processors.
const blockSize = 8192

// blocks calls f concurrently for blocks of the respondents used.
func (w *weightSpace) blocks(f func(block int, used []int)) {
	var wait sync.WaitGroup
	for block := range w.blockCount() {
		from := block * blockSize
		wait.Go(func() { f(block, w.used[from:min(from+blockSize, len(w.used))]) })
	}
	wait.Wait()
}

func (w *weightSpace) blockCount() int { return (len(w.used) + blockSize - 1) / blockSize }

// questionParameters are the parameters of one question.
type questionParameters struct {
	intercept             *float64
	grams, vector, height []float64
}

// parameters returns the question's part of theta.
func (q *weightQuestion) parameters(theta []float64) questionParameters {
	grams, vector := q.groups.size(), q.question.vectors.Dim()
	rest := theta[q.first+1:]
	return questionParameters{
		intercept: &theta[q.first],
		grams:     rest[:grams],
		vector:    rest[grams : grams+vector],
		height:    rest[grams+vector:][:len(q.centres.at)],
	}
}

// coefficients returns the parameters except those of f on their own scales.
func (w *weightSpace) coefficients(theta []float64) coefficients {
	cues, h := w.prepared.prior.cues(), w.hyper
	c := coefficients{
		top: 1 + h.Top*theta[cues+1], reach: 1 + h.Reach*theta[cues+2],
		weights: scaled(w.sd.weight, theta[:cues]), shared: w.sd.shared * theta[cues],
	}
	for _, q := range w.questions {
		c.intercept = append(c.intercept, w.sd.intercept*theta[q.first])
	}
	return c
}

// functions returns f of each question.
func (w *weightSpace) functions(theta []float64) []function {
	list := make([]function, len(w.questions))
	for j, q := range w.questions {
		p := q.parameters(theta)
		list[j] = function{
			Grams:   q.groups.ungroup(p.grams, w.sd.grams),
			Vector:  scaled(w.sd.vector, p.vector),
			Centres: q.centres.at,
			Heights: scaled(w.sd.height, q.centres.heights(p.height)),
		}
	}
	return list
}

func scaled(by float64, x []float64) []float64 {
	y := make([]float64, len(x))
	for k, v := range x {
		y[k] = by * v
	}
	return y
}

// start returns the parameters of an exact fit to some of the respondents.
func (w *weightSpace) start(f *Fitted) []float64 {
	theta := make([]float64, w.size)
	cues, h := w.prepared.prior.cues(), w.hyper
	for k, v := range f.weights {
		theta[k] = v / w.sd.weight
	}
	theta[cues] = f.shared / w.sd.shared
	theta[cues+1], theta[cues+2] = (f.top-1)/h.Top, (f.reach-1)/h.Reach
	for j, q := range w.questions {
		p, own := q.parameters(theta), &f.functions[j]
		*p.intercept = f.intercept[j] / w.sd.intercept
		q.groups.addGrouped(own.Grams, w.sd.grams, p.grams)
		for k, v := range own.Vector {
			p.vector[k] = v / w.sd.vector
		}
		values := make([]float64, len(q.centres.at))
		for k, z := range q.centres.at {
			values[k] = own.ofCues(z)
		}
		for k, v := range q.centres.interpolate(values) {
			p.height[k] = v / w.sd.height
		}
	}
	return theta
}

// fitted returns the fit with the mode v.
func (w *weightSpace) fitted(v *view, u *uncertainty) *Fitted {
	return &Fitted{
		prepared: w.prepared, hyper: w.hyper, large: true, coefficients: v.coefficients,
		calibration: w.hyper.calibration(w.ratings),
		functions:   w.functions(v.theta), means: w.meanGrades(v), exact: u.exact, uncertainty: u,
	}
}

// meanGrades returns the mean grade of each question over the respondents used.
func (w *weightSpace) meanGrades(v *view) []float64 {
	means := make([]float64, len(w.questions))
	for j, q := range w.questions {
		for _, i := range w.used {
			means[j] += v.grade[j][q.at[i]]
		}
		means[j] /= float64(len(w.used))
	}
	return means
}
