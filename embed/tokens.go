package embed

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/text"
)

// tokens is a corpus as word numbers: the vocabulary in order of descending frequency, ties in byte
// order, and those words of all sentences that are in the vocabulary.
type tokens struct {
	words  []string
	counts []int64 // of each word
	total  int64   // their sum
	stream []int32 // numbers of words; sentenceEnd after each sentence
}

const sentenceEnd = -1

// checkEvery is the number of sentences between checks of the context.
const checkEvery = 1024

// readTokens reads the corpus twice: to count the words and to number them.
func readTokens(ctx context.Context, corpus Corpus, o TrainOptions) (*tokens, error) {
	counts := map[string]int64{}
	sentences := int64(0)
	for s, err := range corpus {
		if err == nil && sentences%checkEvery == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		sentences++
		for _, w := range s {
			counts[w]++
		}
	}
	t := &tokens{}
	for w, n := range counts {
		if n >= int64(o.MinCount) && wordProblem(w) == "" {
			t.words = append(t.words, w)
		}
	}
	slices.SortFunc(t.words, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	t.words = t.words[:min(len(t.words), o.MaxWords)]
	if len(t.words) < 2 {
		return nil, fmt.Errorf("%w: found %s at least %d times among %d, expected two or more",
			ErrTrain, text.Count(len(t.words), "word"), o.MinCount, len(counts))
	}
	numbers := make(map[string]int32, len(t.words))
	for i, w := range t.words {
		numbers[w] = int32(i)
		t.counts = append(t.counts, counts[w])
		t.total += counts[w]
	}
	clear(counts)
	o.report("count", sentences, sentences)
	done := int64(0)
	for s, err := range corpus {
		if err == nil && done%checkEvery == 0 {
			o.report("read", done, sentences)
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		done++
		for _, w := range s {
			if i, ok := numbers[w]; ok {
				t.stream = append(t.stream, i)
				counts[w]++
			}
		}
		t.stream = append(t.stream, sentenceEnd)
		if len(t.stream) > math.MaxInt32 {
			return nil, fmt.Errorf("%w: found more than %d words, expected a smaller corpus",
				ErrTrain, math.MaxInt32)
		}
	}
	for i, w := range t.words {
		if counts[w] != t.counts[i] {
			return nil, fmt.Errorf(
				"%w: found word %s %d times at first and then %d times, expected the same corpus twice", ErrTrain, text.Quote(w), t.counts[i], counts[w])
		}
	}
	o.report("read", sentences, sentences)
	return t, nil
}
