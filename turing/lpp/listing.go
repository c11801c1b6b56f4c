package lpp

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
)

const (
	chunk      = 4096    // names that are read at once
	maxListing = 1 << 17 // key presses that are kept
)

var errFile = errors.New("found a file, expected a folder")

// ReadDir returns the key presses of an end in a folder, in order; of more than 131,072, the
// lowest. Fault receives a [StrayError] for each name that is not a key press.
func ReadDir(dir string, by End, fault func(error)) (presses []Press, err error) {
	folder, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	for err == nil {
		var entries []fs.DirEntry
		entries, err = folder.ReadDir(chunk)
		for _, e := range entries {
			p, err := ParseName(e.Name())
			if err == nil && !e.IsDir() {
				err = errFile
			}
			if err != nil {
				fault(&StrayError{Dir: dir, Name: e.Name(), Err: err})
			} else if p.By == by {
				presses = append(presses, p)
			}
		}
		if len(presses) > 2*maxListing {
			presses = lowest(presses)
		}
	}
	if err != io.EOF {
		return nil, err
	}
	return lowest(presses), nil
}

// lowest sorts key presses and drops the highest if there are too many. Some systems list a name
// twice if others are made and removed meanwhile.
func lowest(presses []Press) []Press {
	slices.SortFunc(presses, comparePresses)
	presses = slices.Compact(presses)
	return presses[:min(len(presses), maxListing)]
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
