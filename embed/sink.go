package embed

import (
	"fmt"

	"github.com/luna-rating/luna/internal/fileerr"
)

// sink collects the words and vectors of a file that the options select.
type sink struct {
	opts Options
	b    *builder
	read int // number of words so far, kept or not
}

func newSink(dim int, storage Storage, opts Options) *sink {
	return &sink{opts: opts, b: newBuilder(dim, storage, opts.limit())}
}

// add adds a word and its vector. If one of them is wrong, it returns what was found and what
// was expected.
func (s *sink) add(word []byte, row []float32) (found, expected string) {
	s.read++
	if problem := wordProblem(word); problem != "" {
		return problem, "a word"
	}
	if s.opts.Lower {
		word = lower(word)
	}
	if problem := wordProblem(word); problem != "" { // which may be longer in lower case
		return problem, "a word"
	}
	if s.b.full(word) {
		return fmt.Sprintf("more than %d bytes of words and vectors",
			s.b.limit), "fewer, or a higher limit"
	}
	if !s.b.add(word, row) && !s.opts.Lower && !s.opts.FirstWins {
		return "word " + fileerr.Quote(word) + " a second time",
			"different words (lrp embed convert --first-wins keeps the first)"
	}
	return "", ""
}

// full reports whether no more words are to be kept.
func (s *sink) full() bool { return s.opts.MaxWords > 0 && s.b.words.len() >= s.opts.MaxWords }

// vectors returns the vectors kept of a file in a format.
func (s *sink) vectors(f format, about About) *Vectors {
	v := s.b.vectors(s.opts.over(about))
	v.format = f
	return v
}
