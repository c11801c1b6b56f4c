package lpp

import (
	"errors"
	"fmt"
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

// StrayError reports something in the folder that is not a key press. It is left there.
type StrayError struct {
	Dir, Name string // the folder, and the name in it
	Err       error  // why it is not a key press
}

// Error names the folder and the name in it.
func (e *StrayError) Error() string { return fmt.Sprintf("%s: %.255q: %v", e.Dir, e.Name, e.Err) }

// Unwrap returns why the name is not a key press.
func (e *StrayError) Unwrap() error { return e.Err }

// maxStrays is the maximum number of stray names that are reported.
const maxStrays = 1000

// strays reports each stray name once.
type strays struct {
	dir   string
	told  map[string]bool
	fault func(error)
}

func (s *strays) add(name string, err error) {
	if s.told[name] || len(s.told) > maxStrays {
		return
	}
	s.told[name] = true
	if len(s.told) > maxStrays {
		s.fault(fmt.Errorf("%s: found more than %d names that are no key presses; the others are "+
			"not named", s.dir, maxStrays))
		return
	}
	s.fault(&StrayError{Dir: s.dir, Name: name, Err: err})
}
