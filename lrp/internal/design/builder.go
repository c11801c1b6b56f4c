package design

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/parallel"
)

// Builder holds features prepared for the texts of a corpus. It is safe for concurrent use.
type Builder struct {
	Corpus     *Corpus
	features   map[string]*feature // by name
	workspaces sync.Pool           // of *workspace
}

// NewBuilder prepares features, each name once, for all questions of the corpus. The error is the
// context's if the context ends first.
func NewBuilder(
	ctx context.Context, workers int, c *Corpus, extractors []features.Extractor,
) (*Builder, error) {
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
