package regress

import (
	"cmp"
	"errors"
	"fmt"
	"math"
)

// Defaults of [GBT].
const (
	defaultGBTDepth = 3
	defaultGBTRate  = 0.1
	gbtMaxRounds    = 500
	gbtFolds        = 4
	gbtPatience     = 15
)

// GBT is gradient boosting of regression trees for the squared error. It starts with the mean of y.
// Each round fits a tree to the residual and adds a fraction of its predictions:
//
//	ŷ(x) = mean(y) + η Σ_r tree_r(x)
//
// A tree splits the rows of a node into those with x_j <= θ and the others. Column j and threshold
// θ, halfway between two values, minimise the sum of squares over all splits that leave MinLeaf
// rows on both sides; of equal splits, up to rounding, the one with the least column wins. A leaf
// predicts the mean of its rows.
//
// If Rounds is 0, it is chosen by four-fold cross-validation, row i being in fold i mod 4. It is
// the number of least squared error, at least 1; the search ends after 15 rounds without an
// improvement.
//
// X is n x p, by its sparse columns, sorted once; zeros are one block at no cost. A level of a tree
// takes O(entries) time. Columns with fewer than MinLeaf entries cannot split and are left out.
//
// Diagnostics: Iterations is the number of trees. The zero value is ready to use.
//
// Source: Friedman, Greedy Function Approximation: A Gradient Boosting Machine, Ann. Stat. 29(5),
// 2001.
type GBT struct {
	// Rounds is the number of trees; 0 means a choice by cross-validation.
	Rounds int
	// Depth is the maximum number of splits above a leaf, at most 16; 0 means 3.
	Depth int
	// Rate is the learning rate η, in (0, 1]; 0 means 0.1.
	Rate float64
	// MinLeaf is the minimum number of rows of a leaf; 0 means min(5, n/8), but at least 1.
	MinLeaf int
}

// Name returns "gbt".
func (GBT) Name() string { return "gbt" }

func (r GBT) check() error {
	switch {
	case r.Rounds < 0:
		return fmt.Errorf("%w: gbt: %d rounds, want at least 0", ErrOption, r.Rounds)
	case r.Depth < 0 || r.Depth > 16:
		return fmt.Errorf("%w: gbt: depth %d outside 1 to 16", ErrOption, r.Depth)
	case !(r.Rate >= 0 && r.Rate <= 1):
		return fmt.Errorf("%w: gbt: learning rate %v outside (0, 1]", ErrOption, r.Rate)
	case r.MinLeaf < 0:
		return fmt.Errorf("%w: gbt: leaves of %d rows, want at least 0", ErrOption, r.MinLeaf)
	}
	return nil
}

// withDefaults replaces zeros by the defaults for n rows, except Rounds.
func (r GBT) withDefaults(n int) GBT {
	r.Depth = cmp.Or(r.Depth, defaultGBTDepth)
	r.Rate = cmp.Or(r.Rate, defaultGBTRate)
	r.MinLeaf = cmp.Or(r.MinLeaf, max(1, min(5, n/8)))
	return r
}

// gbtModel is the model of [GBT]. Its exported fields describe it completely and survive JSON
// exactly. It must not be changed in use.
type gbtModel struct {
	Columns int              `json:"columns"` // number of columns of the design
	Base    float64          `json:"base"`    // mean of the targets
	Trees   []regressionTree `json:"trees"`   // their values are added to base
}

// regressionTree is a regression tree by its nodes, the root first.
type regressionTree []treeNode

// treeNode is a split or a leaf.
type treeNode struct {
	Column    int     `json:"column"`          // compared with the threshold; 0 in a leaf
	Threshold float64 `json:"threshold"`       // rows up to it go left
	Left      int     `json:"left,omitempty"`  // 0 in a leaf
	Right     int     `json:"right,omitempty"` // 0 in a leaf
	Value     float64 `json:"value"`           // of a leaf, the learning rate included
}

// Fit returns a model of gradient-boosted trees. It fails if a hyper-parameter is out of range
// ([ErrOption]) and for the reasons for which [OLS.Fit] does.
func (r GBT) Fit(p Problem) (Model, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	m := &gbtModel{Columns: p.X.cols, Base: Mean(p.Y)}
	yc := deviations(p.Y, m.Base)
	if top := maxAbs(yc); !finite(m.Base) || !(top <= maxMagnitude) {
		return nil, fmt.Errorf("%w: the squares of the targets overflow; rescale them",
			ErrNotFinite)
	}
	if allEqual(p.Y) {
		return m, nil
	}
	n := len(p.Y)
	r = r.withDefaults(n)
	s := newSplitter(p.X, r.MinLeaf)
	if len(s.cols) == 0 {
		return m, nil
	}
	if r.Rounds == 0 {
		r.Rounds = r.choose(s, yc)
	}
	b := newBooster(r, s, yc, nil)
	for range r.Rounds {
		tree := b.round()
		if len(tree) == 1 { // no split helps any more
			break
		}
		m.Trees = append(m.Trees, tree)
	}
	return m, nil
}

// choose returns the number of rounds of least cross-validation error.
func (r GBT) choose(s *splitter, yc []float64) int {
	n := len(yc)
	folds := min(gbtFolds, n)
	boosters := make([]*booster, folds)
	for f := range boosters {
		out := make([]bool, n)
		for i := f; i < n; i += folds {
			out[i] = true
		}
		boosters[f] = newBooster(r, s, yc, out)
	}
	best, least := 0, math.Inf(1)
	for round := 1; round <= gbtMaxRounds && round-best <= gbtPatience; round++ {
		var loss float64
		for _, b := range boosters {
			b.round()
			for i, out := range b.heldOut {
				if out {
					loss += b.residual[i] * b.residual[i]
				}
			}
		}
		if loss < least {
			best, least = round, loss
		}
	}
	return max(best, 1)
}

// booster is the state of boosting.
type booster struct {
	r        GBT
	s        *splitter
	heldOut  []bool    // rows of the fold that is left out; nil for none
	in       []bool    // rows that trees are fitted to
	residual []float64 // n; targets less predictions, of held-out rows too
}

func newBooster(r GBT, s *splitter, yc []float64, heldOut []bool) *booster {
	b := &booster{r: r, s: s, heldOut: heldOut, in: make([]bool, len(yc))}
	var sum, rows float64
	for i, v := range yc {
		if b.in[i] = heldOut == nil || !heldOut[i]; b.in[i] {
			sum += v
			rows++
		}
	}
	mean := 0.0
	if heldOut != nil {
		mean = sum / rows
	}
	b.residual = deviations(yc, mean)
	return b
}

// round grows a tree and subtracts its predictions from the residual.
func (b *booster) round() regressionTree {
	tree, leaf := b.s.grow(b.residual, b.in, b.r)
	for i, l := range leaf {
		b.residual[i] -= tree[l].Value
	}
	return tree
}

// Predict returns the sum of base and trees for each row of x. It panics if x has a different
// number of columns from the training rows.
func (m *gbtModel) Predict(x *Matrix) []float64 {
	if x.cols != m.Columns {
		panic(fmt.Sprintf("regress: %d columns for a model of %d", x.cols, m.Columns))
	}
	y := make([]float64, x.n)
	dense := make([]float64, m.Columns)
	for i, r := range x.all() {
		for k, j := range r.Index {
			dense[j] = r.Value[k]
		}
		y[i] = m.Base
		for _, t := range m.Trees {
			at := 0
			for t[at].Left != 0 {
				if dense[t[at].Column] <= t[at].Threshold {
					at = t[at].Left
				} else {
					at = t[at].Right
				}
			}
			y[i] += t[at].Value
		}
		for _, j := range r.Index {
			dense[j] = 0
		}
	}
	return y
}

// Check reports what keeps m from predicting; see [StorableModel].
func (m *gbtModel) Check(columns int) error {
	if m.Columns != columns {
		return fmt.Errorf("trees over %d columns, want %d", m.Columns, columns)
	}
	for i, t := range m.Trees {
		if err := t.check(columns); err != nil {
			return fmt.Errorf("tree %d: %w", i, err)
		}
	}
	return checkNumber("base", m.Base)
}

// check reports why t is not a tree. The root is first, and every other node is the child of
// exactly one node before it.
func (t regressionTree) check(columns int) error {
	if len(t) == 0 {
		return errors.New("no nodes, want at least 1")
	}
	child := make([]bool, len(t))
	child[0] = true
	for i, n := range t {
		switch {
		case !finite(n.Threshold) || !finite(n.Value):
			return fmt.Errorf("node %d: threshold %v and value %v, want finite numbers",
				i, n.Threshold, n.Value)
		case !child[i]:
			return fmt.Errorf("node %d of %d is the child of no node before it", i, len(t))
		case n.Left == 0 && n.Right == 0:
			continue
		case n.Column < 0 || n.Column >= columns:
			return fmt.Errorf("node %d splits by column %d of %d", i, n.Column, columns)
		}
		for _, c := range []int{n.Left, n.Right} {
			if c <= i || c >= len(t) || child[c] {
				return fmt.Errorf("node %d of %d has child %d, want one of its own after it",
					i, len(t), c)
			}
			child[c] = true
		}
	}
	return nil
}

// Diagnostics holds the number of trees.
func (m *gbtModel) Diagnostics() Diagnostics { return Diagnostics{Iterations: len(m.Trees)} }
