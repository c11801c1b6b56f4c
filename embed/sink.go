package embed

import (
	"fmt"

	"github.com/luna-rating/luna/internal/fileerr"
)

// sink takes the words and vectors that a reader finds, and keeps those that the options want.
type sink struct {
	opts Options
	b    *builder
	read int // words so far, kept or not
}

func newSink(dim int, storage Storage, opts Options) *sink {
	return &sink{opts: opts, b: newBuilder(dim, storage, opts.limit())}
}

// add takes a word and its vector. It returns what was found wrong and what was
// expected, or two empty strings.
func (s *sink) add(word []byte, row []float32) (found, expected string) {
	s.read++
	if problem := wordProblem(word); problem != "" {
		return problem, "a word"
	}
	if s.opts.Lower {
		word = lower(word)
	}
	if problem := wordProblem(word); problem != "" { // lower case may be longer
		return problem, "a word"
	}
	if s.b.full(word) {
		return fmt.Sprintf("more than %d bytes of words and vectors",
			s.b.limit), "fewer, or a higher limit"
	}
	if !s.b.add(word, row) && !s.opts.Lower && !s.opts.FirstWins {
		return "word " + fileerr.Quote(word) + " a second time", "different words"
	}
	return "", ""
}

// full tells whether as many words were kept as the options want.
func (s *sink) full() bool { return s.opts.MaxWords > 0 && s.b.words.len() >= s.opts.MaxWords }

// vectors returns what was kept of a file in a format.
func (s *sink) vectors(f format, about About) *Vectors {
	v := s.b.vectors(s.opts.over(about))
	v.format = f
	return v
}
