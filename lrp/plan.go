package lrp

import (
	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/regress"
)

// gramLimit bounds the number of respondents for which n x n matrices are kept.
const gramLimit = 4000

// wide reports whether the matrix is of a shape for which its Gram matrix is worth keeping.
func wide(m *regress.Matrix) bool {
	n, cols := m.Dims()
	return n <= gramLimit && cols >= n/2
}

// plan is how one approach's design is put together: its static columns first and then those made for each trial.
type plan struct {
	approach Approach
	learner  PreparedLearner // nil where the approach is not a learner
	blocks   []*block        // in the order of the design's columns
	fixed    int             // how many of blocks serve every trial as they are
	static   *regress.Matrix // n x p, the columns of these; nil where there are none
	groups   []int           // of static: the question of each column
	gram     *mat.SymDense   // static staticᵀ; nil where the Gram matrix is of no use
}

func newPlan(a Approach, blocks map[string]*block) plan {
	p := plan{approach: a}
	var dynamic []*block
	var static []*regress.Matrix
	for _, e := range a.Extractors {
		b := blocks[e.Name()]
		if b.perTrial() {
			dynamic = append(dynamic, b)
			continue
		}
		p.blocks = append(p.blocks, b)
		static, p.groups = append(static, b.static), append(p.groups, b.groups...)
	}
	switch len(static) {
	case 0:
	case 1:
		p.static = static[0] // which keeps its rows in one piece once
	default:
		p.static = regress.HStack(static[0], static[1:]...)
	}
	p.fixed = len(p.blocks)
	p.blocks = append(p.blocks, dynamic...)
	if p.static != nil && wide(p.static) {
		p.gram = regress.Gram(p.static)
	}
	return p
}

// dynamic lists the blocks that are made for each trial.
func (p *plan) dynamic() []*block { return p.blocks[p.fixed:] }
