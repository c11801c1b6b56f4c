package grades

import (
	"math"
	"sync"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/parallel"
)

// problem is what an exact fit learns from. Its observations are the ratings of the training set
// and then the acceptable answers, whose grades are 1.
type problem struct {
	nodes     []*nodes      // by question
	means     nodeValues    // prior means of g
	cues      []nodeValues  // by cue
	responses [][]*text.Doc // by respondent
	ratings   []float64
	answers   []answer
	weight    []float64 // by respondent: see [hyper.weight]
	skipped   float64   // Skipped of the weights
	wide      *wide     // nil unless the respondents are few and the questions many
	people    *people   // nil unless ratings depend on the responses as a whole
	prior     orderedPrior
	solver    solver           // nil if the covariance is decomposed anew at each point
	buffers   *workspace       // nil before the first search for a mode
	spare     *sync.Pool       // of workspaces of some of the respondents; see [problem.among]
	meet      func() *people   // makes people; nil if their mean ability is not known
	ignores   func(i int) bool // whether the rating of respondent i is ignored; nil for never
}

// answer is an acceptable answer.
type answer struct{ question, node int }

func (p *Prepared) newProblem(responses [][]*text.Doc, ratings []float64) *problem {
	b := &problem{responses: responses, ratings: ratings, prior: p.prior, spare: new(sync.Pool)}
	b.weight = new(hyper).weights(responses)
	if len(ratings) > 0 || p.able != nil {
		b.meet = func() *people { return p.newPeople(responses, b.abilities()) }
	}
	own := p.own(responses)
	for j, x := range p.questions {
		n := newNodes(x, j, responses, own[j])
		n.firstKey = len(b.answers)
		for _, k := range n.key {
			b.answers = append(b.answers, answer{j, k})
		}
		b.nodes = append(b.nodes, n)
	}
	b.encodeNodes()
	b.wide = b.newWide()
	return b
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

// withoutRespondent returns the problem with the rating of respondent i ignored.
func (b *problem) withoutRespondent(i int) *problem {
	return b.ignoring(func(k int) bool { return k == i })
}

// ignoring returns the problem with some ratings ignored.
func (b *problem) ignoring(ignores func(i int) bool) *problem {
	other := *b
	other.ignores = ignores
	return &other
}

// computeWeights computes the weights for the hyper-parameters.
func (b *problem) computeWeights(h *hyper) {
	if b.skipped != h.Skipped {
		b.weight, b.skipped = h.weights(b.responses), h.Skipped
	}
}

// computeKernels computes the kernels of all questions, and the weights, for the hyper-parameters.
func (b *problem) computeKernels(h *hyper) {
	b.computeWeights(h)
	parallel.EachOf(len(b.nodes), 1, func(j int) { b.nodes[j].computeKernel(h) })
	b.computeWideKernels(h.kernelWeights())
	if b.people == nil && h.whole() && b.meet != nil {
		b.people = b.meet()
	}
	if b.people != nil {
		b.people.kernelOf(h) // kept, so that concurrent searches for modes only read it
	}
}

// abilities returns the mean grades of the respondents by the prior.
func (b *problem) abilities() []float64 {
	means := make([]float64, len(b.ratings))
	for i := range means {
		for j, n := range b.nodes {
			means[i] += sigmoid(b.means.of[j][n.at[i]]) / float64(len(b.nodes))
		}
	}
	return means
}

// observations returns the number of observations.
func (b *problem) observations() int { return len(b.ratings) + len(b.answers) }

// target returns the value of observation i.
func (b *problem) target(i int) float64 {
	if i < len(b.ratings) {
		return b.ratings[i]
	}
	return 1
}

// ignoredVariance is the variance of the noise of a rating that is ignored. Next to it a rating in
// [0,1] carries no information.
const ignoredVariance = 100

// noiseVariance returns the variance of the noise of observation i.
func (b *problem) noiseVariance(h *hyper, i int) float64 {
	if i < len(b.ratings) {
		if b.ignores != nil && b.ignores(i) {
			return ignoredVariance
		}
		return h.Noise * h.Noise
	}
	return h.KeyNoise * h.KeyNoise
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
