package grades

import "math"

// postings list for each n-gram the texts that have it. They give the products of a text with all
// others at once, without a look at the n-grams that it does not share with them.
type postings struct {
	begin []int   // those of n-gram g are text and value from begin[g] to begin[g+1]
	text  []int32 // ascending for each n-gram
	value []float64
}

// newPostings lists the n-grams, out of so many, of n texts.
func newPostings(size, n int, text func(k int) grams) *postings {
	p := &postings{begin: make([]int, size+1)}
	for k := range n {
		for _, g := range text(k).index {
			p.begin[g+1]++
		}
	}
	for g := range size {
		p.begin[g+1] += p.begin[g]
	}
	p.text, p.value = make([]int32, p.begin[size]), make([]float64, p.begin[size])
	// Each list is filled from its beginning, which moves to its end.
	for k := range n {
		t := text(k)
		for i, g := range t.index {
			at := p.begin[g]
			p.text[at], p.value[at] = int32(k), t.value[i]
			p.begin[g]++
		}
	}
	copy(p.begin[1:], p.begin)
	p.begin[0] = 0
	return p
}

// products writes the inner products of a text with the first texts. Each is summed up in the order
// of the n-grams.
func (p *postings) products(t grams, products []float64) {
	clear(products)
	p.addProducts(t, products, math.MaxInt)
}

// addProducts adds the inner products of a text with the first texts, without the n-grams that more
// than so many texts have.
func (p *postings) addProducts(t grams, products []float64, rare int) {
	for i, g := range t.index {
		w := t.value[i]
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
