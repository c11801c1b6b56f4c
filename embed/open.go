// Package embed reads, writes and compares word vectors. Words that are used alike have vectors
// that point in similar directions.
//
// [Default] returns an embedded set of 50,000 English words. [Open] reads the formats of
// word2vec, GloVe and fastText, and Luna's own, which is smaller; [Write] writes it.
//
// # Similarity
//
// [Vectors.Cosine] compares two words, [Vectors.Nearest] a word with all others.
// [Vectors.Mean] returns one vector for a sentence; compare such vectors with [Cosine].
//
// # Unknown words
//
// No set has every word: the embedded one lacks "a", "i" and contractions such as "don't". A word
// without a vector is skipped. A sentence without any known word has the zero vector, whose cosine
// with every vector, including itself, is 0. Look words up in lower case if the set is in lower
// case.
//
// # Determinism
//
// Sums are computed in the order of the data, so that lookups, means and cosines are the same on
// every machine.
//
// # Errors
//
// A fault in a file is an [*Error] that names the file and the line or byte. Counts that a
// file declares are not trusted: memory grows with what is read.
package embed

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/files"
)

//go:generate go run ./gen -out . -fixture ../testdata/embed

// Open reads a file of word vectors in the formats of word2vec (text or binary), GloVe,
// fastText (.vec) or Luna, recognised by content and possibly compressed with gzip.
//
// A fault in the file is an [*Error].
func Open(path string, opts Options) (*Vectors, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	return files.With(path, "a file of word vectors", func(in io.Reader, _ string) (*Vectors, error) {
		return Read(in, path, opts)
	})
}

// Read is like [Open], for a stream that errors call name. It reads everything into memory, which
// grows only as data arrive, whatever counts the file declares.
func Read(r io.Reader, name string, opts Options) (*Vectors, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	in, err := unzipped(r, name)
	if err != nil {
		return nil, err
	}
	f := opts.format
	if f == autoFormat {
		if _, err := in.Peek(1); err != nil {
			return nil, readError(name, err)
		}
		f = recognise(in)
	}
	switch f {
	case word2vecText, gloVeText:
		return readText(in, name, f, opts)
	case word2vecBinary:
		return readWord2VecBinary(in, name, opts)
	case lunaFormat:
		return readLuna(in, name, opts)
	}
	start, _ := in.Peek(8)
	return nil, files.New(name, 0, fmt.Sprintf("a file that begins with %q", start),
		"word vectors of word2vec (text or binary), GloVe, fastText (.vec) or Luna, or one of these compressed with gzip")
}

// unzipped returns a reader of a file whose content may be compressed with gzip.
func unzipped(r io.Reader, name string) (*bufio.Reader, error) {
	in := bufio.NewReaderSize(r, peekSize)
	if start, _ := in.Peek(len(gzipMagic)); string(start) != string(gzipMagic) {
		return in, nil
	}
	content, err := gzip.NewReader(in)
	if err != nil {
		return nil, readError(name, err)
	}
	return bufio.NewReaderSize(content, peekSize), nil
}

// readError returns the error of a file that could not be read to its end.
func readError(file string, err error) *Error {
	e := files.New(file, 0, "an error while reading: "+err.Error(), "word vectors")
	switch {
	case err == io.EOF:
		e = files.New(file, 0, "an empty file", "word vectors")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum),
		errors.Is(err, io.ErrUnexpectedEOF):
		e = files.New(file, 0, "damaged or truncated gzip data",
			"word vectors compressed with gzip")
	}
	e.Err = err
	return e
}

//go:embed glove-50k-100d.luv
var glove []byte

var loadDefault = sync.OnceValues(func() (*Vectors, error) {
	return decode(glove, "the embedded word vectors", true)
})

// Default returns the embedded word vectors: the 50,000 most frequent words and punctuation
// marks of a public-domain GloVe set of dimension 100, in lower case, as [Int8]. They are
// loaded on the first call and kept. See embed/README.md for their origin and quality.
//
// Source: Pennington, Socher and Manning, GloVe: Global Vectors for Word
// Representation, EMNLP 2014.
func Default() (*Vectors, error) { return loadDefault() }

// DefaultDigest returns the [Vectors.Digest] of [Default] as the embedded file states it, without
// loading the vectors: models of AUTO with an encoder need nothing else of them.
func DefaultDigest() string { return hex.EncodeToString(glove[64:96]) }

// DefaultChecksum returns the size of the embedded file in bytes and its SHA-256 in hexadecimal
// digits. [Vectors.Digest], in contrast, covers its words and components.
func DefaultChecksum() (size int, digest string) {
	sum := sha256.Sum256(glove)
	return len(glove), hex.EncodeToString(sum[:])
}

// Error says in one line what is wrong with a file of word vectors. Its fields are File, Line (from
// 1; 0 for a binary file or the file as a whole), Msg (what was found and what was expected, after
// the position in a binary file) and Err (the underlying error, if any, which is not printed).
type Error = files.Error

// atByte returns the error for a binary file with unexpected content at an offset, in bytes after
// decompression.
func atByte(file string, offset int64, found, expected string) error {
	err := files.New(file, 0, found, expected)
	err.Msg = fmt.Sprintf("byte %d: %s", offset, err.Msg)
	return err
}

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

// Options are the options of [Open] and [Read]. The zero value is the default.
type Options struct {
	// Storage is how vectors from the text and binary formats are stored. Luna's own files specify
	// their storage themselves.
	Storage Storage
	// MaxWords is the maximum number of words to read, from the beginning of the file; 0 means no
	// limit. The rest of the file is not checked.
	MaxWords int
	// Lower converts words to lower case. If words become equal, the first one is kept.
	Lower bool
	// FirstWins keeps the first of several vectors of the same word, which are an error
	// otherwise.
	FirstWins bool
	// About describes the vectors; its non-empty texts replace the file's.
	About About

	format format // recognised by content if not set
	// maxBytes bounds the memory of words and vectors; 0 stands for the default.
	maxBytes int64
}

const defaultMaxBytes = 4 << 30

func (o Options) check() error {
	switch {
	case !o.Storage.valid():
		return fmt.Errorf("found storage %v, expected float32 or int8", o.Storage)
	case o.MaxWords < 0:
		return fmt.Errorf("found %d as the most words, expected 0 (no bound) or more", o.MaxWords)
	}
	return o.About.check()
}

// limit returns the maximum memory of words and vectors, in bytes.
func (o Options) limit() int64 { return cmp.Or(o.maxBytes, defaultMaxBytes) }

// selects reports whether the options leave out words or change them.
func (o Options) selects() bool { return o.MaxWords > 0 || o.Lower }

// over returns a with the non-empty texts of o.About instead of its own.
func (o Options) over(a About) About {
	for _, t := range []struct {
		to   *string
		from string
	}{{&a.Name, o.About.Name}, {&a.Source, o.About.Source}, {&a.Licence, o.About.Licence}} {
		if t.from != "" {
			*t.to = t.from
		}
	}
	return a
}

// lower is [strings.ToLower], but changes only ASCII letters in invalid UTF-8.
func lower(word string) string {
	if utf8.ValidString(word) {
		return strings.Map(unicode.ToLower, word)
	}
	b := []byte(word)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
