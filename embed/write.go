package embed

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// Write writes the vectors in Luna's own format, which [Open] reads fastest.
// Equal vectors give equal bytes. All numbers are little-endian:
//
//	  0  "LUNAVEC\n"
//	  8  uint32  version, 1
//	 12  uint32  storage: 0 float32, 1 int8
//	 16  uint64  n, the number of words, from 1 to below 2^31
//	 24  uint64  d, the numbers in a vector, 1 to 65536
//	 32  uint64  w, the bytes of the words, below 2^31
//	 40  uint32  the bytes of name, source and licence, one number each, up to 65536
//	 52          12 zeros
//	 64          SHA-256 of the content: storage, n and d as above, the w bytes of the
//	             words and the vectors, without padding
//	 96          SHA-256 of bytes 0 to 95, name, source and licence
//	128          name, source and licence, UTF-8, then zeros to a multiple of 64
//	             words: each of 1 to 4096 bytes, without NUL, followed by a line feed; then
//	             zeros to a multiple of 64
//	             vectors: n times d float32; or n float32 scales >= 0 and n
//	             times d int8, none -128
//
// An int8 q stands for the number scale·q; see [Int8].
func Write(w io.Writer, v *Vectors, storage Storage) error {
	if !storage.valid() {
		return fmt.Errorf("found storage %v, expected float32 or int8", storage)
	}
	h := header{
		storage: storage, words: uint64(v.Len()), dim: uint64(v.dim),
		wordBytes: uint64(v.words.bytes), about: v.about,
	}
	sum := sha256.New()
	v.content(sum, storage)
	sum.Sum(h.digest[:0])
	if _, err := w.Write(h.encode()); err != nil {
		return err
	}
	if _, err := w.Write(v.words.block()); err != nil {
		return err
	}
	if _, err := w.Write(make([]byte, padded(h.wordBytes)-h.wordBytes)); err != nil {
		return err
	}
	return v.numbers(w, storage)
}

// content writes the bytes that the digest covers.
func (v *Vectors) content(w io.Writer, storage Storage) error {
	if err := writeContent(w, storage, uint64(v.Len()), uint64(v.dim), v.words.block(),
		nil); err != nil {
		return err
	}
	return v.numbers(w, storage)
}

func writeContent(w io.Writer, storage Storage, words, dim uint64, block, numbers []byte) error {
	start := binary.LittleEndian.AppendUint32(nil, uint32(storage))
	start = binary.LittleEndian.AppendUint64(start, words)
	start = binary.LittleEndian.AppendUint64(start, dim)
	for _, part := range [][]byte{start, block, numbers} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// numbers writes the vectors with the given storage.
func (v *Vectors) numbers(to io.Writer, storage Storage) error {
	if storage == v.storage {
		if _, err := to.Write(v.scales); err != nil {
			return err
		}
		_, err := to.Write(v.data)
		return err
	}
	w := bufio.NewWriter(to) // it remembers errors for Flush
	row := make([]float32, 0, v.dim)
	var stored []byte
	if storage == Int8 {
		for i := range v.Len() {
			stored = binary.LittleEndian.AppendUint32(stored[:0],
				math.Float32bits(int8Scale(v.appendRow(row, i))))
			w.Write(stored)
		}
	}
	for i := range v.Len() {
		row = v.appendRow(row[:0], i)
		if storage == Int8 {
			stored = appendInt8(stored[:0], row, int8Scale(row))
		} else {
			stored = appendFloat32(stored[:0], row)
		}
		w.Write(stored)
	}
	return w.Flush()
}

// WriteText writes the vectors in the text format of word2vec, for other programs. It returns
// an error if a word has white space, which the format cannot hold.
func WriteText(to io.Writer, v *Vectors) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "%d %d\n", v.Len(), v.dim)
	row := make([]float32, 0, v.dim)
	var line []byte
	for i := range v.Len() {
		word := v.word(i)
		if strings.ContainsAny(word, " \t\r") {
			return fmt.Errorf("word %s cannot be written as text: it has white space",
				text.Quote(word))
		}
		line = append(line[:0], word...)
		for _, x := range v.appendRow(row, i) {
			line = strconv.AppendFloat(append(line, ' '), float64(x), 'g', -1, 32)
		}
		w.Write(append(line, '\n'))
	}
	return w.Flush()
}
