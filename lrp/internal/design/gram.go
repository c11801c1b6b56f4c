package design

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/regress"
)

// gram returns the Gram matrix of the plan's training rows, summed in the order of [regress.Gram];
// nil if it would have to be made from scratch. It is in the workspace until the next one is made.
func (s *Split) gram(p *Plan) *mat.SymDense {
	if p.static == nil {
		return s.dynamicGram(p.dynamic(), true)
	}
	if p.gram == nil {
		return nil
	}
	dynamic := s.dynamicGram(p.dynamic(), false)
	to := s.workspace.gram.sized(len(s.Train))
	if subGram(to, p.gram, s.Train); dynamic != nil {
		to.AddSym(to, dynamic)
	}
	return to
}

// dynamicGram returns the Gram matrix of the features that are made for each split. If the first of
// them is restricted and has a Gram matrix over all respondents, the others are added to that. If
// it has none and only what is cheap is asked for, or for no features, the result is nil.
func (s *Split) dynamicGram(list []*feature, cheap bool) *mat.SymDense {
	if len(list) == 0 || cheap && list[0].gram == nil {
		return nil
	}
	if list[0].gram == nil {
		if !s.dense(list) {
			return regress.Gram(s.dynamicTrain(list))
		}
		to := s.workspace.dynamic.sized(len(s.Train))
		clear(s.workspace.dynamic.data)
		s.addDense(to, list)
		return to
	}
	first := s.restrictedGram(s.feature(list[0]))
	if len(list) == 1 {
		return first
	}
	if !s.dense(list[1:]) {
		return regress.Gram(s.dynamicTrain(list))
	}
	to := s.workspace.dynamic.sized(len(s.Train))
	copy(s.workspace.dynamic.data, s.workspace.grams[list[0]].data)
	s.addDense(to, list[1:])
	return to
}

// restrictedGram returns the Gram matrix of the training rows of a restricted feature: that over
// all respondents less the products of the columns that are left out. As all values are whole
// numbers, nothing is rounded.
func (s *Split) restrictedGram(p *splitFeature) *mat.SymDense {
	memory := s.workspace.grams[p.feature]
	if memory == nil {
		memory = &square{}
		s.workspace.grams[p.feature] = memory
	}
	n := len(s.Train)
	g := memory.sized(n)
	if p.gram {
		return g
	}
	p.gram = true
	subGram(g, p.feature.gram, s.Train)
	var rows []int32
	var values []float64
	for _, j := range p.dropped {
		rows, values = rows[:0], values[:0]
		column := p.columns[j]
		for k, i := range column.rows {
			if position := s.workspace.position[i]; position >= 0 {
				rows, values = append(rows, position), append(values, column.values[k])
			}
		}
		for a, i := range rows {
			to := memory.data[int(i)*n : int(i+1)*n]
			for b := a; b < len(rows); b++ {
				to[rows[b]] -= values[a] * values[b]
			}
		}
	}
	return g
}

// dense reports whether most elements of the features' training rows are not zero.
func (s *Split) dense(list []*feature) bool {
	entries, cols := 0, 0
	for _, f := range list {
		counts := s.feature(f).counts
		cols += len(counts)
		for _, n := range counts {
			entries += int(n)
		}
	}
	return 2*entries >= len(s.Train)*cols
}

// addDense adds the Gram matrix of the features' training rows column by column, as [regress.Gram]
// does: a product of matrices would sum in another order.
func (s *Split) addDense(to *mat.SymDense, list []*feature) {
	n, cols := len(s.Train), 0
	for _, f := range list {
		cols += len(s.feature(f).counts)
	}
	s.workspace.dense = numbers.Resized(s.workspace.dense, n*cols)
	dense := s.workspace.dense
	clear(dense)
	first := 0
	for _, f := range list {
		p := s.feature(f)
		for i := range n {
			row := p.train.Row(i)
			for k, j := range row.Index {
				dense[(first+int(j))*n+i] = row.Value[k]
			}
		}
		first += len(p.counts)
	}
	raw := to.RawSymmetric()
	for i := range n {
		sum := raw.Data[i*raw.Stride+i : i*raw.Stride+n]
		y := blas64.Vector{N: len(sum), Inc: 1, Data: sum}
		for j := range cols {
			values := dense[j*n+i : (j+1)*n]
			if v := values[0]; v != 0 {
				blas64.Axpy(v, blas64.Vector{N: len(values), Inc: 1, Data: values}, y)
			}
		}
	}
}

// subGram sets to to the rows and columns of g with the given ascending indices.
func subGram(to, g *mat.SymDense, indices []int) {
	source, target := g.RawSymmetric(), to.RawSymmetric()
	for a, i := range indices {
		row := source.Data[i*source.Stride : (i+1)*source.Stride]
		sub := target.Data[a*target.Stride : (a+1)*target.Stride]
		for b, j := range indices[a:] {
			sub[a+b] = row[j]
		}
	}
}

// workspace is memory that splits use one after the other. A split must not be used after its
// release.
type workspace struct {
	position []int32              // of each respondent in the training part, -1 outside of it
	counts   map[*feature][]int32 // see splitFeature
	grams    map[*feature]*square // Gram matrices of the training rows of single features
	dynamic  square               // Gram matrix of the columns made for the split
	gram     square               // Gram matrix of a design
	dense    []float64            // columns, one after the other
	groups   map[*Plan][]int      // the questions of a design's columns
}

func newWorkspace() *workspace {
	return &workspace{
		counts: map[*feature][]int32{},
		grams:  map[*feature]*square{},
		groups: map[*Plan][]int{},
	}
}

// square is memory for a symmetric matrix. The lower triangle stays zero.
type square struct{ data []float64 }

// sized returns the matrix of order n. Its upper triangle holds anything.
func (s *square) sized(n int) *mat.SymDense {
	if len(s.data) != n*n {
		s.data = numbers.Resized(s.data, n*n)
		clear(s.data)
	}
	return mat.NewSymDense(n, s.data)
}
