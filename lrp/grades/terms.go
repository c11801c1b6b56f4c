package grades

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/features/text"
)

// term is a word of the responses to a question, or to any question.
type term struct {
	question int
	word     string
}

// anyQuestion is the question of terms that stand for a word wherever it is.
const anyQuestion = -1

// lexicon numbers the terms of the respondents of a training set and knows how rare they are.
type lexicon struct {
	number map[term]int32
	// rarity is 1 + ln((1+n)/(1+u)), by number, where u of the n respondents use the term.
	rarity []float64
}

// newLexicon returns the terms of respondents. Those of single questions come last.
func newLexicon(members []whole) *lexicon {
	l := &lexicon{number: make(map[term]int32)}
	var users, last []int // by number: the respondents who use a term, and the last of them
	for _, apart := range []bool{false, true} {
		for i, x := range members {
			eachTerm(x.responses, apart, func(t term) {
				k, ok := l.number[t]
				if !ok {
					k = int32(len(users))
					l.number[t] = k
					users, last = append(users, 0), append(last, -1)
				}
				if last[k] != i {
					users[k]++
					last[k] = i
				}
			})
		}
	}
	l.rarity = make([]float64, len(users))
	for k, u := range users {
		l.rarity[k] = 1 + math.Log(float64(1+len(members))/float64(1+u))
	}
	return l
}

// eachTerm calls use with the term of each word, stop words included. Those of different questions
// are kept apart or not.
func eachTerm(responses []*text.Doc, apart bool, use func(t term)) {
	for j, d := range responses {
		if !apart {
			j = anyQuestion
		}
		for _, w := range d.Tokens {
			use(term{j, w})
		}
	}
}

// of returns the terms of a respondent as a sparse vector: those of all questions and those of
// single ones, each with the squared norm 1/2. A term that is used c times weighs 1 + ln(c), times
// its rarity. Terms that the lexicon does not have are left out.
func (l *lexicon) of(responses []*text.Doc) sparse {
	var g sparse
	for _, apart := range []bool{false, true} {
		var numbers []int32
		eachTerm(responses, apart, func(t term) {
			if k, ok := l.number[t]; ok {
				numbers = append(numbers, k)
			}
		})
		slices.Sort(numbers)
		first, squares := len(g.value), 0.0
		for len(numbers) > 0 {
			k, count := numbers[0], 1
			for count < len(numbers) && numbers[count] == k {
				count++
			}
			numbers = numbers[count:]
			v := gramWeight(int32(count)) * l.rarity[k]
			squares += v * v
			g.index, g.value = append(g.index, k), append(g.value, v)
		}
		for i := range g.value[first:] {
			g.value[first+i] /= math.Sqrt(2 * squares)
		}
	}
	return sparse{slices.Clone(g.index), slices.Clone(g.value)} // without room to grow
}

// wording is the part of the kernel of h between members that depends on words.
type wording struct {
	lexicon  *lexicon
	vectors  []sparse
	postings *postings
	products []float64 // n x n
}

func newWording(members []whole) *wording {
	n := len(members)
	w := &wording{lexicon: newLexicon(members), vectors: make([]sparse, n)}
	for i, x := range members {
		w.vectors[i] = w.lexicon.of(x.responses)
	}
	vector := func(i int) entries { return w.vectors[i].all() }
	w.postings = newPostings(len(w.lexicon.rarity), n, vector)
	w.products = allProducts(len(w.lexicon.rarity), n, vector)
	return w
}

// with returns the products of a respondent with the members and with itself.
func (w *wording) with(x whole) (members []float64, self float64) {
	v := w.lexicon.of(x.responses)
	members = make([]float64, len(w.vectors))
	w.postings.products(v.all(), members)
	return members, dot(v.value, v.value)
}

// weights returns Σ_i gamma[i]·vectors[i], by number of the term.
func (w *wording) weights(gamma []float64) []float64 {
	weights := make([]float64, len(w.lexicon.rarity))
	for i, v := range w.vectors {
		addTo(v.all(), weights, gamma[i])
	}
	return weights
}
