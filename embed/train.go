package embed

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/luna-rating/luna/internal/fileerr"
)

// Method is a way of training word vectors.
type Method int

const (
	// PPMI factors the matrix of positive pointwise mutual information of words and
	// the words near them. It is quick and good on small corpora.
	//
	//	M(w,c) = max(0, log( #(w,c) / (#(w) P(c)) ))
	//	P(c)   = #(c)^.75 / Σ #(c')^.75
	//
	// #(w,c) counts the occurrences of c among the Window words before and after w, #(w) and
	// #(c) are its row and column sums, the logarithm is natural. The vectors are the
	// rows of U Σ^½ for the truncated singular value decomposition M ≈ U Σ Vᵀ.
	// Where M has a rank below Dim the last numbers are 0.
	//
	// Source: Levy, Goldberg and Dagan, Improving Distributional Similarity with Lessons
	// Learned from Word Embeddings, TACL 3, 2015; the decomposition by Halko,
	// Martinsson and Tropp, Finding Structure with Randomness, SIAM Review 53(2), 2011.
	PPMI Method = iota
	// SkipGram learns by gradient descent to tell the words near a word from
	// Negative random ones, drawn from the counts to the power of .75. Frequent words are
	// left out with probability 1 - sqrt(t/f), t = 1e-3, f the word's share of all; the window
	// is drawn from 1 to Window; the rate falls linearly from Rate to nearly 0.
	//
	// It uses one worker, so that the result depends on the seed alone.
	//
	// Source: Mikolov, Sutskever, Chen, Corrado and Dean, Distributed Representations of
	// Words and Phrases and their Compositionality, NIPS 2013.
	SkipGram
)

// String returns "ppmi" or "sgns".
func (m Method) String() string {
	switch m {
	case PPMI:
		return "ppmi"
	case SkipGram:
		return "sgns"
	}
	return fmt.Sprintf("Method(%d)", int(m))
}

// ParseMethod is the inverse of [Method.String].
func ParseMethod(name string) (Method, error) {
	for m := range SkipGram + 1 {
		if name == m.String() {
			return m, nil
		}
	}
	return 0, fmt.Errorf("found method %s, expected ppmi or sgns", fileerr.Quote(name))
}

// TrainOptions says how [Train] trains. The zero value is the documented default.
type TrainOptions struct {
	Method Method // [PPMI], the default, or [SkipGram]
	// Dim is how many numbers a vector has; 0 stands for 100, or as many as there are
	// words if these are fewer.
	Dim int
	// Window is how many words on either side are near; 0 stands for 5. Words
	// outside the vocabulary do not count.
	Window int
	// MinCount is how often a word must occur; 0 stands for 2.
	MinCount int
	// MaxWords keeps the most frequent words only; 0 stands for 50,000.
	MaxWords int
	// Seed draws the random numbers.
	Seed uint64
	// Workers is how many goroutines work; 0 stands for one a processor. The result does not
	// depend on it.
	Workers int

	// Epochs, Negative and Rate concern SkipGram: how often it goes through the
	// corpus (0 stands for 5), the random words for each near one (0 for 5) and
	// the learning rate (0 for .025).
	Epochs   int
	Negative int
	Rate     float64

	// Storage is how the vectors are kept.
	Storage Storage
	// About describes the vectors.
	About About
	// Progress, if not nil, is told now and then how far a phase is: "count", "read", and
	// then "pairs" and "factor", or "epochs". It is called by one goroutine at a time.
	Progress func(phase string, done, total int64)
}

// ErrTrain is wrapped by the errors about options and corpora that cannot be trained.
var ErrTrain = errors.New("embed: training")

func (o TrainOptions) report(phase string, done, total int64) {
	if o.Progress != nil {
		o.Progress(phase, done, total)
	}
}

func (o TrainOptions) check() error {
	for _, n := range []struct {
		name        string
		value, most int
	}{
		{"dimension", o.Dim, 4096},
		{"window", o.Window, 1000},
		{"least count", o.MinCount, 1 << 30},
		{"most words", o.MaxWords, 1 << 24},
		{"workers", o.Workers, 1 << 16},
		{"epochs", o.Epochs, 1 << 20},
		{"negative words", o.Negative, 1000},
	} {
		if n.value < 0 || n.value > n.most {
			return fmt.Errorf("%w: found %s %d, expected 0 (the default) to %d", ErrTrain, n.name,
				n.value, n.most)
		}
	}
	switch {
	case o.Method != PPMI && o.Method != SkipGram:
		return fmt.Errorf("%w: found method %v, expected ppmi or sgns", ErrTrain, o.Method)
	case !(o.Rate >= 0 && o.Rate <= 1):
		return fmt.Errorf("%w: found rate %v, expected 0 (the default) to 1", ErrTrain, o.Rate)
	case !o.Storage.valid():
		return fmt.Errorf("%w: found storage %v, expected float32 or int8", ErrTrain, o.Storage)
	}
	if err := o.About.check(); err != nil {
		return fmt.Errorf("%w: %w", ErrTrain, err)
	}
	return nil
}

// orDefault returns n, or the default for 0.
func orDefault[N int | float64](n, otherwise N) N {
	if n == 0 {
		return otherwise
	}
	return n
}

func (o TrainOptions) withDefaults() TrainOptions {
	o.Window = orDefault(o.Window, 5)
	o.MinCount = orDefault(o.MinCount, 2)
	o.MaxWords = orDefault(o.MaxWords, 50_000)
	o.Workers = orDefault(o.Workers, runtime.GOMAXPROCS(0))
	o.Epochs = orDefault(o.Epochs, 5)
	o.Negative = orDefault(o.Negative, 5)
	o.Rate = orDefault(o.Rate, .025)
	return o
}

// Train makes word vectors of the corpus, in the order of falling frequency and then of
// the words' bytes. Equal corpora, options and seeds give equal vectors, whatever
// Workers is. It fails where an option is out of range, where there are fewer words
// than Dim or than two ([ErrTrain]), when the corpus fails and when ctx is done.
func Train(ctx context.Context, corpus Corpus, o TrainOptions) (*Vectors, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	t, err := readTokens(ctx, corpus, o)
	if err != nil {
		return nil, err
	}
	o.Dim = orDefault(o.Dim, min(100, len(t.words)))
	if o.Dim > len(t.words) {
		return nil, fmt.Errorf("%w: found %d words, expected at least as many as the dimension, %d",
			ErrTrain, len(t.words), o.Dim)
	}
	train := trainPPMI
	if o.Method == SkipGram {
		train = trainSkipGram
	}
	rows, err := train(ctx, t, o)
	if err != nil {
		return nil, err
	}
	v, err := New(o.About, t.words, rows, o.Storage)
	if err != nil {
		return nil, fmt.Errorf("%w: %w: a lower rate may help", ErrTrain, err)
	}
	return v, nil
}
