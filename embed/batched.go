package embed

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/internal/text"
)

// source encodes many texts in batches.
type source interface {
	Identity() Identity
	// blanks reports whether it encodes blank texts. Others have the zero vector.
	blanks() bool
	// encode passes on the vectors of each batch, those of the texts from the given index on. Its
	// calls do not overlap. It fails with their error.
	encode(ctx context.Context, texts []string, put func(from int, vectors [][]float32) error) error
}

// batched is the encoder of a source: with the prefix, the cache and reports of progress.
type batched struct {
	source
	o     EncoderOptions
	cache *cache // nil without one
}

// newBatched returns the encoder of a source, whose identity has the prefix.
func newBatched(s source, o EncoderOptions) Encoder {
	b := &batched{source: s, o: o}
	if o.Cache != "" {
		b.cache = openCache(o.Cache, s.Identity(), o.note)
	}
	return b
}

// Encode implements [Encoder]. It encodes each text once, however often it occurs.
func (b *batched) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	dim := b.Identity().Dim
	list, at := make([][]float32, len(texts)), map[string][]int{}
	done := 0
	var missing []string
	for i, s := range texts {
		if !b.blanks() && blank(s) {
			list[i] = make([]float32, dim)
			done++
			continue
		}
		if s = b.o.Prefix + s; at[s] == nil {
			missing = append(missing, s)
		}
		at[s] = append(at[s], i)
	}
	found := func(s string, v []float32) {
		for _, i := range at[s] {
			list[i] = v
		}
		done += len(at[s])
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
	if len(missing) == 0 {
		return list, nil
	}
	err := b.encode(ctx, missing, func(from int, vectors [][]float32) error {
		if err := checkVectors(vectors, dim); err != nil {
			return err
		}
		batch := missing[from : from+len(vectors)]
		if b.cache != nil {
			b.cache.put(batch, vectors)
		}
		for k, v := range vectors {
			found(batch[k], v)
		}
		progress()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// checkVectors returns an error if a vector is not one of so many finite numbers.
func checkVectors(vectors [][]float32, dim int) error {
	for _, v := range vectors {
		switch {
		case len(v) != dim:
			return fmt.Errorf("found a vector of %s, expected %d as before", text.Count(len(v), "number"), dim)
		case slices.ContainsFunc(v, func(x float32) bool { return !finite32(x) }):
			return errors.New("found a vector that is not finite, expected numbers")
		}
	}
	return nil
}
