package grades

import "github.com/luna-rating/luna/internal/parallel"

// postings list for each n-gram the texts that have it. They give the products of a text with all
// others at once, without a look at the n-grams that it does not share with them.
type postings struct {
	begin []int   // those of n-gram g are text and value from begin[g] to begin[g+1]
	text  []int32 // ascending for each n-gram
	value []float64
}

// newPostings lists the n-grams, out of so many, of texts.
func newPostings(size int, texts []grams) *postings {
	p := &postings{begin: make([]int, size+1)}
	for _, t := range texts {
		for _, g := range t.index {
			p.begin[g+1]++
		}
	}
	for g := range size {
		p.begin[g+1] += p.begin[g]
	}
	p.text, p.value = make([]int32, p.begin[size]), make([]float64, p.begin[size])
	// Each list is filled from its beginning, which moves to its end.
	for k, t := range texts {
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
	for i, g := range t.index {
		from, to := p.begin[g], p.begin[g+1]
		w, values := t.value[i], p.value[from:to]
		for k, other := range p.text[from:to] {
			if int(other) >= len(products) {
				break
			}
			products[other] += w * values[k]
		}
	}
}

// allProducts returns the inner products of n texts with each other, n x n.
func (p *postings) allProducts(texts []grams) []float64 {
	n := len(texts)
	c := make([]float64, n*n)
	parallel.EachOf(n, rowsAtOnce, func(i int) { p.products(texts[i], c[i*n:][:i+1]) })
	for i := range n {
		for l := range i {
			c[l*n+i] = c[i*n+l]
		}
	}
	return c
}
