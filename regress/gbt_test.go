package regress

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// slowTree is a tree by the definition: it tries every threshold of every column of dense rows.
type slowTree struct {
	column    int
	threshold float64
	low, high *slowTree
	value     float64
	ambiguous bool // another split is as good
}

func newSlowTree(rows [][]float64, y []float64, of []int, depth, minLeaf int) *slowTree {
	squares := func(of []int) (s, mean float64) {
		for _, i := range of {
			mean += y[i] / float64(len(of))
		}
		for _, i := range of {
			s += (y[i] - mean) * (y[i] - mean)
		}
		return s, mean
	}
	joined, mean := squares(of)
	t := &slowTree{value: mean}
	if depth == 0 {
		return t
	}
	best := joined * (1 - 1e-9)
	var low, high []int
	for j := range rows[0] {
		var values []float64
		for _, i := range of {
			values = append(values, rows[i][j])
		}
		slices.Sort(values)
		values = slices.Compact(values)
		for v := 1; v < len(values); v++ {
			threshold := (values[v-1] + values[v]) / 2
			var a, b []int
			for _, i := range of {
				if rows[i][j] <= threshold {
					a = append(a, i)
				} else {
					b = append(b, i)
				}
			}
			if len(a) < minLeaf || len(b) < minLeaf {
				continue
			}
			sa, _ := squares(a)
			sb, _ := squares(b)
			switch {
			case sa+sb < best-1e-9*joined:
				best, t.ambiguous = sa+sb, false
				t.column, t.threshold, low, high = j, threshold, a, b
			case low != nil && sa+sb < best+1e-9*joined:
				t.ambiguous = true
			}
		}
	}
	if low != nil {
		t.low = newSlowTree(rows, y, low, depth-1, minLeaf)
		t.high = newSlowTree(rows, y, high, depth-1, minLeaf)
	}
	return t
}

func (s *slowTree) same(t *testing.T, name string, tree regressionTree, at int) {
	node := tree[at]
	switch {
	case s.ambiguous:
	case (s.low == nil) != (node.Left == 0):
		t.Errorf("%s: node %v, want %v", name, node, s)
	case s.low == nil:
		if math.Abs(node.Value-s.value) > 1e-12 {
			t.Errorf("%s: leaf %v, want %v", name, node.Value, s.value)
		}
	case node.Column != s.column || math.Abs(node.Threshold-s.threshold) > 1e-12:
		t.Errorf("%s: column %d at %v, want %d at %v",
			name, node.Column, node.Threshold, s.column, s.threshold)
	default:
		s.low.same(t, name, tree, node.Left)
		s.high.same(t, name, tree, node.Right)
	}
}

func TestTreeIsItsDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	mixed := gaussian(rng, 80, 6) // zeros among numbers of both signs, ties
	for _, r := range mixed.X.all() {
		for j := range r.Value {
			switch rng.IntN(3) {
			case 0:
				r.Value[j] = 0
			case 1:
				r.Value[j] = math.Round(r.Value[j])
			}
		}
	}
	d := designs()
	for name, p := range map[string]Problem{
		"mixed": mixed, "tall": d["tall"], "words": d["words"], "words tall": d["words tall"],
		"dependent": d["dependent 100"], "copies": d["copied rows"], "two": d["two"],
	} {
		n, _ := p.X.Dims()
		for _, minLeaf := range []int{1, 3, 10} {
			m := learn(t, GBT{Rounds: 1, Rate: 1, MinLeaf: minLeaf}, p).(*gbtModel)
			tree := regressionTree{{}}
			if len(m.Trees) > 0 {
				tree = m.Trees[0]
			}
			all := make([]int, n)
			for i := range all {
				all[i] = i
			}
			yc := deviations(p.Y, Mean(p.Y))
			newSlowTree(toDense(p.X), yc, all, 3, minLeaf).same(t, name, tree, 0)
		}
	}
}

// No tree increases the training error.
func TestGBTLossFalls(t *testing.T) {
	for name, p := range designs() {
		m := learn(t, GBT{Rounds: 30}, p).(*gbtModel)
		last := math.Inf(1)
		for rounds := range len(m.Trees) + 1 {
			some := gbtModel{Columns: m.Columns, Base: m.Base, Trees: m.Trees[:rounds]}
			var loss float64
			for i, y := range some.Predict(p.X) {
				loss += (p.Y[i] - y) * (p.Y[i] - y)
			}
			if loss > last*(1+1e-12) {
				t.Errorf("%s: loss %v after %d rounds, %v before", name, loss, rounds, last)
			}
			last = loss
		}
	}
}

func TestGBTChoosesRounds(t *testing.T) {
	p := similarities(1, 120, 20, 4)
	m := learn(t, GBT{}, p).(*gbtModel)
	if len(m.Trees) < 10 || len(m.Trees) > 300 {
		t.Errorf("%d rounds chosen", len(m.Trees))
	}
	noise := gaussian(rand.New(rand.NewPCG(1, 1)), 120, 20)
	if m := learn(t, GBT{}, noise).(*gbtModel); len(m.Trees) > 20 {
		t.Errorf("%d rounds chosen for noise", len(m.Trees))
	}
}

func TestGBTMinLeaf(t *testing.T) {
	p := designs()["words tall"]
	m := learn(t, GBT{Rounds: 30, MinLeaf: 17}, p).(*gbtModel)
	rows := toDense(p.X)
	for _, tree := range m.Trees {
		count := make([]int, len(tree))
		for _, r := range rows {
			at := 0
			for tree[at].Left != 0 {
				if r[tree[at].Column] <= tree[at].Threshold {
					at = tree[at].Left
				} else {
					at = tree[at].Right
				}
			}
			count[at]++
		}
		for v, n := range tree {
			if n.Left == 0 && count[v] < 17 {
				t.Errorf("leaf of %d rows", count[v])
			}
		}
	}
}
