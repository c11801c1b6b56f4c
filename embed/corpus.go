package embed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// Corpus is a collection of sentences, each a list of words. [Train] goes through it
// twice; it must be the same each time. An error ends it.
type Corpus = iter.Seq2[[]string, error]

// Sentences is the corpus of the sentences in memory.
func Sentences(sentences [][]string) Corpus {
	return func(yield func([]string, error) bool) {
		for _, s := range sentences {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// Lines is the corpus of a text with one sentence a line, such as a file that open opens. A
// sentence longer than 1 MiB is an [*Error]. Nil as words stands for
// [strings.Fields] of the line in lower case.
func Lines(name string, open func() (io.ReadCloser, error), words func(line string) []string) Corpus {
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
		const most = 1 << 20
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, most)
		n := 0
		for lines.Scan() {
			n++
			if !yield(words(lines.Text()), nil) {
				return
			}
		}
		if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
			yield(nil, atLine(name, n+1, fmt.Sprintf("a line of more than %d bytes", most), "one sentence a line"))
		} else if err != nil {
			yield(nil, &Error{File: name, Line: n + 1, Offset: -1, Msg: "found an error while reading, expected text: " + err.Error(), Err: err})
		}
	}
}
