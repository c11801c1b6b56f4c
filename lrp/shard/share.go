package shard

import (
	"bufio"
	"io"
	"math"
)

// from returns the file from an offset on.
func (s *share) from(offset int64) (io.ReadCloser, error) {
	if at, ok := s.file.(io.ReaderAt); ok {
		return io.NopCloser(io.NewSectionReader(at, offset, math.MaxInt64-offset)), nil
	}
	file, err := s.files.Open(s.File)
	if err != nil {
		return nil, err
	}
	if _, err = io.CopyN(io.Discard, file, offset); err != nil && err != io.EOF {
		file.Close()
		return nil, err
	}
	return file, nil
}

// lineStart returns where the first line begins that does not begin before the share.
func (s *share) lineStart() (int64, error) {
	if s.low <= 0 {
		return 0, nil
	}
	file, err := s.from(s.low - 1)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	n, err := io.Copy(io.Discard, &lineReader{in: bufio.NewReader(file)})
	return s.low - 1 + n, err
}

// before reads the file before the share's lines until take returns false.
func (s *share) before(take func(text []byte) bool) error {
	file, err := s.from(0)
	if err != nil {
		return err
	}
	defer file.Close()
	in, buffer := io.LimitReader(file, s.From), make([]byte, 1<<20)
	for {
		n, err := io.ReadFull(in, buffer)
		if !take(buffer[:n]) || err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// lines returns the lines of the share, with which the input begins.
func (s *share) lines(in *bufio.Reader) *lineReader {
	return &lineReader{in: in, left: max(0, s.high-1-s.From), ended: s.From >= s.high}
}

// lineReader reads a number of bytes and the rest of the line that the next byte belongs to.
type lineReader struct {
	in    *bufio.Reader
	left  int64
	ended bool
}

// Read implements [io.Reader].
func (l *lineReader) Read(p []byte) (int, error) {
	switch {
	case l.ended:
		return 0, io.EOF
	case l.left > 0:
		n, err := l.in.Read(p[:min(int64(len(p)), l.left)])
		l.left -= int64(n)
		return n, err
	}
	for n := range p {
		c, err := l.in.ReadByte()
		if err != nil {
			return n, err
		}
		p[n] = c
		if c == '\n' {
			l.ended = true
			return n + 1, nil
		}
	}
	return len(p), nil
}
