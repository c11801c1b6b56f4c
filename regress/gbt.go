package regress

import (
	"errors"
	"fmt"
	"math"

	"github.com/luna-rating/luna/internal/stream"
)

// Defaults of [GBT].
const (
	defaultGBTDepth     = 3
	defaultGBTRate      = 0.1
	defaultGBTMaxRounds = 500
	gbtFolds            = 4
	gbtPatience         = 15
)

// GBT is gradient boosting of regression trees for the squared error: beginning with the
// mean of y, each round fits a tree to what is left of y and adds a part of it,
//
//	ŷ(x) = mean(y) + η Σ_r tree_r(x)
//
// A tree splits the rows of a node in those with x_j <= θ and the others, the column j and θ, halfway between
// two values, being those of least sum of squares over all splits that leave MinLeaf rows on both sides, those of
// the least column of equals, up to rounding. A leaf predicts the mean of its rows.
//
// Where Rounds is 0 it is chosen by four-fold cross-validation, row i being in fold i mod 4: the number of least squared error,
// looked for until 15 rounds bring no better one, but at least 1.
//
// X is n x p, by its sparse columns, sorted once; zeros are one block that costs nothing. Costs: O(entries) time for
// each level of a tree. Columns of fewer than MinLeaf entries cannot split and are left out.
//
// Diagnostics: Iterations is the number of trees.
//
// Source: Friedman, Greedy Function Approximation: A Gradient Boosting kernelModel, Ann. Stat. 29(5), 2001, and
// Stochastic Gradient Boosting, Comput. Stat. Data Anal. 38(4), 2002. The zero value is ready.
type GBT struct {
	// Rounds is the number of trees; 0 for chosen.
	Rounds int
	// MaxRounds bounds what is chosen; 0 stands for 500.
	MaxRounds int
	// Depth is the greatest number of splits above a leaf, at most 16; 0 stands for 3.
	Depth int
	// Rate is the learning rate η, in (0, 1]; 0 stands for 0.1.
	Rate float64
	// MinLeaf is the least number of rows of a leaf; 0 stands for 5, or n/8 where that is
	// less, but at least 1.
	MinLeaf int
	// Subsample is the part of the rows, in (0, 1], that each tree is fitted to, drawn without replacement; 0 stands
	// for 1, all.
	Subsample float64
	// Seed is that of the draws.
	Seed uint64
}

// Name returns "gbt".
func (GBT) Name() string { return "gbt" }

func (r GBT) check() error {
	switch {
	case r.Rounds < 0 || r.MaxRounds < 0:
		return fmt.Errorf("%w: gbt: %d rounds, at most %d", ErrOption, r.Rounds, r.MaxRounds)
	case r.Depth < 0 || r.Depth > 16:
		return fmt.Errorf("%w: gbt: depth %d outside 1 to 16", ErrOption, r.Depth)
	case !(r.Rate >= 0 && r.Rate <= 1):
		return fmt.Errorf("%w: gbt: learning rate %v outside (0, 1]", ErrOption, r.Rate)
	case r.MinLeaf < 0:
		return fmt.Errorf("%w: gbt: leaves of at least %d rows", ErrOption, r.MinLeaf)
	case !(r.Subsample >= 0 && r.Subsample <= 1):
		return fmt.Errorf("%w: gbt: subsample %v outside (0, 1]", ErrOption, r.Subsample)
	}
	return nil
}

// withDefaults fills in what is 0 for n rows, but Rounds.
func (r GBT) withDefaults(n int) GBT {
	if r.MaxRounds == 0 {
		r.MaxRounds = defaultGBTMaxRounds
	}
	if r.Depth == 0 {
		r.Depth = defaultGBTDepth
	}
	if r.Rate == 0 {
		r.Rate = defaultGBTRate
	}
	if r.MinLeaf == 0 {
		r.MinLeaf = max(1, min(5, n/8))
	}
	if r.Subsample == 0 {
		r.Subsample = 1
	}
	return r
}

// gbtModel is the model of [GBT]. It is complete with its exported fields, which survive JSON exactly; it
// must not be changed in use.
type gbtModel struct {
	Columns int              `json:"columns"` // number of columns of a row
	Base    float64          `json:"base"`    // mean of the targets
	Trees   []regressionTree `json:"trees"`   // their values are added to Base
}

// regressionTree is a regression tree by its nodes, the root first.
type regressionTree []treeNode

// treeNode splits rows, or is a leaf.
type treeNode struct {
	Column    int     `json:"column"`          // of the value to compare; 0 in a leaf
	Threshold float64 `json:"threshold"`       // rows of at most this go left
	Left      int     `json:"left,omitempty"`  // 0 in a leaf
	Right     int     `json:"right,omitempty"` // 0 in a leaf
	Value     float64 `json:"value"`           // of a leaf, the learning rate included
}

// Fit returns a [*gbtModel]. It fails where a hyper-parameter is out of range ([ErrOption]) and for the reasons for
// which [OLS.Fit] does.
func (r GBT) Fit(p Problem) (Model, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	m := &gbtModel{Columns: p.X.cols, Base: Mean(p.Y)}
	yc := deviations(p.Y, m.Base)
	if top := largest(yc); !finite(m.Base) || !(top <= vast) {
		return nil, fmt.Errorf("%w: the squares of the targets overflow; rescale them", ErrNotFinite)
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
	b := newBooster(r, s, yc, nil, 0)
	for range r.Rounds {
		tree := b.round()
		if len(tree) == 1 && r.Subsample == 1 { // nothing splits any more
			break
		}
		m.Trees = append(m.Trees, tree)
	}
	return m, nil
}

// choose returns the number of rounds of least cross-validated error.
func (r GBT) choose(s *splitter, yc []float64) int {
	n := len(yc)
	folds := min(gbtFolds, n)
	boosters := make([]*booster, folds)
	for f := range boosters {
		out := make([]bool, n)
		for i := f; i < n; i += folds {
			out[i] = true
		}
		boosters[f] = newBooster(r, s, yc, out, f+1)
	}
	best, least := 0, math.Inf(1)
	for round := 1; round <= r.MaxRounds && round-best <= gbtPatience; round++ {
		var loss float64
		for _, b := range boosters {
			b.round()
			for i, out := range b.out {
				if out {
					loss += b.left[i] * b.left[i]
				}
			}
		}
		if loss < least {
			best, least = round, loss
		}
	}
	return max(best, 1)
}

// booster is a boosting under way.
type booster struct {
	r     GBT
	s     *splitter
	out   []bool    // rows held out; nil for none
	left  []float64 // n; what is left of the targets, of rows held out too
	fold  int
	count int // rounds
}

func newBooster(r GBT, s *splitter, yc []float64, out []bool, fold int) *booster {
	b := &booster{r: r, s: s, out: out, fold: fold}
	var sum, rows float64
	for i, v := range yc {
		if out == nil || !out[i] {
			sum += v
			rows++
		}
	}
	mean := 0.0
	if out != nil {
		mean = sum / rows
	}
	b.left = deviations(yc, mean)
	return b
}

// round grows a tree and takes its predictions from what is left.
func (b *booster) round() regressionTree {
	tree, leaf := b.s.grow(b.left, b.rows(), b.r)
	b.count++
	for i, l := range leaf {
		b.left[i] -= tree[l].Value
	}
	return tree
}

// rows tells which rows the next tree is fitted to.
func (b *booster) rows() []bool {
	n := len(b.left)
	in := make([]bool, n)
	var all []int
	for i := range in {
		if b.out == nil || !b.out[i] {
			in[i] = true
			all = append(all, i)
		}
	}
	if b.r.Subsample == 1 {
		return in
	}
	clear(in)
	rng := stream.New(b.r.Seed, fmt.Sprintf("gbt %d", b.fold), b.count)
	keep := max(1, int(b.r.Subsample*float64(len(all))))
	for t := range keep {
		u := t + rng.IntN(len(all)-t)
		all[t], all[u] = all[u], all[t]
		in[all[t]] = true
	}
	return in
}

// Predict returns the sum of base and trees for each row of x. It panics where x has not as many columns as the
// training rows.
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

// Check tells what keeps m from predicting, see [StorableModel].
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

// check tells why t is not a tree: the root first, every other node the child of one before it.
func (t regressionTree) check(columns int) error {
	if len(t) == 0 {
		return errors.New("no nodes, want at least 1")
	}
	child := make([]bool, len(t))
	child[0] = true
	for i, n := range t {
		switch {
		case !finite(n.Threshold) || !finite(n.Value):
			return fmt.Errorf("node %d: threshold %v and value %v, want finite numbers", i, n.Threshold, n.Value)
		case !child[i]:
			return fmt.Errorf("node %d of %d is the child of no node before it", i, len(t))
		case n.Left == 0 && n.Right == 0:
			continue
		case n.Column < 0 || n.Column >= columns:
			return fmt.Errorf("node %d splits by column %d of %d", i, n.Column, columns)
		}
		for _, c := range []int{n.Left, n.Right} {
			if c <= i || c >= len(t) || child[c] {
				return fmt.Errorf("node %d of %d has child %d, want one of its own behind it", i, len(t), c)
			}
			child[c] = true
		}
	}
	return nil
}

// Diagnostics tells the number of trees.
func (m *gbtModel) Diagnostics() Diagnostics { return Diagnostics{Iterations: len(m.Trees)} }
