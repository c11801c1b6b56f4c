package embed

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/luna-rating/luna/internal/text"
)

// binaryReader reads word2vec's binary format and keeps track of the offset.
type binaryReader struct {
	r    *bufio.Reader
	file string
	at   int64
}

func readWord2VecBinary(r *bufio.Reader, file string, opts Options) (*Vectors, error) {
	b := &binaryReader{r: r, file: file}
	header, err := b.until('\n', 64, "the first line")
	if err != nil {
		return nil, err
	}
	n, dim, found := headerProblem(header)
	if found != "" {
		return nil, atByte(file, 0, found, headerExpected)
	}
	s := newSink(dim, opts.Storage, opts)
	numbers, row := make([]byte, 4*dim), make([]float32, dim)
	for s.read < n && !s.full() {
		start := b.at
		if err := b.skip('\n'); err != nil {
			return nil, err
		}
		what := fmt.Sprintf("word %d of %d", s.read+1, n)
		word, err := b.until(' ', maxWord, what)
		if err != nil {
			return nil, err
		}
		if err := b.full(numbers, fmt.Sprintf("%s for %s", text.Count(dim, "number"),
			what)); err != nil {
			return nil, err
		}
		for i := range row {
			row[i] = math.Float32frombits(binary.LittleEndian.Uint32(numbers[4*i:]))
			if !finite32(row[i]) {
				return nil, atByte(file, b.at-int64(len(numbers)-4*i), fmt.Sprint(row[i]),
					"a finite number")
			}
		}
		if found, expected := s.add(string(word), row); found != "" {
			return nil, atByte(file, start, found, expected)
		}
	}
	if s.read == n {
		if err := b.end(n); err != nil {
			return nil, err
		}
	}
	return s.vectors(word2vecBinary, About{}), nil
}

// until reads up to a delimiter, which it drops, and at most maxLen bytes before it.
func (b *binaryReader) until(delimiter byte, maxLen int, what string) ([]byte, error) {
	var text []byte
	for len(text) <= maxLen {
		c, err := b.r.ReadByte()
		if err != nil {
			return nil, b.cut(err, what)
		}
		if c == delimiter {
			b.at += int64(len(text)) + 1
			return text, nil
		}
		text = append(text, c)
	}
	return nil, atByte(b.file, b.at, fmt.Sprintf("more than %d bytes without %q", maxLen,
		delimiter),
		what)
}

// full reads until p is full.
func (b *binaryReader) full(p []byte, what string) error {
	n, err := io.ReadFull(b.r, p)
	b.at += int64(n)
	if err != nil {
		if err == io.ErrUnexpectedEOF && n < len(p) {
			if _, again := b.r.ReadByte(); again != nil {
				err = again // the stream's own error: its end, or damage
			}
		}
		return b.cut(err, what)
	}
	return nil
}

// skip drops one byte c, if it is next.
func (b *binaryReader) skip(c byte) error {
	next, err := b.r.Peek(1)
	if err == nil && next[0] == c {
		b.r.Discard(1)
		b.at++
	}
	if err != nil && err != io.EOF {
		return readError(b.file, err)
	}
	return nil
}

// end returns an error unless the file ends here, or after a line feed.
func (b *binaryReader) end(n int) error {
	if err := b.skip('\n'); err != nil {
		return err
	}
	switch _, err := b.r.Peek(1); err {
	case io.EOF:
		return nil
	case nil:
		return atByte(b.file, b.at, "further bytes",
			fmt.Sprintf("the end of the file after %s, as the first line says",
				text.Count(n, "word")))
	default:
		return readError(b.file, err)
	}
}

func (b *binaryReader) cut(err error, what string) error {
	if err != io.EOF {
		return readError(b.file, err)
	}
	return atByte(b.file, b.at, "the end of the file", what)
}
