package embed

import (
	"bufio"
	"bytes"
	"strings"

	"github.com/luna-rating/luna/internal/lines"
)

// format is a file format of word vectors.
type format int

const (
	// autoFormat recognises the format by the first bytes.
	autoFormat format = iota
	// word2vecText is the text format of word2vec and of fastText (.vec): a line
	// "n d", then n lines, each a word and d numbers, separated by blanks.
	word2vecText
	// word2vecBinary is the binary format of word2vec: a line "n d", then n times a word,
	// a blank, d little-endian 32-bit floats and, from some programs, a line feed.
	word2vecBinary
	// gloVeText is the text format of GloVe: lines as in word2vecText, none before them.
	gloVeText
	// lunaFormat is the package's own format, see [Write].
	lunaFormat
)

// String names the format.
func (f format) String() string {
	return [...]string{"unknown", "word2vec text", "word2vec binary", "GloVe text", "Luna"}[f]
}

// peekSize is how much of a file the recognition looks at.
const peekSize = 64 << 10

var gzipMagic = []byte{0x1f, 0x8b}

// recognise returns the format of what the reader will deliver next, autoFormat if it is
// none.
//
// A first line of two counts makes it word2vec: text if the next line has nothing but
// numbers after its word. Thus a GloVe file of one dimension whose first word and
// number are counts is mistaken.
func recognise(r *bufio.Reader) format {
	start, _ := r.Peek(peekSize)
	if bytes.HasPrefix(start, []byte(magic)) {
		return lunaFormat
	}
	first, rest, more := bytes.Cut(bytes.TrimPrefix(start, []byte(lines.ByteOrderMark)),
		[]byte("\n"))
	if _, _, ok := parseHeader(first); ok {
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		if !more || len(rest) == 0 || numbersAfterWord(line) {
			return word2vecText
		}
		return word2vecBinary
	}
	if numbersAfterWord(first) {
		return gloVeText
	}
	return autoFormat
}

// numbersAfterWord tells whether a line looks like a word and numbers in decimal digits;
// it may be cut off anywhere. Words of several pieces occur further down in a
// file only.
func numbersAfterWord(line []byte) bool {
	blank := bytes.IndexAny(line, " \t")
	if blank < 0 || bytes.IndexByte(line, 0) >= 0 {
		return false
	}
	for _, c := range line[blank:] {
		// The letters are those of infinities and NaN, for the reader to refuse by name.
		if !strings.ContainsRune("0123456789+-.eE \t\rinfatyINFATY", rune(c)) {
			return false
		}
	}
	return true
}
