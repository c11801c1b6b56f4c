package embed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds a line of a text file, in bytes.
const maxLine = 4 << 20

const byteOrderMark = "\xef\xbb\xbf"

// lines reads a text file line by line. A byte order mark is dropped; lines end in LF or
// CRLF, the last one may end in nothing.
type lines struct {
	r    *bufio.Reader
	file string
	n    int // number of the current line, from 1
	text []byte
	buf  []byte
	err  error
}

// next advances to the next line and reports whether there is one. The line's text is good
// until the call after.
func (l *lines) next() bool {
	if l.err != nil {
		return false
	}
	l.buf = l.buf[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		l.buf = append(l.buf, part...)
		if len(l.buf) > maxLine {
			l.err = atLine(l.file, l.n+1, fmt.Sprintf("a line of more than %d bytes", maxLine), "a word and its numbers")
			return false
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && err != io.EOF {
			l.err = readError(l.file, err)
			return false
		}
		if err == io.EOF && len(l.buf) == 0 {
			return false
		}
		break
	}
	l.n++
	text := l.buf
	if l.n == 1 {
		text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	}
	l.text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	return true
}
