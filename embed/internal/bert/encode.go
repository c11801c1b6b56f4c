package bert

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/text"
)

// batchTokens is how many tokens go through the model at a time.
const batchTokens = 256

// Tokens returns the numbers of the pieces of a text, from [CLS] to [SEP].
func (m *Model) Tokens(s string) []int {
	if m.settings.LowerFirst {
		s = lower(s)
	}
	t := m.tokenizer
	ids := append([]int{t.vocab[firstPiece]}, t.Tokenize(s, m.settings.MaxTokens-2)...)
	return append(ids, t.vocab[lastPiece])
}

// Encode returns the vectors of texts. They depend neither on other texts nor on the number of
// processors. Progress, if not nil, is told how many are done.
func (m *Model) Encode(ctx context.Context, texts []string, progress func(done, total int)) ([][]float32, error) {
	workers := runtime.GOMAXPROCS(0)
	tokens := make([][]int, len(texts))
	parallel.EachOf(len(texts), 16, func(i int) { tokens[i] = m.Tokens(texts[i]) })
	batches := batch(tokens, workers)
	vectors := make([][]float32, len(texts))
	var (
		mu   sync.Mutex
		done int
	)
	err := parallel.Do(ctx, workers, len(batches), func(i int) error {
		var part [][]int
		for _, k := range batches[i] {
			part = append(part, tokens[k])
		}
		for j, v := range m.forward(part) {
			k := batches[i][j]
			if bad := slices.IndexFunc(v, func(x float32) bool { return x-x != 0 }); bad >= 0 {
				return fmt.Errorf("found %v in the vector of %s, expected finite numbers: the weights do not fit",
					v[bad], text.Quote(texts[k]))
			}
			vectors[k] = v
		}
		mu.Lock()
		defer mu.Unlock()
		if done += len(part); progress != nil {
			progress(done, len(texts))
		}
		return nil
	}, nil)
	if err != nil {
		return nil, err
	}
	return vectors, nil
}

// batch parts texts into lists of their indexes, the longest texts first. Each worker gets work if
// there is enough.
func batch(tokens [][]int, workers int) [][]int {
	order, total := make([]int, len(tokens)), 0
	for i, ids := range tokens {
		order[i] = i
		total += len(ids)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(tokens[b]), len(tokens[a])) })
	most := min(batchTokens, total/workers+1)
	var batches [][]int
	size := most
	for _, k := range order {
		if size += len(tokens[k]); size > most {
			batches, size = append(batches, nil), len(tokens[k])
		}
		last := len(batches) - 1
		batches[last] = append(batches[last], k)
	}
	return batches
}
