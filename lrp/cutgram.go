package lrp

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/regress"
)

// gram returns the Gram matrix of the approach's training rows, the sums in the order of [regress.Gram]: nil where it
// would have to be made from scratch. It is in the workspace until the next one is asked for.
func (t *cut) gram(p *plan) *mat.SymDense {
	if p.static == nil {
		return t.ratedGram(p.dynamic(), true)
	}
	if p.gram == nil {
		return nil
	}
	rated := t.ratedGram(p.dynamic(), false)
	to := t.w.gram.sized(len(t.split.Train))
	if rated == nil {
		subGram(to, p.gram, t.split.Train)
	} else {
		addSubGram(to, p.gram, rated, t.split.Train)
	}
	return to
}

// ratedGram returns the Gram matrix of the blocks that are made for each trial. Where the first of them is restricted
// and has one over all respondents, the others are added to this; where it has none and hints alone are asked for, or for
// no blocks, it returns nil.
func (t *cut) ratedGram(blocks []*block, hint bool) *mat.SymDense {
	if len(blocks) == 0 || hint && blocks[0].gram == nil {
		return nil
	}
	if blocks[0].gram == nil {
		if !t.dense(blocks) {
			return regress.Gram(t.madeForTrial(blocks))
		}
		to := t.w.rated.sized(len(t.split.Train))
		clear(t.w.rated.data)
		t.addDense(to, blocks)
		return to
	}
	first := t.blockGram(t.block(blocks[0]))
	if len(blocks) == 1 {
		return first
	}
	if !t.dense(blocks[1:]) {
		return regress.Gram(t.madeForTrial(blocks))
	}
	to := t.w.rated.sized(len(t.split.Train))
	copy(t.w.rated.data, t.w.blocks[blocks[0]].data)
	t.addDense(to, blocks[1:])
	return to
}

// blockGram returns the Gram matrix of the training rows of a restricted block: that over all respondents less the products of
// the columns that are left out. As all are whole numbers, nothing is rounded.
func (t *cut) blockGram(c *blockCut) *mat.SymDense {
	s := t.w.blocks[c.block]
	if s == nil {
		s = &square{}
		t.w.blocks[c.block] = s
	}
	n := len(t.split.Train)
	g := s.sized(n)
	if c.gram {
		return g
	}
	c.gram = true
	subGram(g, c.block.gram, t.split.Train)
	var rows []int32
	var values []float64
	for _, j := range c.dropped {
		rows, values = rows[:0], values[:0]
		from := c.columns[j]
		for k, i := range from.rows {
			if place := t.w.place[i]; place >= 0 {
				rows, values = append(rows, place), append(values, from.values[k])
			}
		}
		for a, i := range rows {
			to := s.data[int(i)*n : int(i+1)*n]
			for b := a; b < len(rows); b++ {
				to[rows[b]] -= values[a] * values[b]
			}
		}
	}
	return g
}

// dense reports whether most elements of the blocks' training rows are not zero.
func (t *cut) dense(blocks []*block) bool {
	entries, cols := 0, 0
	for _, b := range blocks {
		c := t.block(b)
		cols += len(c.having)
		for _, n := range c.having {
			entries += int(n)
		}
	}
	return 2*entries >= len(t.split.Train)*cols
}

// addDense adds the Gram matrix of the blocks' training rows column by column, as [regress.Gram] does: a product of
// matrices would sum in another order.
func (t *cut) addDense(to *mat.SymDense, blocks []*block) {
	n, cols := len(t.split.Train), 0
	for _, b := range blocks {
		cols += len(t.block(b).having)
	}
	t.w.dense = resized(t.w.dense, n*cols)
	clear(t.w.dense)
	from := 0
	for _, b := range blocks {
		c := t.block(b)
		for i := range n {
			row := c.train.Row(i)
			for k, j := range row.Index {
				t.w.dense[(from+int(j))*n+i] = row.Value[k]
			}
		}
		from += len(c.having)
	}
	raw := to.RawSymmetric()
	for i := range n {
		sum := raw.Data[i*raw.Stride+i : i*raw.Stride+n]
		for j := range cols {
			values := t.w.dense[j*n+i : (j+1)*n]
			if v := values[0]; v != 0 {
				blas64.Axpy(v, blas64.Vector{N: len(values), Inc: 1, Data: values}, blas64.Vector{N: len(sum), Inc: 1, Data: sum})
			}
		}
	}
}

// subGram sets to to the rows and columns of g with the given ascending indices.
func subGram(to, g *mat.SymDense, indices []int) {
	from, into := g.RawSymmetric(), to.RawSymmetric()
	for a, i := range indices {
		row, sub := from.Data[i*from.Stride:(i+1)*from.Stride], into.Data[a*into.Stride:(a+1)*into.Stride]
		for b, j := range indices[a:] {
			sub[a+b] = row[j]
		}
	}
}

// addSubGram sets to to the sum of such a part of g and another matrix.
func addSubGram(to, g, other *mat.SymDense, indices []int) {
	from, into, with := g.RawSymmetric(), to.RawSymmetric(), other.RawSymmetric()
	for a, i := range indices {
		row, sub := from.Data[i*from.Stride:(i+1)*from.Stride], into.Data[a*into.Stride:(a+1)*into.Stride]
		add := with.Data[a*with.Stride : (a+1)*with.Stride]
		for b, j := range indices[a:] {
			sub[a+b] = row[j] + add[a+b]
		}
	}
}
