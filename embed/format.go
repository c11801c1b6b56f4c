package embed

import (
	"bufio"
	"bytes"
	"strings"

	"github.com/luna-rating/luna/internal/files"
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
	// gloVeText is the text format of GloVe: lines as in word2vecText, without the first one.
	gloVeText
	// lunaFormat is the package's own format, see [Write].
	lunaFormat
)

// String names the format.
func (f format) String() string {
	return [...]string{"unknown", "word2vec text", "word2vec binary", "GloVe text", "Luna"}[f]
}

// peekSize is how many bytes of a file recognise inspects.
const peekSize = 64 << 10

var gzipMagic = []byte{0x1f, 0x8b}

// recognise returns the format of what the reader will deliver next, or autoFormat if it has none.
//
// A file whose first line is two counts is word2vec's, in text if the next line ends in as many
// numbers as the second count says. A GloVe file of one dimension whose first word and number are
// counts is therefore mistaken for one.
func recognise(r *bufio.Reader) format {
	start, _ := r.Peek(peekSize)
	if bytes.HasPrefix(start, []byte(magic)) {
		return lunaFormat
	}
	first, rest, more := bytes.Cut(bytes.TrimPrefix(start, []byte(files.ByteOrderMark)),
		[]byte("\n"))
	if _, dim, ok := parseHeader(first); ok {
		line, _, whole := bytes.Cut(rest, []byte("\n"))
		if fields := bytes.Fields(line); whole && uint64(len(fields)) > dim {
			line = bytes.Join(fields[uint64(len(fields))-dim-1:], []byte(" "))
		}
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

// numbersAfterWord reports whether a line, which may be cut off, looks like a word followed by
// decimal numbers. Words with blanks occur only further down in a file.
func numbersAfterWord(line []byte) bool {
	blank := bytes.IndexAny(line, " \t")
	if blank < 0 || bytes.IndexByte(line, 0) >= 0 {
		return false
	}
	for _, c := range line[blank:] {
		// The letters allow infinities and NaN, which the reader refuses by name.
		if !strings.ContainsRune("0123456789+-.eE \t\rinfatyINFATY", rune(c)) {
			return false
		}
	}
	return true
}
