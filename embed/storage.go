package embed

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/luna-rating/luna/internal/text"
)

// Storage is how the components of vectors are stored.
type Storage int

const (
	// Float32 stores each component in four bytes.
	Float32 Storage = iota
	// Int8 stores each component x of a vector in one byte, q = round(x/s) in [-127, 127],
	// with the vector's scale s = max|x|/127, and reads it as s·q. The error of a component is
	// at most s/2.
	Int8
)

// String returns "float32" or "int8".
func (s Storage) String() string {
	switch s {
	case Float32:
		return "float32"
	case Int8:
		return "int8"
	}
	return fmt.Sprintf("Storage(%d)", int(s))
}

// ParseStorage is the inverse of [Storage.String].
func ParseStorage(name string) (Storage, error) {
	for s := range Int8 + 1 {
		if name == s.String() {
			return s, nil
		}
	}
	return 0, fmt.Errorf("found storage %s, expected float32 or int8", text.Quote(name))
}

func (s Storage) valid() bool { return s == Float32 || s == Int8 }

// bytes is the size of a vector's numbers, without the scale.
func (s Storage) bytes(dim int) int {
	if s == Int8 {
		return dim
	}
	return 4 * dim
}

// scaleBytes is the size of a vector's scale.
func (s Storage) scaleBytes() int {
	if s == Int8 {
		return 4
	}
	return 0
}

// appendFloat32 appends the numbers in their stored form.
func appendFloat32(dst []byte, row []float32) []byte {
	for _, x := range row {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(x))
	}
	return dst
}

// int8Scale is the scale of a vector.
func int8Scale(row []float32) float32 {
	var top float64
	for _, x := range row {
		top = max(top, math.Abs(float64(x)))
	}
	scale := float32(top / 127)
	if !finite32(127 * scale) { // it was rounded up
		scale = math.Nextafter32(scale, 0)
	}
	return scale
}

// appendInt8 appends the numbers in their stored form.
func appendInt8(dst []byte, row []float32, scale float32) []byte {
	for _, x := range row {
		q := 0.0
		if scale > 0 { // 0 also if the quotient underflowed
			q = math.Round(float64(x) / float64(scale))
		}
		dst = append(dst, byte(int8(min(max(q, -127), 127))))
	}
	return dst
}

func finite32(x float32) bool { return x-x == 0 }

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
			"different words (lrp embed convert --lower keeps the first)"
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
