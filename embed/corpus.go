package embed

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Corpus is a sequence of sentences, each a list of words. [Train] iterates over it twice; it
// must be the same each time. An error ends it.
type Corpus = iter.Seq2[[]string, error]

// Sentences returns a corpus of sentences in memory.
func Sentences(sentences [][]string) Corpus {
	return func(yield func([]string, error) bool) {
		for _, s := range sentences {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// Lines returns the corpus of a text with one sentence per line, such as a file: open opens it, and
// errors call it name. A sentence over 1 MiB is an [*Error]. words splits a line into words; if it
// is nil, lines are split in lower case with [strings.Fields].
func Lines(
	name string, open func() (io.ReadCloser, error), words func(line string) []string,
) Corpus {
	if words == nil {
		words = func(line string) []string { return strings.Fields(strings.ToLower(line)) }
	}
	return func(yield func([]string, error) bool) {
		f, err := open()
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		const maxSentence = 1 << 20
		in := files.NewLineReader(f, maxSentence)
		for {
			line, err := in.Read()
			switch {
			case err == bufio.ErrTooLong:
				found := fmt.Sprintf("a line of more than %d bytes", maxSentence)
				yield(nil, files.New(name, in.Line(), found, "one sentence per line"))
				return
			case err != nil && err != io.EOF:
				yield(nil, files.ExplainLine(err, name, in.Line(), maxSentence))
				return
			}
			if line != nil && !yield(words(string(line)), nil) || err == io.EOF {
				return
			}
		}
	}
}

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
