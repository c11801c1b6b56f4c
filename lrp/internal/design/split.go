package design

import (
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/regress"
)

// Split makes the designs of one split. What several of them need is computed once.
type Split struct {
	datasets.Split
	builder   *Builder
	rated     [][]features.Rated // see training
	features  map[*feature]*splitFeature
	ratings   []float64 // of the training part
	workspace *workspace
}

// splitFeature is one feature's part of a split.
type splitFeature struct {
	*feature
	// counts has, for each column, the number of training respondents with an entry in it. A column
	// without any gets no weight, and is left out for the test part too: nothing can be learned
	// about what a distance would see of words that the training part does not have.
	counts []int32
	used   int             // the number of columns with an entry
	train  *regress.Matrix // what is made for the split
	test   *regress.Matrix // with the used columns alone
	groups []int
	gram   bool // the workspace has the Gram matrix of train
	// dropped are the columns in which the training rows of a restricted feature had entries.
	dropped []int
}

// Split begins the designs of a split. [Split.Release] ends them.
func (b *Builder) Split(split datasets.Split) *Split {
	return b.split(split, b.workspaces.Get().(*workspace))
}

func (b *Builder) split(split datasets.Split, w *workspace) *Split {
	w.position = numbers.Resized(w.position, len(b.Corpus.Ratings))
	for i := range w.position {
		w.position[i] = -1
	}
	for k, i := range split.Train {
		w.position[i] = int32(k)
	}
	return &Split{
		Split:     split,
		builder:   b,
		features:  make(map[*feature]*splitFeature),
		ratings:   numbers.At(b.Corpus.Ratings, split.Train),
		workspace: w,
	}
}

// Release gives the memory of the split, and of its designs, to the next one.
func (s *Split) Release() { s.builder.workspaces.Put(s.workspace) }

// training returns the training part's responses by question.
func (s *Split) training() [][]features.Rated {
	if s.rated == nil {
		s.rated = s.builder.Corpus.rated(s.Train)
	}
	return s.rated
}

// feature returns a feature's part of the split.
func (s *Split) feature(f *feature) *splitFeature {
	if p := s.features[f]; p != nil {
		return p
	}
	p := &splitFeature{feature: f, groups: f.groups}
	if f.static == nil {
		fitted := f.fit(s.training())
		p.groups = columnQuestions(fitted)
		p.train = trainRows(fitted, len(s.Train))
		p.test = stack(rowsOf(fitted, s.builder.Corpus, s.Test))
		p.counts = s.counts(f, len(p.groups))
		clear(p.counts)
		countEntries(p.counts, p.train)
	} else {
		p.counts = s.counts(f, len(p.groups))
		s.countTraining(p)
		p.test = f.static.Select(s.Test)
		if f.restricted {
			p.restrict(f.kept(s.training()))
			p.train = f.static.Select(s.Train)
		}
	}
	used := make([]bool, len(p.counts))
	for j, n := range p.counts {
		if n > 0 {
			used[j] = true
			p.used++
		}
	}
	p.test = p.test.Mask(used)
	if len(p.dropped) > 0 {
		p.train = p.train.Mask(used) // a column of zeros gets no weight
	}
	s.features[f] = p
	return p
}

// counts returns memory for one count per column.
func (s *Split) counts(f *feature, columns int) []int32 {
	s.workspace.counts[f] = numbers.Resized(s.workspace.counts[f], columns)
	return s.workspace.counts[f]
}

// countTraining counts the entries of the training respondents, or those of the others, whichever
// are fewer.
func (s *Split) countTraining(p *splitFeature) {
	n := len(s.builder.Corpus.Ratings)
	if 2*len(s.Train) <= n {
		clear(p.counts)
		for _, i := range s.Train {
			for _, j := range p.static.Row(i).Index {
				p.counts[j]++
			}
		}
		return
	}
	copy(p.counts, p.feature.counts)
	for i, position := range s.workspace.position {
		if position < 0 {
			for _, j := range p.static.Row(i).Index {
				p.counts[j]--
			}
		}
	}
}

// restrict leaves out the columns that the training part does not have.
func (p *splitFeature) restrict(kept []bool) {
	for j, n := range p.counts {
		if n > 0 && !kept[j] {
			p.dropped = append(p.dropped, j)
			p.counts[j] = 0
		}
	}
}

// Design is what a regressor learns from and predicts in one split.
type Design struct {
	regress.Problem
	Test *regress.Matrix
	Used int // the number of columns with an entry in the training part
}

// Design makes the design of a plan.
func (s *Split) Design(p *Plan) Design {
	d := Design{Test: s.test(p)}
	d.X, d.Y = s.train(p), s.ratings
	d.Gram, d.Groups = s.gram(p), s.groups(p)
	for _, f := range p.features {
		d.Used += s.feature(f).used
	}
	return d
}

func (s *Split) train(p *Plan) *regress.Matrix {
	dynamic := s.dynamicTrain(p.dynamic())
	if p.static == nil {
		return dynamic
	}
	static := p.static.Select(s.Train)
	if dynamic == nil {
		return static
	}
	return regress.HStack(static, dynamic)
}

// dynamicTrain lays the training rows of features side by side; nil for no features.
func (s *Split) dynamicTrain(list []*feature) *regress.Matrix {
	return s.stack(list, func(p *splitFeature) *regress.Matrix { return p.train })
}

// test lays the features' test rows side by side.
func (s *Split) test(p *Plan) *regress.Matrix {
	return s.stack(p.features, func(p *splitFeature) *regress.Matrix { return p.test })
}

// stack lays a matrix of each feature side by side; nil for no features.
func (s *Split) stack(list []*feature, matrix func(*splitFeature) *regress.Matrix) *regress.Matrix {
	if len(list) == 0 {
		return nil
	}
	blocks := numbers.Map(list, func(f *feature) *regress.Matrix { return matrix(s.feature(f)) })
	return stack(blocks)
}

// groups returns the question of each column. It is the same slice for split after split as long as
// nothing differs.
func (s *Split) groups(p *Plan) []int {
	if p.fixed == len(p.features) {
		return p.groups
	}
	last := s.workspace.groups[p]
	same, at := true, len(p.groups)
	for _, f := range p.dynamic() {
		g := s.feature(f).groups
		same = same && len(last) >= at+len(g) && slices.Equal(last[at:at+len(g)], g)
		at += len(g)
	}
	if same && len(last) == at {
		return last
	}
	all := slices.Clone(p.groups)
	for _, f := range p.dynamic() {
		all = append(all, s.feature(f).groups...)
	}
	s.workspace.groups[p] = all
	return all
}
