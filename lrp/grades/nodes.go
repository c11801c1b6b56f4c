package grades

import "github.com/luna-rating/luna/features/text"

// nodes are the distinct texts of one question that a fit learns from: those of the training
// part, in order of first appearance, and the acceptable answers.
type nodes struct {
	question *question
	texts    []*textOf
	at       []int // by training respondent: the node of the response
	key      []int // the nodes of the acceptable answers
	part     [parts][]float64
	kernel   []float64 // n x n, the parts weighted by the hyper-parameters
	mean     []float64 // of g, by the prior
}

// size returns the number of nodes.
func (n *nodes) size() int { return len(n.texts) }

func newNodes(x *question, j int, responses [][]*text.Doc) *nodes {
	n := &nodes{question: x, at: make([]int, len(responses))}
	place := make(map[string]int)
	add := func(t *textOf) int {
		k, ok := place[t.doc.Raw]
		if !ok {
			k = len(n.texts)
			place[t.doc.Raw] = k
			n.texts = append(n.texts, t)
		}
		return k
	}
	for i, r := range responses {
		if k, ok := place[r[j].Raw]; ok {
			n.at[i] = k
			continue
		}
		n.at[i] = add(x.text(r[j]))
	}
	for _, t := range x.key {
		n.key = append(n.key, add(t))
	}
	return n
}

// measure computes the kernel's parts between all nodes.
func (n *nodes) measure() {
	size := n.size()
	for p := range n.part {
		n.part[p] = make([]float64, size*size)
	}
	for a, s := range n.texts {
		for b, t := range n.texts[:a+1] {
			for p, v := range n.question.kernel(s, t) {
				n.part[p][a*size+b], n.part[p][b*size+a] = v, v
			}
		}
	}
}

// weigh computes the kernel for the hyper-parameters.
func (n *nodes) weigh(h Hyper) {
	weights := h.kernelWeights()
	n.kernel = make([]float64, len(n.part[0]))
	for p, w := range weights {
		for i, v := range n.part[p] {
			n.kernel[i] += w * v
		}
	}
}

// forget drops the kernels between the nodes, which grow with the square of their number and which a fit, once
// found, does without.
func (n *nodes) forget() { n.part, n.kernel = [parts][]float64{}, nil }

func (h *Hyper) kernelWeights() [parts]float64 {
	return [parts]float64{gramPart: h.Grams, vectorPart: h.Vectors, cuePart: h.Cues}
}

// row returns k(node, ·).
func (n *nodes) row(node int) []float64 {
	size := n.size()
	return n.kernel[node*size : (node+1)*size]
}
