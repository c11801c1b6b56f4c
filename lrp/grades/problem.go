package grades

import (
	"math"

	"github.com/luna-rating/luna/features/text"
)

// problem is what a fit learns from. Observations are the training respondents' ratings and then
// the acceptable answers, each known to have grade 1.
type problem struct {
	nodes   []*nodes // by question
	ratings []float64
	answers []answer
	prior   Prior
	room    *room // nil before there is a climb
	// without is a respondent whose rating is not to be seen, or -1.
	without int
}

// answer is an acceptable answer: a node of a question.
type answer struct{ question, node int }

func (p *Prepared) problem(responses [][]*text.Doc, ratings []float64) *problem {
	b := &problem{ratings: ratings, prior: p.prior, without: -1}
	for j, x := range p.questions {
		n := newNodes(x, j, responses)
		n.answers = len(b.answers)
		n.mean = make([]float64, len(n.texts))
		for k, t := range n.texts {
			n.mean[k] = p.prior.mean(x, t)
		}
		for _, k := range n.key {
			b.answers = append(b.answers, answer{j, k})
		}
		b.nodes = append(b.nodes, n)
	}
	return b
}

// observations returns their number.
func (b *problem) observations() int { return len(b.ratings) + len(b.answers) }

// node returns which node of question j observation i depends on, or -1.
func (b *problem) node(j, i int) int {
	if i < len(b.ratings) {
		return int(b.nodes[j].at[i])
	}
	if a := b.answers[i-len(b.ratings)]; a.question == j {
		return a.node
	}
	return -1
}

// total returns the number of nodes of all questions.
func (b *problem) total() int {
	total := 0
	for _, n := range b.nodes {
		total += n.size()
	}
	return total
}

// byNode returns a list of numbers for each question, one a node.
func (b *problem) byNode() [][]float64 {
	all, lists := make([]float64, b.total()), make([][]float64, len(b.nodes))
	for j, n := range b.nodes {
		lists[j], all = all[:n.size():n.size()], all[n.size():]
	}
	return lists
}

func (b *problem) target(i int) float64 {
	if i < len(b.ratings) {
		return b.ratings[i]
	}
	return 1
}

// sigmoid is the logistic function.
func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// dot returns the inner product.
func dot(a, b []float64) float64 {
	var sum float64
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
