// Package design builds design matrices: a row for each respondent, a column for each column of
// each feature on each question.
//
// A [Builder] prepares the features of an experiment or a model once for all texts of a [Corpus].
// There are two ways to go on. [Builder.Fit] fits features to one training part; the [Fitted]
// design has the columns of that part alone, and rows of any response, known or new. It serves
// models and exports. [Builder.Share] and [Builder.Split] serve experiments, which fit the same
// features to many training parts: what does not depend on the split is computed once, and what
// several approaches have in common once for each split. Both give the same predictions.
package design

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/regress"
)

// Builder holds features prepared for the texts of a corpus. It is safe for concurrent use.
type Builder struct {
	Corpus     *Corpus
	features   map[string]*feature // by name
	workspaces sync.Pool           // of *workspace
}

// NewBuilder prepares features, each name once, for all questions of the corpus, whose texts their
// encoders encode first. The error is theirs, or the context's if the context ends first.
func NewBuilder(
	ctx context.Context, workers int, c *Corpus, extractors []features.Extractor,
) (*Builder, error) {
	if err := Encode(ctx, c, extractors...); err != nil {
		return nil, err
	}
	b := &Builder{Corpus: c, features: make(map[string]*feature)}
	b.workspaces.New = func() any { return newWorkspace() }
	var list []*feature
	for _, e := range extractors {
		if b.features[e.Name()] == nil {
			f := &feature{prepared: make([]features.Prepared, len(c.Questions))}
			b.features[e.Name()] = f
			list = append(list, f)
			f.extractor = e
		}
	}
	// Questions with many texts take longest. They come first, so that no worker is left with one
	// at the end.
	order := make([]int, len(c.Questions))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(len(c.Questions[j].Docs), len(c.Questions[i].Docs))
	})
	err := parallel.Do(ctx, workers, len(list)*len(order), func(i int) error {
		f, j := list[i%len(list)], order[i/len(list)]
		f.prepared[j] = f.extractor.Prepare(c.Questions[j])
		return nil
	}, nil)
	return b, err
}

// Share computes what all splits have in common. It must be called before the first plan and split.
func (b *Builder) Share(ctx context.Context, workers int) error {
	list := make([]*feature, 0, len(b.features))
	for _, f := range b.features {
		list = append(list, f)
	}
	return parallel.Do(ctx, workers, len(list), func(i int) error {
		list[i].share(b.Corpus)
		return nil
	}, nil)
}

// of returns the prepared features of the extractors.
func (b *Builder) of(extractors []features.Extractor) []*feature {
	list := make([]*feature, len(extractors))
	for i, e := range extractors {
		list[i] = b.features[e.Name()]
	}
	return list
}

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
