package grades

import "github.com/luna-rating/luna/internal/dense"

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
	some.at, some.cues = pick(w.at, members), pick(w.cues, members)
	some.members = pick(w.members, members)
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
	k.values = resized(k.values, respondents*(respondents+1)/2*questions)
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

// computeWideSlopes gathers the slopes of the responses, by respondent and question.
func (b *problem) computeWideSlopes(m *mode) {
	slopes := b.workspace().wideSlopes
	for _, at := range b.wide.at {
		row := slopes[:len(at)]
		for j, k := range at {
			row[j] = m.slope.all[k]
		}
		slopes = slopes[len(at):]
	}
}

// addWide adds to the covariance of the respondents what the questions contribute. The slopes are
// those of the last [problem.sharedJacobian].
func (b *problem) addWide(h *hyper, m *mode, c *cholesky) {
	squared, questions := m.gradeSlope()*m.gradeSlope(), len(b.nodes)
	slopes := b.workspace().wideSlopes
	for i := range b.ratings {
		own := slopes[i*questions:][:questions]
		row := c.row(i)[:len(b.ratings)-i]
		for l := range row {
			others, kernels := slopes[(i+l)*questions:], b.wide.kernel(i, i+l)
			row[l] += squared * dense.DotShifted(own, others, kernels, h.Question)
		}
	}
}

// wideJacobian is [problem.sharedJacobian] without what top and reach contribute.
func (b *problem) wideJacobian(h *hyper, m *mode, d []float64) {
	w, cues, questions := b.wide, len(b.cues), len(b.nodes)
	respondents, all, share, sd := len(b.ratings), b.observations(), m.gradeSlope(), newScales(h)
	b.computeWideSlopes(m)
	first := 0 // parameter whose derivatives are not 0
	if sd.weight == 0 {
		first = cues
		clear(d[:cues*all])
	}
	scale := func(c int) float64 {
		if c == cues {
			return sd.shared
		}
		return sd.weight
	}
	slopes, sums := b.workspace().wideSlopes, make([]float64, cues+1)
	for i, rows := range w.cues {
		own := slopes[i*questions:][:questions]
		dense.Multiply(sums[first:], rows[first*questions:], questions, own)
		for c := first; c <= cues; c++ {
			d[c*all+i] = b.weight[i] * share * scale(c) * sums[c]
		}
	}
	ofKeys := d[cues*all+respondents:][:len(w.keys)]
	for a, k := range w.keys {
		ofKeys[a] = m.slope.all[k]
	}
	for c := first; c < cues; c++ {
		dense.ScaleShifted(d[c*all+respondents:][:len(w.keys)], sd.weight, ofKeys, w.ofKeys[c], 0)
	}
	for a := range ofKeys {
		ofKeys[a] *= sd.shared
	}
}
