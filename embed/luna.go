package embed

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// magic is the start of every file in Luna's own format.
const magic = "LUNAVEC\n"

const (
	version = 1
	// fixedHeader is the length of the header without texts and padding.
	fixedHeader = 128
	// blockAlign is what the header and the blocks are padded to, in bytes.
	blockAlign = 64
)

// header is what precedes the words in a file; see [Write] for the layout.
type header struct {
	storage   Storage
	words     uint64
	dim       uint64
	wordBytes uint64
	about     About
	digest    [sha256.Size]byte
}

func padded(n uint64) uint64 { return (n + blockAlign - 1) / blockAlign * blockAlign }

// encode returns the header with its padding.
func (h *header) encode() []byte {
	b := append(make([]byte, 0, fixedHeader), magic...)
	b = binary.LittleEndian.AppendUint32(b, version)
	b = binary.LittleEndian.AppendUint32(b, uint32(h.storage))
	for _, n := range []uint64{h.words, h.dim, h.wordBytes} {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	texts := h.about.texts()
	for _, s := range texts {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(s)))
	}
	b = append(b, make([]byte, 12)...)
	b = append(b, h.digest[:]...)
	all := bytes.Clone(b)
	for _, s := range texts {
		all = append(all, s...)
	}
	sum := sha256.Sum256(all)
	b = append(append(b, sum[:]...), all[len(b):]...)
	return append(b, make([]byte, padded(uint64(len(b)))-uint64(len(b)))...)
}

// decodeHeader returns the header at the start of a file and its padded length.
func decodeHeader(b []byte, file string) (*header, uint64, error) {
	if len(b) < 12 || string(b[:8]) != magic {
		return nil, 0, atByte(file, 0, text.Quote(b[:min(len(b), 12)]),
			"a file of word vectors in Luna's format")
	}
	if v := binary.LittleEndian.Uint32(b[8:]); v != version {
		return nil, 0, atByte(file, 8, fmt.Sprintf("version %d of the format", v),
			fmt.Sprintf("version %d, the only one known to this program", version))
	}
	short := func(needed uint64) error {
		return atByte(file, int64(len(b)), "the end of the file",
			text.Count(needed, "byte")+" of header")
	}
	if len(b) < fixedHeader {
		return nil, 0, short(fixedHeader)
	}
	var lengths [3]uint32
	texts := uint64(0)
	for i := range lengths {
		lengths[i] = binary.LittleEndian.Uint32(b[40+4*i:])
		texts += uint64(lengths[i])
		if lengths[i] > maxAbout {
			return nil, 0, atByte(file, int64(40+4*i), fmt.Sprintf("a text of %d bytes", lengths[i]),
				fmt.Sprintf("at most %d", maxAbout))
		}
	}
	length := padded(fixedHeader + texts)
	if uint64(len(b)) < length {
		return nil, 0, short(length)
	}
	all := append(bytes.Clone(b[:96]), b[fixedHeader:fixedHeader+texts]...)
	if sha256.Sum256(all) != [sha256.Size]byte(b[96:128]) {
		return nil, 0, atByte(file, 96, "a checksum that does not match the header",
			"an undamaged file")
	}
	h := &header{
		storage:   Storage(binary.LittleEndian.Uint32(b[12:])),
		words:     binary.LittleEndian.Uint64(b[16:]),
		dim:       binary.LittleEndian.Uint64(b[24:]),
		wordBytes: binary.LittleEndian.Uint64(b[32:]),
		digest:    [sha256.Size]byte(b[64:96]),
	}
	rest := b[fixedHeader:]
	for i, to := range []*string{&h.about.Name, &h.about.Source, &h.about.Licence} {
		*to, rest = string(rest[:lengths[i]]), rest[lengths[i]:]
		if !utf8.ValidString(*to) {
			return nil, 0, atByte(file, fixedHeader, "texts that are not UTF-8", "UTF-8")
		}
	}
	switch {
	case !h.storage.valid():
		return nil, 0, atByte(file, 12, fmt.Sprintf("storage %d", int(h.storage)),
			"0 (float32) or 1 (int8)")
	case h.words == 0 || h.words > maxWords:
		return nil, 0, atByte(file, 16, fmt.Sprintf("%d words", h.words),
			fmt.Sprintf("1 to %d", maxWords))
	case h.dim == 0 || h.dim > maxDim:
		return nil, 0, atByte(file, 24, fmt.Sprintf("vectors of %d numbers", h.dim),
			fmt.Sprintf("1 to %d", maxDim))
	case h.wordBytes < 2*h.words || h.wordBytes > maxWordBytes:
		return nil, 0, atByte(file, 32, fmt.Sprintf("%d bytes of words", h.wordBytes),
			fmt.Sprintf("at least 2 for each of %d words, and at most %d", h.words, maxWordBytes))
	case !zero(b[52:64]) || !zero(b[fixedHeader+texts:length]):
		return nil, 0, atByte(file, 52, "padding that is not zero", "zeros")
	}
	return h, length, nil
}

// blocks returns the lengths of the words with their padding and of the vectors. They are below
// 2^48 by the header's limits.
func (h *header) blocks() (words, vectors uint64) {
	row := h.storage.bytes(int(h.dim)) + h.storage.scaleBytes()
	return padded(h.wordBytes), h.words * uint64(row)
}

// decode returns the vectors of a complete file. They refer to its bytes. If it is part of this
// program, tests have checked what is in it.
func decode(b []byte, file string, own bool) (*Vectors, error) {
	h, length, err := decodeHeader(b, file)
	if err != nil {
		return nil, err
	}
	wordBlock, vectorBlock := h.blocks()
	if want := length + wordBlock + vectorBlock; uint64(len(b)) != want {
		return nil, atByte(file, int64(min(uint64(len(b)), want)),
			fmt.Sprintf("a file of %d bytes", len(b)), fmt.Sprintf("%d, as the header says", want))
	}
	block, numbers := b[length:length+h.wordBytes], b[length+wordBlock:]
	if !zero(b[length+h.wordBytes : length+wordBlock]) {
		return nil, atByte(file, int64(length+h.wordBytes), "padding that is not zero", "zeros")
	}
	v := &Vectors{about: h.about, dim: int(h.dim), storage: h.storage, format: lunaFormat, digest: h.digest}
	v.digestOnce.Do(func() {})
	scales := h.words * uint64(h.storage.scaleBytes())
	v.scales, v.data = numbers[:scales:scales], numbers[scales:]

	if own {
		v.words = &vocabulary{words: strings.Split(string(block[:len(block)-1]), "\n"), bytes: len(block)}
		return v, nil
	}
	sum := sha256.New()
	writeContent(sum, h.storage, h.words, h.dim, block, numbers)
	if v.digest != [sha256.Size]byte(sum.Sum(nil)) {
		return nil, atByte(file, 64, "a checksum that does not match words and vectors",
			"an undamaged file")
	}
	if v.words, err = decodeWords(block, int(h.words), file, int64(length)); err != nil {
		return nil, err
	}
	if i := v.notFinite(); i >= 0 {
		return nil, files.New(file, 0,
			"a vector of word "+text.Quote(v.word(i))+" that is not finite", "finite numbers")
	}
	if h.storage == Int8 {
		if at := bytes.IndexByte(v.data, 0x80); at >= 0 {
			return nil, files.New(file, 0,
				"a vector of word "+text.Quote(v.word(at/v.dim))+" with the byte -128",
				"-127 to 127")
		}
	}
	return v, nil
}

// decodeWords returns the words, which do not refer to the block.
func decodeWords(block []byte, n int, file string, offset int64) (*vocabulary, error) {
	words, all := newVocabulary(n), string(block)
	for rest := all; len(rest) > 0; {
		at := offset + int64(len(all)-len(rest))
		word, next, ok := strings.Cut(rest, "\n")
		problem := wordProblem(word)
		switch {
		case !ok:
			return nil, atByte(file, at, "a last word without a line feed", "one after each word")
		case words.len() == n:
			return nil, atByte(file, at, "a further word",
				fmt.Sprintf("%d words, as the header says", n))
		case problem != "":
			return nil, atByte(file, at, problem, "a word")
		case !words.add(word):
			return nil, atByte(file, at, "word "+text.Quote(word)+" a second time",
				"different words")
		}
		rest = next
	}
	if words.len() != n {
		return nil, atByte(file, offset+int64(len(all)), text.Count(words.len(), "word"),
			fmt.Sprintf("%d, as the header says", n))
	}
	return words, nil
}

// notFinite returns the number of a word with a vector that is not finite, or -1.
func (v *Vectors) notFinite() int {
	if v.storage == Int8 {
		for i := range v.Len() {
			if s := v.scale(i); !finite32(127*s) || s < 0 {
				return i
			}
		}
		return -1
	}
	const exponent = 0x7f800000
	for at := 0; at < len(v.data); at += 4 {
		if binary.LittleEndian.Uint32(v.data[at:])&exponent == exponent {
			return at / 4 / v.dim
		}
	}
	return -1
}

func zero(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c != 0 })
}

// readLuna reads a stream in Luna's own format.
func readLuna(r io.Reader, file string, opts Options) (*Vectors, error) {
	limit := min(opts.limit(), math.MaxInt64/2) + int64(padded(fixedHeader+3*maxAbout)) + 1
	b, err := io.ReadAll(io.LimitReader(r, limit))
	switch {
	case err != nil:
		return nil, readError(file, err)
	case int64(len(b)) == limit:
		return nil, files.New(file, 0, fmt.Sprintf("more than %d bytes", limit-1),
			"fewer, or a higher limit")
	}
	v, err := decode(b, file, false)
	if err != nil {
		return nil, err
	}
	if !opts.selects() {
		v.about = opts.over(v.about)
		return v, nil
	}
	return v.choose(opts, file)
}

// choose returns the vectors of the words that the options select.
func (v *Vectors) choose(opts Options, file string) (*Vectors, error) {
	s := newSink(v.dim, v.storage, opts)
	row := make([]float32, 0, v.dim)
	for i := 0; i < v.Len() && !s.full(); i++ {
		n := s.words.len()
		if found, expected := s.add(v.word(i), v.appendRow(row, i)); found != "" {
			return nil, files.New(file, 0, found, expected)
		}
		if v.storage == Int8 && s.words.len() > n { // copied, not rounded again
			copy(s.scales[4*n:], v.scales[4*i:4*i+4])
			copy(s.data[n*v.dim:], v.row(i))
		}
	}
	return s.vectors(lunaFormat, v.about), nil
}
