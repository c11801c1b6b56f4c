package auto

import "math"

// postings list for each n-gram the texts that have it. They give the products of a text with all
// others at once, without a look at the n-grams that it does not share with them.
type postings struct {
	first int32   // the first n-gram
	begin []int   // those of n-gram first+g are text and value from begin[g] to begin[g+1]
	text  []int32 // ascending for each n-gram
	value []float64
}

// newPostings lists the n-grams, out of so many, of n texts.
func newPostings(size, n int, text func(k int) entries) *postings {
	return postingsBetween(0, size, n, text)
}

// postingsBetween lists the n-grams from one on and before another of n texts.
func postingsBetween(from, to, n int, text func(k int) entries) *postings {
	size := to - from
	p := &postings{first: int32(from), begin: make([]int, size+1)}
	for k := range n {
		for g := range text(k) {
			if g -= p.first; g >= 0 && int(g) < size {
				p.begin[g+1]++
			}
		}
	}
	for g := range size {
		p.begin[g+1] += p.begin[g]
	}
	p.text, p.value = make([]int32, p.begin[size]), make([]float64, p.begin[size])
	// Each list is filled from its beginning, which moves to its end.
	for k := range n {
		for g, v := range text(k) {
			if g -= p.first; g >= 0 && int(g) < size {
				at := p.begin[g]
				p.text[at], p.value[at] = int32(k), v
				p.begin[g]++
			}
		}
	}
	copy(p.begin[1:], p.begin)
	p.begin[0] = 0
	return p
}

// products writes the inner products of a text with the first texts. Each is summed up in the order
// of the n-grams.
func (p *postings) products(t entries, products []float64) {
	clear(products)
	p.addProducts(t, products, math.MaxInt)
}

// addProducts adds the inner products of a text with the first texts, without the n-grams that more
// than so many texts have.
func (p *postings) addProducts(t entries, products []float64, rare int) {
	for g, w := range t {
		if g -= p.first; g < 0 || int(g) >= len(p.begin)-1 {
			continue
		}
		from, to := p.begin[g], p.begin[g+1]
		if to-from > rare {
			continue
		}
		values := p.value[from:to]
		for k, other := range p.text[from:to] {
			if int(other) >= len(products) {
				break
			}
			products[other] += w * values[k]
		}
	}
}
