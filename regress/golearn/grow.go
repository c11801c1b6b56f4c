package golearn

import (
	"cmp"
	"slices"
)

// part is a node that may be split: its rows, in the order of the last split, which rounding
// depends on, with the mean of their targets and the loss of predicting it.
type part struct {
	at, depth  int
	rows       []int
	mean, loss float64
}

// grow splits the root as golearn does, breadth first.
func (t Tree) grow(root node, columns []column, y []float64) []node {
	all := part{rows: make([]int, len(y))}
	for i := range all.rows {
		all.rows[i] = i
	}
	all.mean, all.loss = lossOf(y)
	values := make([][]float64, len(columns))
	for k, c := range columns {
		values[k] = make([]float64, len(y))
		for _, e := range c.cells {
			values[k][e.row] = e.value
		}
	}
	nodes := []node{root}
	for pending := []part{all}; len(pending) > 0; pending = pending[1:] {
		p := pending[0]
		column, threshold, left, right := p.split(values, y)
		if left.rows == nil {
			continue
		}
		left.at, right.at = len(nodes), len(nodes)+1
		nodes[p.at] = node{Column: columns[column].index, Threshold: threshold, Left: left.at}
		nodes = append(nodes, node{Value: left.mean}, node{Value: right.mean})
		for _, side := range []part{left, right} {
			if joint(left, right) > 0 && side.loss > 0 && side.depth != t.MaxDepth {
				pending = append(pending, side)
			}
		}
	}
	return nodes
}

// split finds the first column and threshold of the least loss. Without one that lowers the loss,
// the left part has no rows.
func (p part) split(values [][]float64, y []float64) (best int, at float64, left, right part) {
	least, n := p.loss, len(p.rows)
	targets := make([]float64, n)
	for k, column := range values {
		rows := slices.Clone(p.rows)
		slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(column[a], column[b]) })
		for i, row := range rows {
			targets[i] = y[row]
		}
		cut := 0
		for i := 1; i < n; i++ {
			low, high := column[rows[i-1]], column[rows[i]]
			if low == high {
				continue
			}
			threshold := (low + high) / 2
			for column[rows[cut]] < threshold {
				cut++
			}
			l, r := part{rows: rows[:cut], depth: p.depth + 1}, part{rows: rows[cut:], depth: p.depth + 1}
			l.mean, l.loss = lossOf(targets[:cut])
			r.mean, r.loss = lossOf(targets[cut:])
			if loss := joint(l, r); loss < least {
				least, best, at, left, right = loss, k, threshold, l, r
			}
		}
	}
	return best, at, left, right
}

// joint returns the loss of two parts, which is not a number if one is empty.
func joint(left, right part) float64 {
	n := float64(len(left.rows) + len(right.rows))
	return left.loss*float64(len(left.rows))/n + right.loss*float64(len(right.rows))/n
}

// lossOf returns the mean of targets and their mean squared deviation from it.
func lossOf(y []float64) (mean, loss float64) {
	for _, v := range y {
		mean += v
	}
	mean /= float64(len(y))
	for _, v := range y {
		d := v - mean
		loss += float64(d * d)
	}
	return mean, loss / float64(len(y))
}
