package files

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/text"
)

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
		s.err = binaryFile(s.file, s.in.line)
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

func binaryFile(file string, line int) error {
	return New(file, line, "a NUL byte (a binary or damaged file)", "UTF-8 text")
}
