package grades

import "github.com/luna-rating/luna/internal/elements"

// workspace is the memory that the searches for a mode of a problem use one after the other.
type workspace struct {
	shared     []float64                  // see [problem.sharedJacobian]
	node       []float64                  // a number for each node of a question
	residuals  []float64                  // by observation
	products   [questionsAtOnce][]float64 // n x n for n nodes
	byNodes    []int                      // questions with few pairs of nodes
	byPeople   []int                      // questions with fewer pairs of respondents than of nodes
	slopes     [2][]float64               // by respondent, of two questions
	sums       []float64                  // by respondent, of products of two questions
	full, part *point                     // after a full step and after a part of it
	recycled   *mode                      // or nil
}

// questionsAtOnce is the number of questions that are added to the covariance in one pass.
const questionsAtOnce = 4

// workspace returns the problem's workspace.
func (b *problem) workspace() *workspace {
	if b.buffers == nil {
		b.buffers = b.newWorkspace(nil)
	}
	return b.buffers
}

// newWorkspace returns a workspace for the problem. It takes the memory of another one, if not nil,
// which was for a problem with as many questions and nodes.
func (b *problem) newWorkspace(from *workspace) *workspace {
	w := from
	if w == nil {
		w = &workspace{full: b.newPoint(), part: b.newPoint()}
	}
	all, ratings := b.observations(), len(b.observed)
	w.shared = elements.Resized(w.shared, b.sharedParameters()*all)
	w.residuals = elements.Resized(w.residuals, all)
	w.byNodes, w.byPeople = w.byNodes[:0], w.byPeople[:0]
	maxNodes := 0
	var sizes [questionsAtOnce]int
	for j, n := range b.nodes {
		size := n.size()
		maxNodes = max(maxNodes, size)
		if 2*size*size > ratings*ratings {
			w.byPeople = append(w.byPeople, j)
			continue
		}
		slot := len(w.byNodes) % questionsAtOnce
		sizes[slot] = max(sizes[slot], size)
		w.byNodes = append(w.byNodes, j)
	}
	for slot, size := range sizes {
		w.products[slot] = elements.Resized(w.products[slot], size*size)
	}
	for slot := range w.slopes {
		w.slopes[slot] = elements.Resized(w.slopes[slot], ratings)
	}
	w.sums = elements.Resized(w.sums, ratings)
	w.node = elements.Resized(w.node, maxNodes)
	return w
}
