package grades

import "github.com/luna-rating/luna/internal/elements"

const (
	// maxWide is the number of respondents up to which a problem is wide. The kernels between the
	// responses of all pairs of more take much memory.
	maxWide = 64
	// minWide is the number of questions from which on it is. The sums over fewer are short.
	minWide = 16
)

// wide is a problem of few respondents and many questions once more by respondent, with the numbers
// of all questions side by side. Sums over questions are inner products then, and need not look for
// the nodes of responses.
type wide struct {
	at     [][]int32   // by respondent and question: the node, among those of all questions
	cues   [][]float64 // by respondent: a row for each cue, and one of ones
	keys   []int32     // by acceptable answer: the node
	ofKeys [][]float64 // by cue: a number for each acceptable answer
	// Kernels are those of respondents i <= l, by i's and l's numbers in the training set: see
	// [wide.kernel].
	kernels *wideKernels
	members []int
	zeros   []float64 // a row of kernels if all weights are 0
}

// wideKernels are the kernels of the responses of pairs of respondents.
type wideKernels struct {
	weights kernelWeights
	values  []float64 // by l, i <= l and question; nil if all weights are 0
}

// newWide returns nil if the problem is not wide.
func (b *problem) newWide() *wide {
	respondents, questions := len(b.ratings), len(b.nodes)
	if respondents > maxWide || questions < minWide {
		return nil
	}
	w := &wide{kernels: new(wideKernels), zeros: make([]float64, questions)}
	for i := range respondents {
		at, rows := make([]int32, questions), make([]float64, (len(b.cues)+1)*questions)
		first := 0
		for j, n := range b.nodes {
			k := n.at[i]
			at[j] = int32(first) + k
			for c, cue := range b.cues {
				rows[c*questions+j] = cue.of[j][k]
			}
			rows[len(b.cues)*questions+j] = 1
			first += n.size()
		}
		w.at, w.cues, w.members = append(w.at, at), append(w.cues, rows), append(w.members, i)
	}
	w.ofKeys = make([][]float64, len(b.cues))
	first := 0
	for j, n := range b.nodes {
		for _, k := range n.key {
			w.keys = append(w.keys, int32(first+k))
			for c, cue := range b.cues {
				w.ofKeys[c] = append(w.ofKeys[c], cue.of[j][k])
			}
		}
		first += n.size()
	}
	return w
}

// among returns what is wide of some of the respondents, in ascending order.
func (w *wide) among(members []int) *wide {
	if w == nil {
		return nil
	}
	some := *w
	some.at, some.cues = elements.At(w.at, members), elements.At(w.cues, members)
	some.members = elements.At(w.members, members)
	return &some
}

// computeWideKernels takes the kernels of the responses of all pairs from those of the nodes.
func (b *problem) computeWideKernels(weights kernelWeights) {
	if b.wide == nil || b.wide.kernels.weights == weights {
		return
	}
	k, respondents, questions := b.wide.kernels, len(b.ratings), len(b.nodes)
	if k.weights = weights; weights.total() == 0 {
		k.values = nil
		return
	}
	k.values = elements.Resized(k.values, respondents*(respondents+1)/2*questions)
	for j, n := range b.nodes {
		to := k.values[j:]
		for l, node := range n.at {
			row := n.row(int(node))
			for i, other := range n.at[:l+1] {
				to[i*questions] = row[other]
			}
			to = to[min(len(to), (l+1)*questions):]
		}
	}
}

// kernel returns the kernels of the responses of respondents i <= l, by question.
func (w *wide) kernel(i, l int) []float64 {
	if w.kernels.values == nil {
		return w.zeros
	}
	i, l = w.members[i], w.members[l]
	return w.kernels.values[(l*(l+1)/2+i)*len(w.zeros):][:len(w.zeros)]
}
