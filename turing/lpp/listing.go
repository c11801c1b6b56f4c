package lpp

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
)

// listing holds the key presses of one end in a folder.
type listing struct {
	dir string
	by  End
	// stray, if not nil, receives names that are not key presses, with the reason.
	stray   func(name string, err error)
	presses []Press // in order; if there are too many, the lowest
	info    os.FileInfo
}

const (
	chunk      = 4096    // names that are read at once
	maxListing = 1 << 17 // key presses that are kept
)

var errFile = errors.New("found a file, expected a folder")

// read reads the folder.
func (l *listing) read() error {
	l.presses = l.presses[:0]
	dir, err := os.Open(l.dir)
	if err != nil {
		return err
	}
	defer dir.Close()
	if l.info, err = dir.Stat(); err != nil {
		return err
	}
	for err == nil {
		var entries []fs.DirEntry
		entries, err = dir.ReadDir(chunk)
		for _, e := range entries {
			l.add(e)
		}
		if len(l.presses) > 2*maxListing {
			l.sort()
		}
	}
	l.sort()
	if err != io.EOF {
		return err
	}
	return nil
}

func (l *listing) add(e fs.DirEntry) {
	p, err := ParseName(e.Name())
	switch {
	case err == nil && !e.IsDir():
		err = errFile
		fallthrough
	case err != nil:
		if l.stray != nil {
			l.stray(e.Name(), err)
		}
	case p.By == l.by:
		l.presses = append(l.presses, p)
	}
}

// sort sorts the key presses and drops the highest if there are too many. Some systems list a name
// twice if others are made and removed meanwhile.
func (l *listing) sort() {
	slices.SortFunc(l.presses, comparePresses)
	l.presses = slices.Compact(l.presses)
	l.presses = l.presses[:min(len(l.presses), maxListing)]
}

// ReadDir returns the key presses of an end in a folder in the order of their sequence numbers, the
// lowest 131,072 at most. Anything that is not a key press is reported to fault.
func ReadDir(dir string, by End, fault func(error)) ([]Press, error) {
	s := &strays{dir: dir, told: map[string]bool{}, fault: fault}
	l := listing{dir: dir, by: by, stray: s.add}
	err := l.read()
	return l.presses, err
}
