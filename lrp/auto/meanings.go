package auto

import "github.com/luna-rating/luna/internal/parallel"

// meanings is what respondents have in common by meaning, question by question:
//
//	k(i, l) = (1/Q) Σ_q v_q(i)·v_q(l)
//
// where the v_q are less their mean over the training set. It is computed from products of vectors
// as they are, which the kernels of the responses have already.
type meanings struct {
	people *people
	scale  float64   // that makes the mean of k(i, i) 1
	rows   []float64 // by member: the mean of the uncentred kernel with all respondents
	mean   float64   // of these
	kernel []float64 // n x n
}

// newMeanings computes the kernel of the members.
func (q *people) newMeanings() *meanings {
	n, all := len(q.members), float64(len(q.row))
	m := &meanings{people: q, rows: make([]float64, n), kernel: make([]float64, n*n)}
	parallel.EachOf(n, rowsAtOnce, func(i int) {
		for l := range i + 1 {
			d := q.meet(q.members[i], q.members[l])
			m.kernel[i*n+l], m.kernel[l*n+i] = d, d
		}
	})
	for i := range n {
		for l, v := range m.kernel[i*n:][:n] {
			m.rows[i] += v * q.count[l] / all
		}
		m.mean += m.rows[i] * q.count[i] / all
	}
	for i := range n {
		for l := range n {
			m.kernel[i*n+l] += m.mean - m.rows[i] - m.rows[l]
		}
		m.scale += m.kernel[i*n+i] * q.count[i] / all
	}
	if m.scale > 1e-9 {
		m.scale = 1 / m.scale
	}
	for i := range m.kernel {
		m.kernel[i] *= m.scale
	}
	return m
}

// meet returns the uncentred kernel of two respondents.
func (q *people) meet(x, y whole) (sum float64) {
	for j, t := range x.texts {
		u := y.texts[j]
		if k := q.questions[j].kernels; k != nil && t.id >= 0 && u.id >= 0 {
			sum += float64(k.row(vectorPart, t.id)[u.id])
		} else {
			sum += inner(t.vector, u.vector)
		}
	}
	return sum / float64(len(x.texts))
}

// with returns the kernels of a respondent with the members and with itself.
func (m *meanings) with(x whole) (members []float64, self float64) {
	members = make([]float64, len(m.people.members))
	var mean float64
	for i, y := range m.people.members {
		members[i] = m.people.meet(x, y)
		mean += members[i] * m.people.count[i] / float64(len(m.people.row))
	}
	for i := range members {
		members[i] = m.scale * (members[i] + m.mean - mean - m.rows[i])
	}
	return members, m.scale * (m.people.meet(x, x) - 2*mean + m.mean)
}

// learnMeaning adds Σ_i gamma[i]·variance·k(·, i) over the members to the function.
func (f *wholeFunction) learnMeaning(variance float64, gamma []float64) {
	q := f.people
	variance *= q.meaning.scale
	all, share := float64(len(q.row)), variance/float64(len(q.questions))
	var total float64
	for i, g := range gamma {
		total += g
		f.base += variance * g * (q.meaning.mean - q.meaning.rows[i])
	}
	f.meaning = make([][]float64, len(q.questions))
	for j := range f.meaning {
		f.meaning[j] = make([]float64, q.questions[j].meaning.dim)
		for i, x := range q.members {
			for k, v := range x.texts[j].vector {
				f.meaning[j][k] += share * (gamma[i] - q.count[i]*total/all) * float64(v)
			}
		}
	}
}
