package grades

// solver solves equations with the covariance C of a problem's observations without decomposing it as
// a whole. It serves to find modes and to compare hyper-parameters. Predictions take the
// decomposition.
type solver interface {
	// factorise prepares for the model linearised at m, and reports whether C is positive definite.
	factorise(b *problem, h *hyper, m *mode) bool
	// solve turns x into C⁻¹x.
	solve(x []float64)
	// precisions returns the diagonal of C⁻¹ for the respondents. No equation can be solved
	// thereafter until C is factorised again.
	precisions() []float64
}

// solved returns the problem with the solver for the hyper-parameters, if there is one. Both have the
// same workspace.
func (b *problem) solved(h *hyper) *problem {
	b.workspace()
	other := *b
	switch {
	case !h.graded() && h.Weight == 0 && h.Question == 0:
		other.solver = newUpdates(b)
	case len(b.answers) >= len(b.ratings) && len(b.ratings) > 0:
		other.solver = newElimination(b)
	default:
		other.solver = nil // not that of other hyper-parameters or of more respondents
	}
	return &other
}
