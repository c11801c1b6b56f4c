package embed

import (
	"context"
	"slices"
	"sync"

	"github.com/luna-rating/luna/internal/parallel"
)

// batched is an encoder that gives another one many texts in batches, with a prefix, each text
// once. It keeps their vectors in the cache and reports progress.
type batched struct {
	Encoder
	o     EncoderOptions
	cache *cache // nil without one
	most  limits
}

// limits are those of the encoder of [batched].
type limits struct {
	texts, bytes int  // in a batch, unless it is one text
	batches      int  // at once
	noBlanks     bool // blank texts have the zero vector instead
}

// newBatched returns an encoder by another one, whose identity has the prefix.
func newBatched(e Encoder, o EncoderOptions, most limits) Encoder {
	b := &batched{Encoder: e, o: o, most: most}
	if o.Cache != "" {
		b.cache = openCache(o.Cache, e.Identity(), o.note)
	}
	return b
}

// Encode implements [Encoder].
func (b *batched) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	list, at := make([][]float32, len(texts)), map[string][]int{}
	done := 0
	found := func(s string, v []float32) {
		for _, i := range at[s] {
			list[i] = v
		}
		done += len(at[s])
	}
	var missing []string
	for i, s := range texts {
		if b.most.noBlanks && blank(s) {
			list[i] = make([]float32, b.Identity().Dim)
			done++
			continue
		}
		if s = b.o.Prefix + s; at[s] == nil {
			missing = append(missing, s)
		}
		at[s] = append(at[s], i)
	}
	if b.cache != nil {
		missing = slices.DeleteFunc(missing, func(s string) bool {
			v := b.cache.get(s)
			if v != nil {
				found(s, v)
			}
			return v != nil
		})
	}
	progress := func() {
		if b.o.Progress != nil {
			b.o.Progress(done, len(texts))
		}
	}
	if done > 0 {
		progress()
	}
	err := b.encode(ctx, missing, func(batch []string, vectors [][]float32) {
		if b.cache != nil {
			b.cache.put(batch, vectors)
		}
		for k, v := range vectors {
			found(batch[k], v)
		}
		progress()
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// encode passes on the vectors of each batch. Calls of put do not overlap.
func (b *batched) encode(
	ctx context.Context, texts []string, put func(batch []string, vectors [][]float32),
) error {
	var batches [][]string
	start, size := 0, 0
	for i, s := range texts {
		if i > start && (i-start == b.most.texts || size+len(s) > b.most.bytes) {
			batches, start, size = append(batches, texts[start:i]), i, 0
		}
		size += len(s)
	}
	if start < len(texts) {
		batches = append(batches, texts[start:])
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	err := parallel.Do(ctx, b.most.batches, len(batches), func(i int) error {
		vectors, err := b.Encoder.Encode(ctx, batches[i])
		if err != nil {
			cancel(err) // the other batches too
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		put(batches[i], vectors)
		return nil
	}, nil)
	if err != nil {
		return context.Cause(ctx) // rather than what its end has caused
	}
	return nil
}
