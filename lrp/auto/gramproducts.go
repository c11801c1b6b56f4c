package auto

import (
	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/parallel"
)

const (
	// frequentShare is the share of the texts that have a frequent n-gram. A dense column takes
	// less time than its postings from about there.
	frequentShare = 0.1
	// columnsAtOnce is the number of frequent n-grams that are laid out densely at a time.
	columnsAtOnce = 256
	// postedAtOnce is the number of postings that are made at a time: 96 MB.
	postedAtOnce = 8 << 20
)

// allProducts returns the inner products of n texts, whose n-grams are out of so many, with each
// other, n x n. Most of the work is in few n-grams that many texts have. These are columns of a
// dense matrix; of the others the postings are added up.
func allProducts(size, n int, text func(k int) entries) []float64 {
	counts := make([]int, size)
	for k := range n {
		for g := range text(k) {
			counts[g]++
		}
	}
	rare := int(frequentShare * float64(n))
	c := make([]float64, n*n) // frequent ones above the diagonal, rare ones below
	for from, to := 0, 0; from < size; from = to {
		for posted := 0; to < size && (to == from || posted+counts[to] <= postedAtOnce); to++ {
			posted += counts[to]
		}
		p := postingsBetween(from, to, n, text)
		p.addFrequent(c, n, rare)
		parallel.EachOf(n, rowsAtOnce, func(i int) { p.addProducts(text(i), c[i*n:][:i+1], rare) })
	}
	parallel.EachOf(n, rowsAtOnce, func(i int) {
		for l, v := range c[i*n:][:i] {
			c[l*n+i] += v
		}
	})
	mirror(c, n)
	return c
}

// addFrequent adds to the upper triangle of c the products of the n-grams that more than so many
// texts have.
func (p *postings) addFrequent(c []float64, n, rare int) {
	columns, count := make([]float64, columnsAtOnce*n), 0
	flush := func() {
		dense.AddInner(c, n, n, columns, count, n)
		clear(columns)
		count = 0
	}
	for g := range p.begin[1:] {
		from, to := p.begin[g], p.begin[g+1]
		if to-from <= rare {
			continue
		}
		column := columns[count*n:][:n]
		for k, t := range p.text[from:to] {
			column[t] = p.value[from+k]
		}
		if count++; count == columnsAtOnce {
			flush()
		}
	}
	flush()
}

// mirror copies the upper triangle of a matrix, n x n, to the lower one.
func mirror(c []float64, n int) {
	const block = 64 // which the processor's cache holds
	for first := 0; first < n; first += block {
		for i := first; i < n; i++ {
			row := c[i*n:]
			for l := first; l < min(i, first+block); l++ {
				row[l] = c[l*n+i]
			}
		}
	}
}
