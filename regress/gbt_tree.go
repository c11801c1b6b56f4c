package regress

import (
	"cmp"
	"slices"
)

// splitter finds the splits of trees over the rows of one matrix.
type splitter struct {
	n    int
	cols []sortedColumn // those that may split, by ascending column
	inv  []float64      // 1/count
}

// sortedColumn is the entries of a column that are not zero by ascending value, equals by row.
type sortedColumn struct {
	column   int
	negative int // entries below zero
	row      []int32
	value    []float64
}

func newSplitter(x *Matrix, minLeaf int) *splitter {
	n := len(x.rows)
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
		slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(values[a], values[b]), a-b) })
		if len(order) == n && values[order[0]] == values[order[n-1]] {
			continue
		}
		q := sortedColumn{column: j, row: make([]int32, len(order)), value: make([]float64, len(order))}
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

// side is the rows of a node seen so far from one end of a column.
type side struct {
	count int
	sum   float64
	last  float64 // value
}

// candidate is a node that may yet be split.
type candidate struct {
	node  int // of the tree
	count int
	sum   float64
	floor float64 // the score without a split
	// best split
	score     float64
	column    int // of splitter.cols; -1 for none
	threshold float64
	low, high side
}

// grow fits a tree to the targets of the rows that are in, of leaves already multiplied by the rate, and
// returns it with the leaf of every row, in or not.
func (s *splitter) grow(target []float64, in []bool, r GBT) (tree Tree, leaf []int) {
	leaf = make([]int, s.n)
	place := make([]int32, s.n) // candidate of a row that is in, or -1
	count, sum := s.totals(target, in, leaf, 1)
	tree = Tree{{Value: r.Rate * sum[0] * s.inv[count[0]]}}
	open := []candidate{{node: 0, count: count[0], sum: sum[0]}}
	for i := range place {
		place[i] = -1
		if in[i] {
			place[i] = 0
		}
	}
	for range r.Depth {
		s.search(open, target, place, r.MinLeaf)
		var next []int // nodes
		for c := range open {
			if o := &open[c]; o.column >= 0 {
				q := s.cols[o.column]
				left, right := len(tree), len(tree)+1
				tree[o.node] = Node{Column: q.column, Threshold: o.threshold, Left: left, Right: right}
				tree = append(tree, Node{}, Node{})
				s.part(q, o, leaf, left, right)
				next = append(next, left, right)
			}
		}
		if len(next) == 0 {
			break
		}
		count, sum := s.totals(target, in, leaf, len(tree))
		open = open[:0]
		of := make([]int32, len(tree)) // candidate of a node
		for v := range of {
			of[v] = -1
		}
		for _, v := range next {
			tree[v].Value = r.Rate * sum[v] * s.inv[count[v]]
			if count[v] >= 2*r.MinLeaf {
				of[v] = int32(len(open))
				open = append(open, candidate{node: v, count: count[v], sum: sum[v]})
			}
		}
		for i := range place {
			if in[i] {
				place[i] = of[leaf[i]]
			}
		}
	}
	return tree, leaf
}

// totals returns number and sum of the rows that are in, by leaf.
func (s *splitter) totals(target []float64, in []bool, leaf []int, nodes int) (count []int, sum []float64) {
	count, sum = make([]int, nodes), make([]float64, nodes)
	for i, v := range target {
		if in[i] {
			count[leaf[i]]++
			sum[leaf[i]] += v
		}
	}
	return count, sum
}

// part sends the rows of a node left or right.
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

// search sets the best split of each candidate: that of the greatest Σ sum²/count over both sides. Each
// column is read from both ends towards zero, so that its zeros are never listed.
func (s *splitter) search(open []candidate, target []float64, place []int32, minLeaf int) {
	for c := range open {
		o := &open[c]
		o.column = -1
		o.floor = o.sum * o.sum * s.inv[o.count]
		var squares float64
		for i, p := range place {
			if int(p) == c {
				squares += target[i] * target[i]
			}
		}
		// What is gained must exceed rounding.
		o.score = o.floor + 1e-12*squares
	}
	for j := range s.cols {
		q := &s.cols[j]
		for c := range open {
			open[c].low, open[c].high = side{}, side{}
		}
		for t, i := range q.row[:q.negative] {
			p := place[i]
			if p < 0 {
				continue
			}
			o, v := &open[p], q.value[t]
			if o.low.count >= minLeaf && v != o.low.last {
				s.try(o, j, o.low, o.low.last, v, minLeaf)
			}
			o.low.count++
			o.low.sum += target[i]
			o.low.last = v
		}
		for t := len(q.row) - 1; t >= q.negative; t-- {
			i := q.row[t]
			p := place[i]
			if p < 0 {
				continue
			}
			o, v := &open[p], q.value[t]
			if o.high.count >= minLeaf && v != o.high.last {
				s.try(o, j, o.high, v, o.high.last, minLeaf)
			}
			o.high.count++
			o.high.sum += target[i]
			o.high.last = v
		}
		for c := range open {
			o := &open[c]
			zeros := o.count - o.low.count - o.high.count
			switch {
			case zeros > 0:
				s.try(o, j, o.low, o.low.last, 0, minLeaf)
				s.try(o, j, o.high, 0, o.high.last, minLeaf)
			case o.low.count > 0 && o.high.count > 0:
				s.try(o, j, o.low, o.low.last, o.high.last, minLeaf)
			}
		}
	}
}

// try considers the split between the values a < b, part being the rows on one side of it.
func (s *splitter) try(o *candidate, column int, part side, a, b float64, minLeaf int) {
	rest := o.count - part.count
	if part.count < minLeaf || rest < minLeaf || part.count == 0 {
		return
	}
	other := o.sum - part.sum
	score := part.sum*part.sum*s.inv[part.count] + other*other*s.inv[rest]
	if score > o.score {
		threshold := a/2 + b/2
		if !(threshold >= a && threshold < b) {
			threshold = a
		}
		o.score, o.column, o.threshold = score, column, threshold
	}
}
