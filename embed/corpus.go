package embed

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/luna-rating/luna/internal/files"
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
