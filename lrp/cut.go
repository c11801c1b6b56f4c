package lrp

import (
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/regress"
)

// cut is one split as all approaches of a trial see it: what several of them need is made once.
type cut struct {
	corpus *corpus
	split  datasets.Split
	rated  [][]features.Rated // see training
	blocks map[*block]*blockCut
	w      *workspace
}

// blockCut is one feature's part of a trial.
type blockCut struct {
	*block
	// having counts, for each column, the training respondents who have an entry in it. Where nobody has, the column
	// gets no weight, and is left out for the test part too: what a distance would see of words that the training
	// part has not got cannot be learned.
	having []int32
	used   int             // columns that somebody has
	train  *regress.Matrix // of what is made for the trial
	test   *regress.Matrix // with the columns that are used alone
	groups []int
	gram   bool // the workspace has the Gram matrix of train
	// dropped are the columns in which the training rows of a restricted block had entries.
	dropped []int
}

func newCut(c *corpus, split datasets.Split, w *workspace) *cut {
	t := &cut{corpus: c, split: split, blocks: make(map[*block]*blockCut), w: w}
	w.place = resized(w.place, len(c.ratings))
	for i := range w.place {
		w.place[i] = -1
	}
	for k, i := range split.Train {
		w.place[i] = int32(k)
	}
	return t
}

// training returns the training part's responses by question.
func (t *cut) training() [][]features.Rated {
	if t.rated == nil {
		t.rated = t.corpus.ratedBy(t.split.Train)
	}
	return t.rated
}

// ratedBy returns the responses of the given respondents to each question, with their ratings.
func (c *corpus) ratedBy(respondents []int) [][]features.Rated {
	rated := make([][]features.Rated, len(c.docs))
	for j := range rated {
		rated[j] = c.rated(j, respondents)
	}
	return rated
}

// block returns a feature's part.
func (t *cut) block(b *block) *blockCut {
	if c := t.blocks[b]; c != nil {
		return c
	}
	c := &blockCut{block: b, groups: b.groups}
	if b.static == nil {
		fitted := b.fit(t.training())
		c.groups = columnQuestions(fitted)
		c.train, c.test = trainMatrix(fitted, len(t.split.Train)), t.corpus.matrix(fitted, t.split.Test)
		c.having = t.counts(b, len(c.groups))
		clear(c.having)
		countEntries(c.having, c.train)
	} else {
		c.having = t.counts(b, len(c.groups))
		t.countTraining(c)
		c.test = b.static.Select(t.split.Test)
		if b.restricted {
			c.restrict(b.kept(t.training()))
			c.train = b.static.Select(t.split.Train)
		}
	}
	used := make([]bool, len(c.having))
	for j, n := range c.having {
		if n > 0 {
			used[j] = true
			c.used++
		}
	}
	c.test = c.test.Mask(used)
	if len(c.dropped) > 0 {
		c.train = c.train.Mask(used) // a column of zeros gets no weight
	}
	t.blocks[b] = c
	return c
}

// counts returns memory for one count a column.
func (t *cut) counts(b *block, columns int) []int32 {
	t.w.having[b] = resized(t.w.having[b], columns)
	return t.w.having[b]
}

// countTraining counts the training respondents, or those that are not among them, whichever are fewer.
func (t *cut) countTraining(c *blockCut) {
	n := len(t.corpus.ratings)
	if 2*len(t.split.Train) <= n {
		clear(c.having)
		for _, i := range t.split.Train {
			for _, j := range c.static.Row(i).Index {
				c.having[j]++
			}
		}
		return
	}
	copy(c.having, c.block.having)
	for i, place := range t.w.place {
		if place < 0 {
			for _, j := range c.static.Row(i).Index {
				c.having[j]--
			}
		}
	}
}

// restrict leaves out the columns that the training part has not got.
func (c *blockCut) restrict(kept []bool) {
	for j, n := range c.having {
		if n > 0 && !kept[j] {
			c.dropped = append(c.dropped, j)
			c.having[j] = 0
		}
	}
}

// design is what a regressor learns from and predicts in one trial.
type design struct {
	regress.Problem
	test *regress.Matrix
	used int // columns of the training part
}

// design puts an approach's design together, without the targets.
func (t *cut) design(p *plan) design {
	var d design
	d.X = t.train(p)
	d.Gram = t.gram(p)
	d.Groups = t.groups(p)
	d.test = t.test(p)
	for _, b := range p.blocks {
		d.used += t.block(b).used
	}
	return d
}

func (t *cut) train(p *plan) *regress.Matrix {
	rated := t.madeForTrial(p.dynamic())
	if p.static == nil {
		return rated
	}
	static := p.static.Select(t.split.Train)
	if rated == nil {
		return static
	}
	return regress.HStack(static, rated)
}

// madeForTrial lays the training rows of the blocks side by side; nil for no blocks.
func (t *cut) madeForTrial(blocks []*block) *regress.Matrix {
	return t.stack(blocks, func(c *blockCut) *regress.Matrix { return c.train })
}

// test lays the blocks' test rows side by side.
func (t *cut) test(p *plan) *regress.Matrix {
	return t.stack(p.blocks, func(c *blockCut) *regress.Matrix { return c.test })
}

// stack lays a matrix of each block side by side; nil for no blocks.
func (t *cut) stack(blocks []*block, of func(*blockCut) *regress.Matrix) *regress.Matrix {
	if len(blocks) == 0 {
		return nil
	}
	list := make([]*regress.Matrix, len(blocks))
	for i, b := range blocks {
		list[i] = of(t.block(b))
	}
	if len(list) == 1 {
		return list[0] // what one regressor has found out of it serves the next one
	}
	return regress.HStack(list[0], list[1:]...)
}

// groups returns the question of each column. It is the same slice in trial after trial where nothing differs.
func (t *cut) groups(p *plan) []int {
	if p.fixed == len(p.blocks) {
		return p.groups
	}
	last := t.w.groups[p]
	same, at := true, len(p.groups)
	for _, b := range p.dynamic() {
		g := t.block(b).groups
		same = same && len(last) >= at+len(g) && slices.Equal(last[at:at+len(g)], g)
		at += len(g)
	}
	if same && len(last) == at {
		return last
	}
	all := slices.Clone(p.groups)
	for _, b := range p.dynamic() {
		all = append(all, t.block(b).groups...)
	}
	t.w.groups[p] = all
	return all
}
