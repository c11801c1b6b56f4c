package auto

import (
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// rowsAtOnce is the number of rows of a matrix that a processor computes at a time.
const rowsAtOnce = 16

// manyRows is rowsAtOnce where a row takes little time.
const manyRows = 64

// people are the distinct respondents of a training set with the kernels of h between them. Pooled
// cues are standardised by their means and standard deviations in the training set, and abilities
// are differences from the mean there, or from that of the population if nobody is rated.
type people struct {
	wholes    *wholes
	questions []*question
	meaning   *meanings // nil without an encoder
	row       []int     // by respondent: the member
	count     []float64 // by member: how many respondents it stands for
	members   []whole
	// unseen are the members as others are seen, without abilities: by the whole key, with the
	// products of their n-grams.
	unseen        []whole
	index         sync.Once // makes texts
	texts         *postings // of the members; see [people.postings]
	centre, scale []float64 // of the pooled cues
	able          float64   // mean ability
	text, pooled  []float64 // the parts of the kernel, n x n
	kernel        []float64 // n x n, the weighted parts; nil before they are asked for
	weights       wholeWeights
}

// wholeWeights are the variances of the parts of h.
type wholeWeights struct{ text, meaning, pooled, ability float64 }

// newPeople encodes respondents, whose rows and abilities are given too.
func (p *Prepared) newPeople(responses [][]*text.Doc, row []int, abilities []float64) *people {
	q := &people{wholes: p.wholes, questions: p.questions, row: row}
	var first []int
	for i, k := range row {
		if k == len(first) {
			first, q.count = append(first, i), append(q.count, 0)
		}
		q.count[k]++
	}
	n := len(first)
	q.members, q.pooled = make([]whole, n), make([]float64, n*n)
	parallel.EachOf(n, rowsAtOnce, func(k int) {
		r := responses[first[k]]
		q.members[k] = p.wholes.of(r)
		p.wholes.known.Store(keyOf(r), q.members[k])
		q.members[k].ability = abilities[first[k]]
	})
	if n > 0 && p.encodes() {
		for k, i := range first {
			q.members[k].texts = p.encode(responses[i])
		}
		q.meaning = q.newMeanings()
	}
	q.text = allProducts(q.wholes.grams.size, n, q.grams)
	q.unseen = slices.Clone(q.members)
	for i := range q.unseen {
		q.unseen[i].met = q.text[i*n:][:n]
	}
	for j, own := range p.own(responses) {
		for i := range own {
			if own[i] {
				q.members[row[i]].pooled = p.wholes.changed(q.members[row[i]], j)
			}
		}
	}
	if q.standardise(); n == 0 {
		q.able = *p.able
	}
	parallel.EachOf(n, rowsAtOnce, func(i int) {
		for l := range i + 1 {
			d := q.pooledKernel(q.members[i], q.members[l])
			q.pooled[i*n+l], q.pooled[l*n+i] = d, d
		}
	})
	return q
}

// postings returns the postings of the members.
func (q *people) postings() *postings {
	q.index.Do(func() { q.texts = newPostings(q.wholes.grams.size, len(q.members), q.grams) })
	return q.texts
}

func (q *people) grams(i int) entries { return q.members[i].grams.all() }

// standardise standardises the pooled cues of the members and centres their abilities.
func (q *people) standardise() {
	for _, k := range q.row {
		q.able += q.members[k].ability / float64(len(q.row))
	}
	for k := range q.wholes.cues[0] {
		values := numbers.Map(q.row, func(i int) float64 { return q.members[i].pooled[k] })
		mean, sd := stat.PopMeanStdDev(values, nil)
		q.centre, q.scale = append(q.centre, mean), append(q.scale, sd)
	}
	for i, x := range q.members {
		q.members[i].pooled = q.standardised(x.pooled)
		q.members[i].ability -= q.able
	}
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

// centred returns what h depends on besides the n-grams.
func (q *people) centred(x whole) whole {
	return whole{pooled: q.standardised(x.pooled), ability: x.ability - q.able}
}

// between returns the kernel of two members.
func (q *people) between(h *hyper, i, l int) float64 {
	at := i*len(q.members) + l
	var meaning float64
	if q.meaning != nil {
		meaning = h.Meaning * q.meaning.kernel[at]
	}
	return h.Text*q.text[at] + meaning + h.Pooled*q.pooled[at] +
		h.AbilityVar*q.members[i].ability*q.members[l].ability
}

// kernelOf returns the kernel between all members, n x n. It keeps that of the last
// hyper-parameters; concurrent calls have to be for these.
func (q *people) kernelOf(h *hyper) []float64 {
	weights := wholeWeights{h.Text, h.Meaning, h.Pooled, h.AbilityVar}
	if q.kernel != nil && q.weights == weights {
		return q.kernel
	}
	n := len(q.members)
	if q.kernel == nil {
		q.kernel = make([]float64, n*n)
	}
	q.weights = weights
	parallel.EachOf(n, manyRows, func(i int) {
		row := q.kernel[i*n:][:n]
		for l := range row {
			row[l] = q.between(h, i, l)
		}
	})
	return q.kernel
}

// release drops the weighted kernel. Predictions do without it.
func (q *people) release() { q.kernel = nil }

// mean returns the prior mean of h for respondent i.
func (q *people) mean(h *hyper, i int) float64 { return h.Ability * q.members[q.row[i]].ability }

// sums returns for each member the sum of the numbers of its respondents.
func (q *people) sums(of []float64) []float64 {
	sums := make([]float64, len(q.members))
	for i, k := range q.row {
		sums[k] += of[i]
	}
	return sums
}

// with returns the kernels of a respondent with those of the training set and with itself, and the
// prior mean of h for the respondent.
func (q *people) with(h *hyper, x whole) (others []float64, self, mean float64) {
	members := make([]float64, len(q.members))
	if h.Text > 0 {
		if x.met != nil {
			copy(members, x.met)
		} else {
			q.postings().products(x.grams.all(), members)
		}
	}
	z := q.centred(x)
	var near []float64
	if q.meaning != nil && h.Meaning > 0 {
		near, self = q.meaning.with(x)
		self *= h.Meaning
	}
	for i, y := range q.members {
		members[i] *= h.Text
		if near != nil {
			members[i] += h.Meaning * near[i]
		}
		members[i] += h.Pooled*q.pooledKernel(z, y) +
			h.AbilityVar*z.ability*y.ability
	}
	self += h.Pooled*q.pooledKernel(z, z) + h.AbilityVar*z.ability*z.ability
	if !x.silent {
		self += h.Text
	}
	return numbers.At(members, q.row), self, h.Ability * z.ability
}

// wholeFunction is h, which is linear in what it depends on.
type wholeFunction struct {
	text    []float64   // weights, by number of the n-gram
	pooled  []float64   // weights of the pooled cues
	ability float64     // weight of the ability
	meaning [][]float64 // weights, by question
	base    float64
	people  *people
}

// function returns the prior mean of h plus Σ_i gamma[i]·k(·, i) over the respondents.
func (q *people) function(h *hyper, gamma []float64) *wholeFunction {
	gamma = q.sums(gamma)
	f := &wholeFunction{
		text: make([]float64, q.wholes.grams.size), pooled: make([]float64, len(q.centre)),
		ability: h.Ability, people: q,
	}
	for i, x := range q.members {
		f.ability += h.AbilityVar * gamma[i] * x.ability
		x.grams.addTo(f.text, h.Text*gamma[i])
		for k, z := range x.pooled {
			f.pooled[k] += h.Pooled * gamma[i] * z / float64(len(x.pooled))
		}
	}
	if q.meaning != nil && h.Meaning > 0 {
		f.learnMeaning(h.Meaning, gamma)
	}
	return f
}

func (f *wholeFunction) at(x whole) float64 {
	z := f.people.centred(x)
	var meaning float64
	if f.meaning != nil {
		meaning = f.base
		for j, t := range x.texts {
			for i, v := range t.vector {
				meaning += float64(v) * f.meaning[j][i]
			}
		}
	}
	return x.grams.product(f.text) + meaning + dot(f.pooled, z.pooled) + f.ability*z.ability
}
