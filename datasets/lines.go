package datasets

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds a line of any text file, in bytes. It keeps a file without line
// breaks from filling the memory, and is far above any real line.
const maxLine = 16 << 20

const byteOrderMark = "\xef\xbb\xbf"

// lines reads a text file line by line. A byte order mark is dropped; lines end in
// LF or CRLF, the last one may end in nothing. A line over maxLine bytes or with a
// NUL byte, the mark of a binary file, is an error.
type lines struct {
	r    *bufio.Reader
	file string
	n    int // number of the current line, from 1
	max  int
	text string
	err  error
}

func newLines(r io.Reader, file string) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), file: file, max: maxLine}
}

// next advances to the next line and reports whether there is one.
func (l *lines) next() bool {
	if l.err != nil {
		return false
	}
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > l.max {
			l.err = tooLong(l.file, l.n+1, l.max)
			return false
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && err != io.EOF {
			l.err = readError(l.file, l.n+1, err)
			return false
		}
		if err == io.EOF && len(line) == 0 {
			return false
		}
		break
	}
	l.n++
	if l.n == 1 {
		line = bytes.TrimPrefix(line, []byte(byteOrderMark))
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	if bytes.IndexByte(line, 0) >= 0 {
		l.err = binaryFile(l.file, l.n)
		return false
	}
	l.text = string(line)
	return true
}

// all reads the remaining lines; blank ones at the end are dropped.
func (l *lines) all() ([]string, error) {
	var all []string
	for l.next() {
		all = append(all, l.text)
	}
	for len(all) > 0 && all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all, l.err
}

// guard does for a csv reader what lines does for the other formats: it drops the
// byte order mark, refuses NUL bytes and bounds the lines.
type guard struct {
	r    *bufio.Reader
	file string
	line int // number of the line being read, from 1
	used int // bytes of it so far
	max  int
	err  error
}

func newGuard(r io.Reader, file string) *guard {
	g := &guard{r: bufio.NewReader(r), file: file, line: 1, max: maxLine}
	if start, _ := g.r.Peek(len(byteOrderMark)); string(start) == byteOrderMark {
		g.r.Discard(len(byteOrderMark))
	}
	return g
}

func (g *guard) Read(p []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	n, err := g.r.Read(p)
	for i, c := range p[:n] {
		switch {
		case c == '\n':
			g.line++
			g.used = 0
		case c == 0:
			g.err = binaryFile(g.file, g.line)
			return i, g.err
		default:
			if g.used++; g.used > g.max {
				g.err = tooLong(g.file, g.line, g.max)
				return i, g.err
			}
		}
	}
	if err != nil && err != io.EOF {
		g.err = readError(g.file, g.line, err)
		err = g.err
	}
	return n, err
}

func tooLong(file string, line, max int) error {
	return mismatch(file, line, fmt.Sprintf("a line of more than %d bytes", max), "shorter lines")
}

func binaryFile(file string, line int) error {
	return mismatch(file, line, "a NUL byte (a binary or damaged file)", "UTF-8 text")
}

func readError(file string, line int, err error) error {
	return &Error{File: file, Line: line, Msg: "found an error while reading, expected text: " + oneLine(err.Error()), Err: err}
}
