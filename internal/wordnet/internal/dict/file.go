package dict

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// The bounds keep damaged files from filling the memory. The largest file of WordNet 3.0 is 15 MB,
// the longest line 13 kB.
const (
	maxFile = 64 << 20
	maxLine = 1 << 20
)

// file is a dictionary file, read line by line. Lines that start with a blank are the
// licence.
type file struct {
	name string
	line int // number of the current line, from 1
	text string

	notice  func(line string) // if not nil, is passed the lines of the licence
	closer  io.Closer
	limited *io.LimitedReader
	in      *files.LineReader
	err     error
}

// open opens a file of the folder, which is named dir in errors.
func open(fsys fs.FS, dir, name string) (*file, error) {
	f, err := fsys.Open(name)
	if err != nil {
		if p := (*fs.PathError)(nil); errors.As(err, &p) {
			err = p.Err
		}
		return nil, &files.Error{File: dir + name, Err: err,
			Msg: "found no readable file, expected one of WordNet: " + text.OneLine(err.Error())}
	}
	limited := &io.LimitedReader{R: f, N: maxFile + 1}
	in := files.NewLineReader(limited, maxLine)
	return &file{name: dir + name, closer: f, limited: limited, in: in}, nil
}

// next advances to the next line that is not of the licence.
func (f *file) next() bool {
	for f.err == nil {
		text, err := f.in.Read()
		f.line = f.in.Line()
		switch {
		case err == io.EOF && f.limited.N == 0:
			found := fmt.Sprintf("more than %d bytes", maxFile)
			f.err = files.New(f.name, 0, found, "a smaller file")
		case err == io.EOF && text != nil:
			f.err = files.New(f.name, f.line, "the end of the file within a line",
				"a line break (a truncated file)")
		case err == io.EOF:
			return false
		case err != nil:
			f.err = files.ExplainLine(err, f.name, f.line, maxLine)
		default:
			f.text = string(text)
			if !strings.HasPrefix(f.text, " ") {
				return true
			}
			if f.notice != nil {
				f.notice(f.text)
			}
		}
	}
	return false
}

// close closes the file and returns what was wrong with it.
func (f *file) close() error {
	f.closer.Close()
	return f.err
}
