package auto

import (
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// nodes are the distinct texts of a question that a fit learns from: those of the training set, in
// order of first appearance, and the acceptable answers, except copies of a response.
type nodes struct {
	question *question
	texts    []*encodedText
	at       []int32  // by respondent: the node of the response
	blank    []int32  // the nodes that are no answers
	key      []int    // the nodes of the acceptable answers
	seen     []int32  // by respondent observed: the node of the response
	graded   []int    // the nodes whose grades are observations
	answerAt []int32  // by node: its index among the answers to all questions, or -1
	first    int      // the index of graded[0] among the answers to all questions
	table    *kernels // parts of the kernel
	tableAt  []int    // by node: its index in the table
	known    bool     // whether all texts were known beforehand
	weights  kernelWeights
	kernel   []float64 // n x n, the weighted parts; nil if all weights are 0
	zeros    []float64 // a row of the kernel if all weights are 0
}

// newNodes finds the nodes of question j. See [Prepared.own].
func newNodes(x *question, j int, responses [][]*text.Doc, own []bool) *nodes {
	n := &nodes{question: x, at: make([]int32, len(responses)), known: true}
	byID := make([]int32, len(x.texts)) // one more than the node of a known text; 0 for none
	unknown := make(map[string]int32)   // nodes of the others
	add := func(t *encodedText) int32 {
		k := int32(len(n.texts))
		if blank(t.doc) {
			n.blank = append(n.blank, k)
		}
		n.texts, n.tableAt = append(n.texts, t), append(n.tableAt, t.id)
		n.known = n.known && t.id >= 0
		return k
	}
	addKnown := func(t *encodedText) int32 {
		if byID[t.id] == 0 {
			byID[t.id] = add(t) + 1
		}
		return byID[t.id] - 1
	}
	for i, r := range responses {
		t := x.byRaw[r[j].Raw]
		if own != nil && own[i] {
			t = x.alone(r[j])
		}
		if t != nil && t.id >= 0 {
			n.at[i] = addKnown(t)
			continue
		}
		k, ok := unknown[r[j].Raw]
		if !ok {
			if t == nil {
				t = x.text(r[j])
			}
			k = add(t)
			unknown[r[j].Raw] = k
		}
		n.at[i] = k
	}
	for _, t := range x.others(j, responses, own) {
		n.key = append(n.key, int(addKnown(t)))
	}
	return n
}

// observe sets what depends on the members of the problem, and returns the problem's answers with
// those to question j. An acceptable answer that a single respondent gave who is no member is left
// out: it may be a copy.
func (n *nodes) observe(b *problem, j int) []answer {
	of := make([]answer, n.size())
	given, kept := make([]int, n.size()), make([]bool, n.size())
	for i, k := range n.at {
		given[k]++
		kept[k] = kept[k] || b.member[i]
	}
	b.addScores(of, j, n.at, func(i int) bool { return b.member[i] })
	n.graded = nil
	n.first = len(b.answers)
	n.answerAt = make([]int32, n.size())
	for k := range n.answerAt {
		n.answerAt[k] = -1
	}
	list := b.answers
	add := func(k int) {
		n.answerAt[k] = int32(len(list))
		of[k].question = j
		of[k].node = k
		of[k].blank = blank(n.texts[k].doc)
		of[k].points = pointsOf(b.points, j)
		n.graded, list = append(n.graded, k), append(list, of[k])
	}
	for _, k := range n.key {
		if of[k].key = kept[k] || given[k] != 1; of[k].key {
			add(k)
		}
	}
	for k, a := range of {
		if a.count > 0 && !a.key {
			add(k)
		}
	}
	n.seen = numbers.At(n.at, b.observed)
	return list
}

// size returns the number of nodes.
func (n *nodes) size() int { return len(n.texts) }

// computeKernel computes the kernel between all nodes for the hyper-parameters. Its parts are those
// in the question's table if all nodes are in it.
func (n *nodes) computeKernel(h *hyper) {
	weights, size := h.kernelWeights(), n.size()
	if weights.total() == 0 {
		n.kernel, n.weights = nil, weights
		n.zeros = numbers.Resized(n.zeros, size)
		return
	}
	if n.table == nil {
		if n.table = n.question.kernels; n.table == nil || !n.known {
			n.table = newKernels(n.question, n.texts)
			for k := range n.tableAt {
				n.tableAt[k] = k
			}
		}
	}
	if n.kernel != nil && n.weights == weights {
		return
	}
	if n.kernel == nil {
		n.kernel = make([]float64, size*size)
	}
	n.weights = weights
	for a, at := range n.tableAt {
		n.table.weighted(weights, at, n.tableAt[:a+1], n.row(a)[:a+1])
		for b, v := range n.row(a)[:a] {
			n.kernel[b*size+a] = v
		}
	}
}

// release drops the kernels, which grow with the square of the number of nodes. Predictions do
// without them.
func (n *nodes) release() { n.table, n.kernel = nil, nil }

// row returns k(node, ·).
func (n *nodes) row(node int) []float64 {
	if n.kernel == nil {
		return n.zeros
	}
	size := n.size()
	return n.kernel[node*size : (node+1)*size]
}

// scatter adds to each observation of the question the value of its node.
func (n *nodes) scatter(observations, values []float64) {
	for i, k := range n.seen {
		observations[i] += values[k]
	}
	for a, k := range n.graded {
		observations[len(n.seen)+n.first+a] += values[k]
	}
}

// nodeValues are numbers for the nodes of all questions.
type nodeValues struct {
	all []float64   // one question after the other
	of  [][]float64 // by question
}

// newNodeValues returns a zero for each node of each question.
func (b *problem) newNodeValues() nodeValues {
	sizes := numbers.Map(b.nodes, (*nodes).size)
	return newValues(sizes)
}

// newValues returns so many zeros for each question.
func newValues(sizes []int) nodeValues {
	total := 0
	for _, n := range sizes {
		total += n
	}
	v := nodeValues{make([]float64, total), make([][]float64, len(sizes))}
	rest := v.all
	for j, n := range sizes {
		v.of[j], rest = rest[:n:n], rest[n:]
	}
	return v
}
