package grades

import "github.com/luna-rating/luna/features/text"

// nodes are the distinct texts of one question that a fit learns from: those of the training
// part, in order of first appearance, and the acceptable answers.
type nodes struct {
	question *question
	texts    []*textOf
	at       []int32   // by training respondent: the node of the response
	key      []int     // the nodes of the acceptable answers
	answers  int       // which of all questions' acceptable answers is the first of these
	cues     []float64 // of the texts, one after the other
	mean     []float64 // of g, by the prior
	table    *kernels  // the kernel's parts
	place    []int     // of the nodes in the table
	known    bool      // whether all were known beforehand
	weights  [parts]float64
	kernel   []float64 // n x n, the parts by these weights
}

// size returns the number of nodes.
func (n *nodes) size() int { return len(n.texts) }

func newNodes(x *question, j int, responses [][]*text.Doc) *nodes {
	n := &nodes{question: x, at: make([]int32, len(responses)), known: true}
	place := make(map[string]int)
	add := func(t *textOf) int {
		k, ok := place[t.doc.Raw]
		if !ok {
			k = len(n.texts)
			place[t.doc.Raw] = k
			n.texts = append(n.texts, t)
			n.cues = append(n.cues, t.cues...)
			n.place = append(n.place, t.id)
			n.known = n.known && t.id >= 0
		}
		return k
	}
	for i, r := range responses {
		if k, ok := place[r[j].Raw]; ok {
			n.at[i] = int32(k)
			continue
		}
		n.at[i] = int32(add(x.text(r[j])))
	}
	for _, t := range x.key {
		n.key = append(n.key, add(t))
	}
	return n
}

// measure finds the kernel's parts between all nodes: in the question's table, if they all are in it.
func (n *nodes) measure() {
	if n.table != nil {
		return
	}
	if n.table = n.question.kernels; n.table == nil || !n.known {
		n.table = newKernels(n.question, n.texts)
		for k := range n.place {
			n.place[k] = k
		}
	}
}

// weigh computes the kernel for the hyper-parameters.
func (n *nodes) weigh(h Hyper) {
	weights, size := h.kernelWeights(), n.size()
	if n.kernel != nil && n.weights == weights {
		return
	}
	if n.kernel == nil {
		n.kernel = make([]float64, size*size)
	}
	n.weights = weights
	for a, at := range n.place {
		n.table.weigh(weights, at, n.place, n.row(a))
	}
}

// forget drops the kernels between the nodes, which grow with the square of their number and which a fit, once
// found, does without.
func (n *nodes) forget() { n.table, n.kernel = nil, nil }

func (h *Hyper) kernelWeights() [parts]float64 {
	return [parts]float64{gramPart: h.Grams, vectorPart: h.Vectors, cuePart: h.Cues}
}

// row returns k(node, ·).
func (n *nodes) row(node int) []float64 {
	size := n.size()
	return n.kernel[node*size : (node+1)*size]
}
