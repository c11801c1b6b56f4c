package regress

import (
	"cmp"
	"slices"
)

// splitter finds the splits of trees over the rows of a matrix.
type splitter struct {
	n    int
	cols []sortedColumn // columns that may split, ascending
	inv  []float64      // 1/count
}

// sortedColumn holds the nonzero entries of a column by ascending value, equal ones by row.
type sortedColumn struct {
	column   int
	negative int // number of entries below zero
	row      []int32
	value    []float64
}

func newSplitter(x *Matrix, minLeaf int) *splitter {
	n := x.n
	s := &splitter{n: n, inv: make([]float64, n+1)}
	for i := 1; i <= n; i++ {
		s.inv[i] = 1 / float64(i)
	}
	c := newColumns(x)
	for j := range c.cols {
		rows, values := c.col(j)
		var order []int
		for k, v := range values {
			if v != 0 {
				order = append(order, k)
			}
		}
		if len(order) < minLeaf || len(order) == 0 {
			continue
		}
		slices.SortFunc(order, func(a, b int) int {
			return cmp.Or(cmp.Compare(values[a], values[b]), a-b)
		})
		if len(order) == n && values[order[0]] == values[order[n-1]] {
			continue
		}
		n := len(order)
		q := sortedColumn{column: j, row: make([]int32, n), value: make([]float64, n)}
		for t, k := range order {
			q.row[t], q.value[t] = rows[k], values[k]
			if values[k] < 0 {
				q.negative++
			}
		}
		s.cols = append(s.cols, q)
	}
	return s
}

// side sums up the rows of a node that were read so far from one end of a column.
type side struct {
	count int
	sum   float64 // of target - mean
	last  float64 // value
}

// candidate is a node that may be split.
type candidate struct {
	node  int // of the tree
	count int
	mean  float64 // of the targets
	// gain[k], times the squared sum of target - mean of k rows, is the decrease of the sum of
	// squares if those k rows are split off; 0 if too few rows are left on a side.
	gain []float64
	// The best split so far.
	score     float64
	column    int // index in splitter.cols; -1 for none
	threshold float64
	low, high side
}

// rowState is a row during a search.
type rowState struct {
	deviation float64 // target - mean of the node
	candidate int32   // index of the candidate, or -1
}

// open makes a candidate.
func (s *splitter) open(node, count int, sum float64, minLeaf int) candidate {
	c := candidate{node: node, count: count, mean: sum * s.inv[count]}
	c.gain = make([]float64, count+1)
	for k := max(1, minLeaf); k <= count-max(1, minLeaf); k++ {
		c.gain[k] = s.inv[k] + s.inv[count-k]
	}
	return c
}

// grow fits a tree to the targets of the rows with in set; its leaf values include the learning
// rate. It returns the tree and the leaf of every row.
func (s *splitter) grow(target []float64, in []bool, r GBT) (tree regressionTree, leaf []int) {
	leaf = make([]int, s.n)
	place := make([]int32, s.n) // candidate of each row, or -1
	count, sum := s.totals(target, in, leaf, 1)
	tree = regressionTree{{Value: r.Rate * sum[0] * s.inv[count[0]]}}
	open := []candidate{s.open(0, count[0], sum[0], r.MinLeaf)}
	for i := range place {
		place[i] = -1
		if in[i] {
			place[i] = 0
		}
	}
	for range r.Depth {
		s.search(open, target, place)
		var next []int // nodes of the next level
		for c := range open {
			if o := &open[c]; o.column >= 0 {
				q := s.cols[o.column]
				left, right := len(tree), len(tree)+1
				tree[o.node] = treeNode{q.column, o.threshold, left, right, 0}
				tree = append(tree, treeNode{}, treeNode{})
				s.part(q, o, leaf, left, right)
				next = append(next, left, right)
			}
		}
		if len(next) == 0 {
			break
		}
		count, sum := s.totals(target, in, leaf, len(tree))
		open = open[:0]
		candidateOf := make([]int32, len(tree)) // by node, or -1
		for v := range candidateOf {
			candidateOf[v] = -1
		}
		for _, v := range next {
			tree[v].Value = r.Rate * sum[v] * s.inv[count[v]]
			if count[v] >= 2*r.MinLeaf {
				candidateOf[v] = int32(len(open))
				open = append(open, s.open(v, count[v], sum[v], r.MinLeaf))
			}
		}
		for i := range place {
			if in[i] {
				place[i] = candidateOf[leaf[i]]
			}
		}
	}
	return tree, leaf
}

// totals returns the number and the sum of the targets with in set, by leaf.
func (s *splitter) totals(
	target []float64, in []bool, leaf []int, nodes int,
) (count []int, sum []float64) {
	count, sum = make([]int, nodes), make([]float64, nodes)
	for i, v := range target {
		if in[i] {
			count[leaf[i]]++
			sum[leaf[i]] += v
		}
	}
	return count, sum
}

// part moves the rows of a node to its left or right child.
func (s *splitter) part(q sortedColumn, o *candidate, leaf []int, left, right int) {
	zeros := right
	if 0 <= o.threshold {
		zeros = left
	}
	for t, i := range q.row {
		if leaf[i] == o.node {
			if q.value[t] <= o.threshold {
				leaf[i] = left
			} else {
				leaf[i] = right
			}
		}
	}
	for i := range leaf {
		if leaf[i] == o.node {
			leaf[i] = zeros
		}
	}
}

// search finds the best split of each candidate, the one with the largest decrease of the sum of
// squares. Each column is read from both ends towards zero, so that its zeros are never listed.
func (s *splitter) search(open []candidate, target []float64, place []int32) {
	at := make([]rowState, s.n)
	for c := range open {
		open[c].column, open[c].score = -1, 0
	}
	for i, p := range place {
		at[i].candidate = p
		if p >= 0 {
			at[i].deviation = target[i] - open[p].mean
			open[p].score += 1e-12 * target[i] * target[i] // a gain must exceed rounding errors
		}
	}
	for j := range s.cols {
		q := &s.cols[j]
		for c := range open {
			open[c].low, open[c].high = side{}, side{}
		}
		for t, i := range q.row[:q.negative] {
			if e := at[i]; e.candidate >= 0 {
				o, v := &open[e.candidate], q.value[t]
				if v != o.low.last && o.low.sum*o.low.sum*o.gain[o.low.count] > o.score {
					o.split(j, o.low, o.low.last, v)
				}
				o.low.count++
				o.low.sum += e.deviation
				o.low.last = v
			}
		}
		values := q.value[q.negative:]
		rows := q.row[q.negative:][:len(values)]
		for t := len(values) - 1; t >= 0; t-- {
			if e := at[rows[t]]; e.candidate >= 0 {
				o, v := &open[e.candidate], values[t]
				if v != o.high.last && o.high.sum*o.high.sum*o.gain[o.high.count] > o.score {
					o.split(j, o.high, v, o.high.last)
				}
				o.high.count++
				o.high.sum += e.deviation
				o.high.last = v
			}
		}
		for c := range open {
			o := &open[c]
			a, b := o.low.last, o.high.last
			if o.count > o.low.count+o.high.count { // there are zeros
				if o.high.sum*o.high.sum*o.gain[o.high.count] > o.score {
					o.split(j, o.high, 0, b)
				}
				b = 0
			}
			if o.low.sum*o.low.sum*o.gain[o.low.count] > o.score {
				o.split(j, o.low, a, b)
			}
		}
	}
}

// split records the split between the values a < b as the best so far. part holds the rows on one
// side of it.
func (o *candidate) split(column int, part side, a, b float64) {
	threshold := a/2 + b/2
	if !(threshold >= a && threshold < b) {
		threshold = a
	}
	o.score, o.column, o.threshold = part.sum*part.sum*o.gain[part.count], column, threshold
}
