package files

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/text"
)

// MaxLine bounds a line of a data set or a stream of respondents, in bytes. It is far above any
// real line.
const MaxLine = 16 << 20

// LineReader reads lines that end in LF or CRLF.
type LineReader struct {
	in   *bufio.Reader
	max  int64
	line int
	buf  []byte
	// After a line that is too long: whether its rest is still to be read, and the error
	// that came with its last bytes.
	rest bool
	err  error
}

// NewLineReader returns a reader of lines of at most max bytes, line break included.
func NewLineReader(in io.Reader, max int64) *LineReader {
	return &LineReader{in: bufio.NewReaderSize(in, 64<<10), max: max}
}

// Line returns the number of the line that was read last, or whose reading failed, from 1.
func (r *LineReader) Line() int { return r.line }

// Read returns the next line without its line break, valid until the next call. At the
// end of the input the error is [io.EOF]: the line is what follows the last line break,
// nil if nothing does. The error of a line over the limit is [bufio.ErrTooLong], which comes
// with its beginning; call Skip to go on after it.
func (r *LineReader) Read() ([]byte, error) {
	r.buf = r.buf[:0]
	for {
		part, err := r.in.ReadSlice('\n')
		r.buf = append(r.buf, part...)
		if int64(len(r.buf)) > r.max {
			r.line++
			r.rest, r.err = err == bufio.ErrBufferFull, err
			return r.buf, bufio.ErrTooLong
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(r.buf) == 0:
			return nil, io.EOF
		}
		r.line++
		if err != nil && err != io.EOF {
			return nil, err
		}
		return bytes.TrimSuffix(bytes.TrimSuffix(r.buf, []byte("\n")), []byte("\r")), err
	}
}

// maxSkipped bounds the rest of a line that is too long. A device may never end it.
const maxSkipped = 1 << 30

// Skip reads the rest of a line that is too long. It returns an error if the input fails
// before the line ends.
func (r *LineReader) Skip() error {
	for skipped := 0; r.rest; {
		var part []byte
		part, r.err = r.in.ReadSlice('\n')
		if skipped += len(part); skipped > maxSkipped {
			return errors.New("found a line that does not end within 1 GiB, expected lines")
		}
		r.rest = r.err == bufio.ErrBufferFull
	}
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// ByteOrderMark is U+FEFF in UTF-8, with which some programs begin a text file.
const ByteOrderMark = "\xef\xbb\xbf"

// Scanner reads the lines of a text file. A byte order mark at the start is dropped. A line
// over the limit or with a NUL byte, the mark of a binary file, is an error.
type Scanner struct {
	in   *LineReader
	file string
	text []byte
	err  error
}

// NewScanner returns a scanner of lines of at most max bytes, line break included. file is
// the name of the input in errors.
func NewScanner(in io.Reader, file string, max int64) *Scanner {
	return &Scanner{in: NewLineReader(in, max), file: file}
}

// Scan advances to the next line and reports whether there is one.
func (s *Scanner) Scan() bool {
	if s.err != nil {
		return false
	}
	text, err := s.in.Read()
	switch {
	case err != nil && err != io.EOF:
		s.err = ExplainLine(err, s.file, s.in.line, s.in.max)
	case bytes.IndexByte(text, 0) >= 0:
		s.err = New(s.file, s.in.line, "a NUL byte (a binary or damaged file)", "UTF-8 text")
	}
	if s.in.line == 1 {
		text = bytes.TrimPrefix(text, []byte(ByteOrderMark))
	}
	s.text = text
	return s.err == nil && text != nil
}

// Bytes returns the line, valid until the next call of Scan.
func (s *Scanner) Bytes() []byte { return s.text }

// Text returns the line.
func (s *Scanner) Text() string { return string(s.text) }

// Line returns the number of the line, from 1.
func (s *Scanner) Line() int { return s.in.line }

// Err returns the [*Error] that ended Scan before the end of the file, or nil.
func (s *Scanner) Err() error { return s.err }

// ExplainLine describes an error of [LineReader.Read] other than [io.EOF].
func ExplainLine(err error, file string, line int, max int64) error {
	if err == bufio.ErrTooLong {
		found := fmt.Sprintf("a line of more than %d bytes", max)
		return New(file, line, found, "shorter lines")
	}
	return &Error{File: file, Line: line, Err: err,
		Msg: "found an error while reading, expected text: " + text.OneLine(err.Error())}
}
