package embed

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/luna-rating/luna/internal/text"
)

// sink collects the words and vectors that the options select. Its memory grows with what is added.
type sink struct {
	Vectors
	opts Options
	read int // number of words so far, kept or not
}

func newSink(dim int, storage Storage, opts Options) *sink {
	return &sink{Vectors: Vectors{dim: dim, storage: storage, words: newVocabulary(0)}, opts: opts}
}

// add adds a word and its vector. If one of them is wrong, it returns what was found and what
// was expected.
func (s *sink) add(word string, row []float32) (found, expected string) {
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
	bytes := s.words.bytes + len(word) + 1
	if bytes > maxWordBytes || s.words.len() >= maxWords ||
		int64(bytes+len(s.scales)+len(s.data)+s.storage.bytes(s.dim)) > s.opts.limit() {
		return fmt.Sprintf("more than %d bytes of words and vectors",
			s.opts.limit()), "fewer, or a higher limit"
	}
	if !s.words.add(word) {
		if s.opts.Lower || s.opts.FirstWins {
			return "", ""
		}
		return "word " + text.Quote(word) + " a second time",
			"different words (lrp embed convert --first-wins keeps the first)"
	}
	if s.storage == Int8 {
		scale := int8Scale(row)
		s.scales = binary.LittleEndian.AppendUint32(s.scales, math.Float32bits(scale))
		s.data = appendInt8(s.data, row, scale)
	} else {
		s.data = appendFloat32(s.data, row)
	}
	return "", ""
}

// full reports whether no more words are to be kept.
func (s *sink) full() bool { return s.opts.MaxWords > 0 && s.words.len() >= s.opts.MaxWords }

// vectors returns the vectors kept of a file in a format.
func (s *sink) vectors(f format, about About) *Vectors {
	s.format, s.about = f, s.opts.over(about)
	return &s.Vectors
}
