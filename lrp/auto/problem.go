package auto

import (
	"math"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// problem is what an exact fit learns from. Its observations are the ratings of the respondents
// observed and then the grades of answers that are known: acceptable answers, whose grades are 1,
// and those with scores. A rating is no observation if all answers of the respondent have scores,
// which then tell more.
type problem struct {
	prepared *Prepared
	nodes    []*nodes     // by question
	means    nodeValues   // prior means of g
	cues     []nodeValues // by cue
	Training              // of all respondents, those left out included
	member   []bool       // by respondent: whether it is learned from
	row      []int        // by respondent: see [problem.rowsOf]
	rated    rated        // what is observed of ratings
	observed []int        // by such an observation: the respondent, or the first of equal ones
	answers  []answer
	weight   []float64 // by respondent: see [hyper.weight]
	counted  []float64 // those of the respondents observed
	skipped  float64   // Skipped of the weights
	points   []float64 // by question: what it counts, 1 on average; nil for 1
	// keepPoints says that the points are given, not learned.
	keepPoints bool
	scale      scale   // of ratings
	people     *people // nil unless ratings depend on the responses as a whole
	prior      orderedPrior
	buffers    *workspace     // nil before the first search for a mode
	meet       func() *people // makes people; nil if their mean ability is not known
}

// answer is a text whose grade is known.
type answer struct {
	question, node int
	key            bool    // whether it is an acceptable answer
	count          float64 // how many respondents have a score for it
	sum            float64 // of these
	blank          bool    // whether it is no answer
	points         float64 // what the question counts
}

func (p *Prepared) newProblem(t Training) *problem {
	b := &problem{prepared: p, Training: t, prior: p.prior}
	if len(t.Ratings) > 0 || p.able != nil {
		b.meet = func() *people { return p.newPeople(t.Responses, b.row, b.abilities()) }
	}
	own := p.own(t.Responses)
	for j, x := range p.questions {
		b.nodes = append(b.nodes, newNodes(x, j, t.Responses, own[j]))
	}
	b.row = b.rowsOf()
	b.encodeNodes()
	b.observe(func(int) bool { return true })
	return b
}

// observe makes the observations of the respondents that are members.
func (b *problem) observe(member func(i int) bool) {
	b.answers, b.member = nil, make([]bool, len(b.Ratings))
	for i := range b.member {
		b.member[i] = member(i)
	}
	b.observeRatings(b.Training.observed(member))
	if !b.keepPoints {
		b.points = nil
		b.points = b.learnPoints(defaultHyper())
	}
	for j, n := range b.nodes {
		b.answers = n.observe(b, j)
	}
	b.weigh(b.skipped)
}

// encodeNodes sets what the prior of g depends on: its means and the cues.
func (b *problem) encodeNodes() {
	b.means = b.newNodeValues()
	for range b.prior.cues() {
		b.cues = append(b.cues, b.newNodeValues())
	}
	for j, n := range b.nodes {
		for k, t := range n.texts {
			b.means.of[j][k] = b.prior.mean(n.question, t)
			for c, z := range t.cues {
				b.cues[c].of[j][k] = z
			}
		}
	}
}

// computeWeights computes the weights for the hyper-parameters, and the scale of ratings.
func (b *problem) computeWeights(h *hyper) {
	if b.skipped != h.Skipped {
		b.weigh(h.Skipped)
	}
	b.scale = b.scaleFor(h)
}

// weigh computes the weights for a value of Skipped.
func (b *problem) weigh(skipped float64) {
	h := &hyper{Skipped: skipped}
	b.skipped, b.weight = skipped, make([]float64, len(b.Responses))
	for i, r := range b.Responses {
		b.weight[i] = h.weight(r, b.points)
	}
	b.counted = numbers.At(b.weight, b.observed)
}

// pointsOf returns what question j counts.
func pointsOf(points []float64, j int) float64 {
	if points == nil {
		return 1
	}
	return points[j]
}

// computeKernels computes the kernels of all questions, and the weights, for the hyper-parameters.
func (b *problem) computeKernels(h *hyper) {
	b.computeWeights(h)
	parallel.EachOf(len(b.nodes), 1, func(j int) { b.nodes[j].computeKernel(h) })
	if b.people == nil && h.whole() && b.meet != nil {
		b.people = b.meet()
	}
	if b.people != nil {
		b.people.kernelOf(h) // kept, so that concurrent searches for modes only read it
	}
}

// abilities returns the mean grades of the respondents by the prior.
func (b *problem) abilities() []float64 {
	means := make([]float64, len(b.Ratings))
	for i := range means {
		for j, n := range b.nodes {
			means[i] += sigmoid(b.means.of[j][n.at[i]]) / float64(len(b.nodes))
		}
	}
	return means
}

// observations returns the number of observations.
func (b *problem) observations() int { return len(b.observed) + len(b.answers) }

// value returns what an answer is observed to be worth and the variance of that, both times the
// share by which a question counts with it, or its square.
func (a *answer) value(h *hyper) (value, variance float64) {
	noise := h.GradeNoise * h.GradeNoise
	precision, sum := a.count/noise, a.sum/noise
	if a.key {
		key := 1 / (h.KeyNoise * h.KeyNoise)
		precision, sum = precision+key, sum+key
	}
	share := a.share(h)
	return share * sum / precision, max(share*share, tinySquare) / precision
}

// share returns how much a question counts with an answer.
func (a *answer) share(h *hyper) float64 {
	if a.blank {
		return a.points * h.blankShare()
	}
	return a.points
}

// sigmoid is the logistic function.
func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// dot returns the inner product. It adds one product after the other, three to a turn of the loop.
func dot(a, b []float64) float64 {
	var sum float64
	b = b[:len(a)]
	for len(a) >= 3 {
		sum = sum + a[0]*b[0] + a[1]*b[1] + a[2]*b[2]
		a, b = a[3:], b[3:]
	}
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// without returns the problem of those respondents that are not left out. It has the texts of all
// respondents, so that a mode has everybody's grades and predictions. Kernels are those of the
// hyper-parameters.
func (b *problem) without(h *hyper, leftOut func(i int) bool) *problem {
	others := *b
	others.nodes = make([]*nodes, len(b.nodes))
	for j, n := range b.nodes {
		some := *n
		others.nodes[j] = &some
	}
	others.observe(func(i int) bool { return b.member[i] && !leftOut(i) })
	others.scale = others.scaleFor(h)
	others.meet = nil
	others.buffers = nil
	return &others
}
