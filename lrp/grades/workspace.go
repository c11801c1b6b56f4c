package grades

// workspace is the memory that the searches for a mode of a problem use one after the other.
type workspace struct {
	shared     []float64                  // see [problem.sharedJacobian]
	node       []float64                  // a number for each node of a question
	residuals  []float64                  // by observation
	products   [questionsAtOnce][]float64 // n x n for n nodes
	byNodes    []int                      // questions with few pairs of nodes
	byPeople   []int                      // questions with fewer pairs of respondents than of nodes
	slopes     [2][]float64               // by respondent, of two questions
	full, part *point                     // after a full step and after a part of it
	recycled   *mode                      // or nil
}

// questionsAtOnce is the number of questions that are added to the covariance in one pass.
const questionsAtOnce = 4

// workspace returns the problem's workspace.
func (b *problem) workspace() *workspace {
	if b.buffers != nil {
		return b.buffers
	}
	w := &workspace{
		shared:    make([]float64, b.sharedParameters()*b.observations()),
		residuals: make([]float64, b.observations()),
		full:      b.newPoint(), part: b.newPoint(),
	}
	maxNodes, respondents := 0, len(b.ratings)
	var sizes [questionsAtOnce]int
	for j, n := range b.nodes {
		size := n.size()
		maxNodes = max(maxNodes, size)
		if 2*size*size > respondents*respondents {
			w.byPeople = append(w.byPeople, j)
			continue
		}
		slot := len(w.byNodes) % questionsAtOnce
		sizes[slot] = max(sizes[slot], size)
		w.byNodes = append(w.byNodes, j)
	}
	for slot, size := range sizes {
		w.products[slot] = make([]float64, size*size)
	}
	for slot := range w.slopes {
		w.slopes[slot] = make([]float64, respondents)
	}
	w.node = make([]float64, maxNodes)
	b.buffers = w
	return w
}
