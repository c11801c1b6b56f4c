package embed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
)

// TrainOptions are the options of [Train]. The zero value is the default.
type TrainOptions struct {
	// Dim is the dimension of the vectors. The default, 0, is 100 or the number of words,
	// whichever is less.
	Dim int
	// Window is how many words on either side count as near (default 5). Words outside the
	// vocabulary are skipped.
	Window int
	// MinCount is the minimum number of occurrences of a word (default 2).
	MinCount int
	// MaxWords is the maximum size of the vocabulary, which has the most frequent words (default
	// 50,000).
	MaxWords int
	// Seed is the seed of all random choices.
	Seed uint64
	// Workers is the number of goroutines (default one per processor). The result does not
	// depend on it.
	Workers int
	// Storage is how the vectors are stored.
	Storage Storage
	// About describes the vectors.
	About About
	// Progress, if not nil, is called from time to time with the progress of a phase: "count",
	// "read", "pairs" and "factor". Calls do not overlap.
	Progress func(phase string, done, total int64)
}

// ErrTrain is wrapped by errors about options out of range and unusable corpora.
var ErrTrain = errors.New("embed: training")

func (o TrainOptions) report(phase string, done, total int64) {
	if o.Progress != nil {
		o.Progress(phase, done, total)
	}
}

func (o TrainOptions) check() error {
	for _, n := range []struct {
		name       string
		value, max int
	}{
		{"dimension", o.Dim, 4096},
		{"window", o.Window, 1000},
		{"least count", o.MinCount, 1 << 30},
		{"most words", o.MaxWords, 1 << 24},
		{"workers", o.Workers, 1 << 16},
	} {
		if n.value < 0 || n.value > n.max {
			return fmt.Errorf("%w: found %s %d, expected 0 (the default) to %d", ErrTrain, n.name,
				n.value, n.max)
		}
	}
	if !o.Storage.valid() {
		return fmt.Errorf("%w: found storage %v, expected float32 or int8", ErrTrain, o.Storage)
	}
	if err := o.About.check(); err != nil {
		return fmt.Errorf("%w: %w", ErrTrain, err)
	}
	return nil
}

func (o TrainOptions) withDefaults() TrainOptions {
	o.Window = cmp.Or(o.Window, 5)
	o.MinCount = cmp.Or(o.MinCount, 2)
	o.MaxWords = cmp.Or(o.MaxWords, 50_000)
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	return o
}

// Train learns word vectors from a corpus by factoring the matrix of positive pointwise mutual
// information of words and their neighbours:
//
//	M(w,c) = max(0, log( #(w,c) / (#(w) P(c)) ))
//	P(c)   = #(c)^.75 / Σ #(c')^.75
//
// #(w,c) counts the occurrences of c among the Window words before and after w, #(w) and
// #(c) are its row and column sums, and the logarithm is natural. The vectors are the rows
// of U Σ^½ for the truncated singular value decomposition M ≈ U Σ Vᵀ. If the rank of M is
// below Dim, the last components are 0.
//
// Words are in order of descending frequency, ties in byte order. Equal corpora, options and seeds
// give equal vectors, whatever Workers is. It returns an error if an option is out of range or
// there are fewer than two words or fewer than Dim ([ErrTrain]), if the corpus fails, or if ctx is
// done.
//
// Source: Levy, Goldberg and Dagan, Improving Distributional Similarity with Lessons
// Learned from Word Embeddings, TACL 3, 2015; the decomposition by Halko,
// Martinsson and Tropp, Finding Structure with Randomness, SIAM Review 53(2), 2011.
func Train(ctx context.Context, corpus Corpus, o TrainOptions) (*Vectors, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	t, err := readTokens(ctx, corpus, o)
	if err != nil {
		return nil, err
	}
	o.Dim = cmp.Or(o.Dim, min(100, len(t.words)))
	if o.Dim > len(t.words) {
		return nil, fmt.Errorf("%w: found %d words, expected at least as many as the dimension, %d",
			ErrTrain, len(t.words), o.Dim)
	}
	rows, err := factorPPMI(ctx, t, o)
	if err != nil {
		return nil, err
	}
	v, err := New(o.About, t.words, rows, o.Storage)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTrain, err)
	}
	return v, nil
}
