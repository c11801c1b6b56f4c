package auto

// workspace is memory that the searches for a mode of a problem use one after the other.
type workspace struct {
	shared     []float64 // see [problem.sharedJacobian]
	node       []float64 // a number for each node of a question
	residuals  []float64 // by observation
	products   []float64 // n x n for n nodes
	full, part *point    // after a full step and after a part of it
}

// workspace returns the problem's workspace.
func (b *problem) workspace() *workspace {
	if b.buffers != nil {
		return b.buffers
	}
	all, maxNodes := b.observations(), 0
	for _, n := range b.nodes {
		maxNodes = max(maxNodes, n.size())
	}
	b.buffers = &workspace{
		shared: make([]float64, b.sharedParameters()*all), node: make([]float64, maxNodes),
		residuals: make([]float64, all), full: b.newPoint(), part: b.newPoint(),
	}
	return b.buffers
}
