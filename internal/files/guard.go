package files

import (
	"bufio"
	"io"
)

// Guard does for readers that find the lines themselves, such as one of CSV, what [Scanner] does
// for others: it drops a byte order mark, refuses NUL bytes and bounds the length of lines.
type Guard struct {
	in   *bufio.Reader
	file string
	max  int64
	line int   // number of the line being read, from 1
	used int64 // bytes of it so far
	err  error
}

// NewGuard returns a guard for lines of at most max bytes, line break not included. file is the
// name of the input in errors.
func NewGuard(in io.Reader, file string, max int64) *Guard {
	g := &Guard{in: bufio.NewReader(in), file: file, max: max, line: 1}
	if start, _ := g.in.Peek(len(ByteOrderMark)); string(start) == ByteOrderMark {
		g.in.Discard(len(ByteOrderMark))
	}
	return g
}

// Read implements [io.Reader].
func (g *Guard) Read(p []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	n, err := g.in.Read(p)
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
				g.err = ExplainLine(bufio.ErrTooLong, g.file, g.line, g.max)
				return i, g.err
			}
		}
	}
	if err != nil && err != io.EOF {
		g.err = ExplainLine(err, g.file, g.line, g.max)
		err = g.err
	}
	return n, err
}

// Err returns the [*Error] that Read returned, or nil.
func (g *Guard) Err() error { return g.err }
