package grades

import (
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/features/text"
)

// people are the respondents of a training set with the kernels of h between them. Pooled cues are
// standardised by their means and standard deviations in the training set.
type people struct {
	wholes        *wholes
	members       []whole
	texts         *postings // of the members
	centre, scale []float64 // of the pooled cues
	text, pooled  []float64 // the parts of the kernel, n x n
}

func (p *Prepared) newPeople(responses [][]*text.Doc) *people {
	n := len(responses)
	q := &people{
		wholes: p.wholes, members: make([]whole, n),
		text: make([]float64, n*n), pooled: make([]float64, n*n),
	}
	inParallel(n, func(i int) { q.members[i] = p.wholes.of(responses[i]) })
	for k := range p.wholes.cues[0] {
		values := make([]float64, n)
		for i, x := range q.members {
			values[i] = x.pooled[k]
		}
		mean, sd := stat.PopMeanStdDev(values, nil)
		q.centre, q.scale = append(q.centre, mean), append(q.scale, sd)
	}
	for i, x := range q.members {
		q.members[i].pooled = q.standardised(x.pooled)
	}
	q.texts = newPostings(len(p.wholes.grams), n, func(i int) grams { return q.members[i].grams })
	inParallel(n, func(i int) {
		row := make([]float64, i+1)
		q.texts.products(q.members[i].grams, row)
		for l, v := range row {
			q.text[i*n+l], q.text[l*n+i] = v, v
			d := q.pooledKernel(q.members[i], q.members[l])
			q.pooled[i*n+l], q.pooled[l*n+i] = d, d
		}
	})
	return q
}

// inParallel calls f for 0 to n-1 on all processors. Calls share nothing, so results do not depend
// on their order.
func inParallel(n int, f func(i int)) {
	var wait sync.WaitGroup
	const chunk = 16
	for from := 0; from < n; from += chunk {
		wait.Go(func() {
			for i := from; i < min(from+chunk, n); i++ {
				f(i)
			}
		})
	}
	wait.Wait()
}

// standardised returns how many standard deviations pooled cues are above the mean of the training
// set, and 0 for a cue that is the same there for everybody.
func (q *people) standardised(cues []float64) []float64 {
	z := make([]float64, len(cues))
	for k, v := range cues {
		if q.scale[k] > 1e-9 {
			z[k] = (v - q.centre[k]) / q.scale[k]
		}
	}
	return z
}

func (q *people) pooledKernel(x, y whole) float64 {
	return dot(x.pooled, y.pooled) / float64(len(x.pooled))
}

// between returns the kernel of two members.
func (q *people) between(h *hyper, i, l int) float64 {
	k := i*len(q.members) + l
	return h.Text*q.text[k] + h.Pooled*q.pooled[k]
}

// with returns the kernels of a respondent with the members and with itself.
func (q *people) with(h *hyper, x whole) (members []float64, self float64) {
	members = make([]float64, len(q.members))
	q.texts.products(x.grams, members)
	z := whole{pooled: q.standardised(x.pooled)}
	for i, y := range q.members {
		members[i] = h.Text*members[i] + h.Pooled*q.pooledKernel(z, y)
	}
	self = h.Pooled * q.pooledKernel(z, z)
	if !x.silent {
		self += h.Text
	}
	return members, self
}

// wholeFunction is h, which is linear in what it depends on.
type wholeFunction struct {
	text   []float64 // weights, by number of the n-gram
	pooled []float64 // weights of the pooled cues
	people *people
}

// function returns Σ_i gamma[i]·k(·, i).
func (q *people) function(h *hyper, gamma []float64) *wholeFunction {
	f := &wholeFunction{
		text: make([]float64, len(q.wholes.grams)), pooled: make([]float64, len(q.centre)), people: q,
	}
	for i, x := range q.members {
		for k, g := range x.grams.index {
			f.text[g] += h.Text * gamma[i] * x.grams.value[k]
		}
		for k, z := range x.pooled {
			f.pooled[k] += h.Pooled * gamma[i] * z / float64(len(x.pooled))
		}
	}
	return f
}

func (f *wholeFunction) at(x whole) float64 {
	return f.ofText(x.grams) + dot(f.pooled, f.people.standardised(x.pooled))
}

func (f *wholeFunction) ofText(x grams) float64 {
	var sum float64
	for k, g := range x.index {
		sum += x.value[k] * f.text[g]
	}
	return sum
}
