package design

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/regress"
)

// maxGram is the largest number of respondents for which n x n matrices are kept.
const maxGram = 4000

// wide reports whether the Gram matrix of m is worth keeping, by its shape.
func wide(m *regress.Matrix) bool {
	n, cols := m.Dims()
	return n <= maxGram && cols >= n/2
}

// Plan says how the design of some features is composed for a split: first the columns that serve
// every split as they are, then those made for the split.
type Plan struct {
	features []*feature      // in the order of the design's columns
	fixed    int             // the number of features that serve every split
	static   *regress.Matrix // n x p, the columns of these; nil if there are none
	groups   []int           // the question of each column of static
	gram     *mat.SymDense   // static staticᵀ; nil if it would be of no use
}

// Plan plans the design of some of the builder's features.
func (b *Builder) Plan(extractors []features.Extractor) *Plan {
	p := &Plan{}
	var dynamic []*feature
	var static []*regress.Matrix
	for _, f := range b.of(extractors) {
		if f.perSplit() {
			if f.gram != nil { // to which the others are added
				dynamic = slices.Insert(dynamic, 0, f)
			} else {
				dynamic = append(dynamic, f)
			}
			continue
		}
		p.features = append(p.features, f)
		static, p.groups = append(static, f.static), append(p.groups, f.groups...)
	}
	if len(static) > 0 {
		p.static = stack(static)
	}
	p.fixed = len(p.features)
	p.features = append(p.features, dynamic...)
	if p.static != nil && wide(p.static) {
		p.gram = regress.Gram(p.static)
	}
	return p
}

// dynamic lists the features whose rows are made for each split.
func (p *Plan) dynamic() []*feature { return p.features[p.fixed:] }
