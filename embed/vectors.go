package embed

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/text"
)

// maxDim is the maximum dimension.
const maxDim = 1 << 16

// About says what vectors are and where they come from. It is not part of
// [Vectors.Digest].
type About struct {
	Name    string // short
	Source  string // their author and the data they were trained on
	Licence string // the terms of use
}

// maxAbout bounds each text of About, in bytes.
const maxAbout = 64 << 10

func (a About) texts() [3]string { return [3]string{a.Name, a.Source, a.Licence} }

// check checks the texts before they are written.
func (a About) check() error {
	for i, s := range a.texts() {
		what := [...]string{"name", "source", "licence"}[i]
		switch {
		case len(s) > maxAbout:
			return fmt.Errorf("found a %s of %d bytes, expected at most %d", what, len(s), maxAbout)
		case !utf8.ValidString(s):
			return fmt.Errorf("found %s %s, expected UTF-8", what, text.Quote(s))
		}
	}
	return nil
}

// Vectors holds one vector of [Vectors.Dim] components for each of [Vectors.Len] distinct words, in
// the order of their source, usually by descending frequency. There is at least one word. Words are
// compared byte by byte: look words up in lower case if the set is in lower case.
//
// Vectors are immutable and safe for concurrent use.
type Vectors struct {
	about   About
	dim     int
	storage Storage
	format  format // autoFormat if made in memory
	words   *vocabulary
	scales  []byte // of [Int8], four bytes each, little-endian
	data    []byte // one vector after another, little-endian

	digestOnce sync.Once
	digest     [sha256.Size]byte
}

// New returns the vectors of the words, one row for each: at least one word, and rows of equal
// length. It returns an error if a word is empty, too long or repeated, if a word has a line feed
// or NUL byte, or if a component is not finite.
func New(about About, words []string, rows [][]float32, storage Storage) (*Vectors, error) {
	if err := about.check(); err != nil {
		return nil, err
	}
	switch {
	case !storage.valid():
		return nil, fmt.Errorf("found storage %v, expected float32 or int8", storage)
	case len(words) == 0 || len(words) != len(rows):
		return nil, fmt.Errorf("found %s and %s, expected as many of both and at least one",
			text.Count(len(words), "word"), text.Count(len(rows), "vector"))
	case len(rows[0]) == 0 || len(rows[0]) > maxDim:
		return nil, fmt.Errorf("found vectors of %d numbers, expected 1 to %d", len(rows[0]),
			maxDim)
	}
	s := newSink(len(rows[0]), storage, Options{maxBytes: math.MaxInt64})
	for i, word := range words {
		if len(rows[i]) != s.dim {
			return nil, fmt.Errorf("word %s: found %s, expected %d", text.Quote(word),
				text.Count(len(rows[i]), "number"), s.dim)
		}
		for _, x := range rows[i] {
			if !finite32(x) {
				return nil, fmt.Errorf("word %s: found %v, expected finite numbers",
					text.Quote(word), x)
			}
		}
		if found, _ := s.add(word, rows[i]); found != "" {
			return nil, fmt.Errorf("word %d: found %s", i, found)
		}
	}
	return s.vectors(autoFormat, about), nil
}

// wordProblem says what is wrong with a word, or returns "".
func wordProblem(word string) string {
	switch i := strings.IndexAny(word, "\n\x00"); {
	case word == "":
		return "an empty word"
	case len(word) > maxWord:
		return fmt.Sprintf("a word of more than %d bytes", maxWord)
	case i >= 0:
		return fmt.Sprintf("byte %#02x in word %s", word[i], text.Quote(word))
	}
	return ""
}

// About returns what the vectors are and where they come from.
func (v *Vectors) About() About { return v.about }

// Format names the file format that the vectors were read from, such as "word2vec text". It
// is "unknown" for vectors made in memory.
func (v *Vectors) Format() string { return v.format.String() }

// Len returns the number of words, at least 1.
func (v *Vectors) Len() int { return v.words.len() }

// Dim returns the dimension, at least 1.
func (v *Vectors) Dim() int { return v.dim }

// Storage returns how the components are stored.
func (v *Vectors) Storage() Storage { return v.storage }

// word returns the word with number i.
func (v *Vectors) word(i int) string { return v.words.words[i] }

// Broken returns the number of words that are not valid UTF-8, and the first of them. Such words
// match no text; often the file is in another encoding.
func (v *Vectors) Broken() (words int, first string) {
	for _, w := range v.words.words {
		if !utf8.ValidString(w) {
			if words++; words == 1 {
				first = w
			}
		}
	}
	return words, first
}

// Lookup returns a copy of the word's vector, and whether there is one.
func (v *Vectors) Lookup(word string) (vector []float32, ok bool) {
	i := v.words.index(word)
	if i < 0 {
		return nil, false
	}
	return v.appendRow(make([]float32, 0, v.dim), i), true
}

// appendRow appends the vector of word i to dst.
func (v *Vectors) appendRow(dst []float32, i int) []float32 {
	row := v.row(i)
	if v.storage == Int8 {
		scale := v.scale(i)
		for _, q := range row {
			dst = append(dst, scale*float32(int8(q)))
		}
		return dst
	}
	for ; len(row) >= 4; row = row[4:] {
		dst = append(dst, math.Float32frombits(binary.LittleEndian.Uint32(row)))
	}
	return dst
}

func (v *Vectors) row(i int) []byte {
	size := v.storage.bytes(v.dim)
	return v.data[i*size : (i+1)*size]
}

// scale returns the scale of word i, for [Int8].
func (v *Vectors) scale(i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(v.scales[4*i:]))
}

// Digest returns the SHA-256 of words, components and storage in hexadecimal digits. It
// depends neither on the file they come from nor on [About]; see [Write] for the bytes.
func (v *Vectors) Digest() string {
	v.digestOnce.Do(func() {
		h := sha256.New()
		v.content(h, v.storage) // writing to a hash cannot fail
		h.Sum(v.digest[:0])
	})
	return hex.EncodeToString(v.digest[:])
}

const (
	// maxWord is the maximum length of a word in bytes.
	maxWord = 4096
	// maxWords and maxWordBytes bound the vocabulary, so that 32 bits suffice to number its
	// words and bytes.
	maxWords     = math.MaxInt32
	maxWordBytes = math.MaxInt32
)

// vocabulary numbers distinct words from 0.
type vocabulary struct {
	words  []string
	number map[string]int32
	bytes  int       // of the words, each with a line feed, as the file format has them
	once   sync.Once // makes number of words that are known to be distinct
}

// newVocabulary returns an empty vocabulary with capacity for n words.
func newVocabulary(n int) *vocabulary {
	return &vocabulary{words: make([]string, 0, n), number: make(map[string]int32, n)}
}

func (v *vocabulary) len() int { return len(v.words) }

// index returns the word's number, or -1.
func (v *vocabulary) index(word string) int {
	v.once.Do(func() {
		if v.number == nil {
			v.number = make(map[string]int32, len(v.words))
			for i, w := range v.words {
				v.number[w] = int32(i)
			}
		}
	})
	if i, ok := v.number[word]; ok {
		return int(i)
	}
	return -1
}

// add appends the word and reports whether it was new.
func (v *vocabulary) add(word string) bool {
	if _, ok := v.number[word]; ok {
		return false
	}
	v.number[word] = int32(len(v.words))
	v.words, v.bytes = append(v.words, word), v.bytes+len(word)+1
	return true
}

// block returns the words in order, each followed by a line feed.
func (v *vocabulary) block() []byte {
	var b bytes.Buffer
	b.Grow(v.bytes)
	for _, w := range v.words {
		b.WriteString(w)
		b.WriteByte('\n')
	}
	return b.Bytes()
}
