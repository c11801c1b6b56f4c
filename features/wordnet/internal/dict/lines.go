package dict

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// Bounds keep damaged files from filling the memory. The largest file of WordNet 3.0 has 15
// MB, the longest line 13 kB.
const (
	maxFile = 64 << 20
	maxLine = 1 << 20
)

// lines reads a dictionary file line by line. Lines that start with a blank are the licence.
type lines struct {
	file string
	n    int // number of the current line, from 1
	text string

	notice  func(line string)
	closer  io.Closer
	limited *io.LimitedReader
	scanner *bufio.Scanner
	cut     bool // the last line read has no line break
	err     error
}

// open opens a file of the folder, which is named dir in errors.
func open(fsys fs.FS, dir, name string) (*lines, error) {
	l := &lines{file: dir + name}
	f, err := fsys.Open(name)
	if err != nil {
		if p := (*fs.PathError)(nil); errors.As(err, &p) {
			err = p.Err
		}
		return nil, &Error{File: l.file, Msg: "found no readable file, expected one of WordNet: " + oneLine(err), Err: err}
	}
	l.closer = f
	l.limited = &io.LimitedReader{R: f, N: maxFile + 1}
	l.scanner = bufio.NewScanner(l.limited)
	l.scanner.Buffer(make([]byte, 0, 64<<10), maxLine)
	l.scanner.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		n, token, err := bufio.ScanLines(data, atEOF)
		l.cut = n > 0 && data[n-1] != '\n'
		return n, token, err
	})
	return l, nil
}

// next advances to the next line that is not of the licence.
func (l *lines) next() bool {
	for l.err == nil && l.scanner.Scan() {
		l.n++
		if l.cut && l.limited.N > 0 {
			l.err = mismatch(l.file, l.n, "the end of the file within a line", "a line break (a truncated file)")
			return false
		}
		l.text = l.scanner.Text()
		if !strings.HasPrefix(l.text, " ") {
			return true
		}
		if l.notice != nil {
			l.notice(l.text)
		}
	}
	switch err := l.scanner.Err(); {
	case l.err != nil:
	case l.limited.N == 0:
		l.err = mismatch(l.file, 0, fmt.Sprintf("more than %d bytes", maxFile), "a smaller file")
	case errors.Is(err, bufio.ErrTooLong):
		l.err = mismatch(l.file, l.n+1, fmt.Sprintf("a line of more than %d bytes", maxLine), "shorter lines")
	case err != nil:
		l.err = &Error{File: l.file, Line: l.n + 1, Msg: "found an error while reading, expected text: " + oneLine(err), Err: err}
	}
	return false
}

// close closes the file and returns what was wrong with it.
func (l *lines) close() error {
	l.closer.Close()
	return l.err
}

func oneLine(err error) string {
	return strings.NewReplacer("\n", " ", "\r", " ").Replace(err.Error())
}
