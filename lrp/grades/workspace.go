package grades

import "github.com/luna-rating/luna/internal/elements"

// workspace is the memory that the searches for a mode of a problem use one after the other.
type workspace struct {
	shared     []float64 // see [problem.sharedJacobian]
	node       []float64 // a number for each node of a question
	residuals  []float64 // by observation
	products   []float64 // n x n for n nodes
	full, part *point    // after a full step and after a part of it
	recycled   *mode     // or nil
}

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
	all := b.observations()
	w.shared = elements.Resized(w.shared, b.sharedParameters()*all)
	w.residuals = elements.Resized(w.residuals, all)
	maxNodes := 0
	for _, n := range b.nodes {
		maxNodes = max(maxNodes, n.size())
	}
	w.node = elements.Resized(w.node, maxNodes)
	return w
}
