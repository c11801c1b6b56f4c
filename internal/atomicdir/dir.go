// Package atomicdir writes files so that nothing half-written is left behind: a set of files
// in a folder, all or none, or a single file.
package atomicdir

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Dir is a folder that is to receive a set of files. They are written to a hidden
// staging folder inside it and only [Dir.Commit] moves them into place. One goroutine
// may use it.
//
// A file system moves one file at a time. Where a process is killed (or the machine
// stops) in the midst of it, the file staged last is absent: it is the first to be
// taken away and the last to come. Whoever finds it finds all files of one Commit. The
// next Create puts the old files back. The folder itself is never exchanged: programs
// may be working in it, and it holds what others put there.
type Dir struct {
	path    string
	staging string
	lock    *os.File // held as long as staging is used
	made    []string // folders that Create made, outermost first
	files   []*File
	done    bool
}

// File is a staged file. Its first failure is remembered, and Commit reports it.
type File struct {
	name string
	file *os.File
	err  error
	dir  *Dir
}

// Create prepares the folder path, making it and its parents where absent, and fails at once
// where its files could not be written. names are the files to come, as far as they are
// known: Create fails if a folder has the name of one. The caller must call Commit or Abort.
func Create(path string, names ...string) (_ *Dir, err error) {
	d := &Dir{path: path}
	defer func() {
		if err != nil {
			d.Abort()
		}
	}()
	if err := d.makeAll(filepath.Clean(path)); err != nil {
		return nil, cannot(path, err)
	}
	for _, name := range names {
		if err := d.free(name); err != nil {
			return nil, err
		}
	}
	tidy(path)
	if d.staging, err = os.MkdirTemp(path, stagingPrefix); err != nil {
		return nil, cannot(path, err)
	}
	if d.lock, err = os.OpenFile(filepath.Join(d.staging, lockName),
		os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return nil, cannot(path, err)
	}
	hold(d.lock)
	return d, nil
}

// Path returns the folder that was given to Create.
func (d *Dir) Path() string { return d.path }

// File stages a new file. A name is a plain file name, given once.
func (d *Dir) File(name string) (*File, error) {
	if d.done {
		return nil, fmt.Errorf("cannot write to %s: already finished", filepath.Join(d.path, name))
	}
	if name == "" || name == "." || name == ".." || filepath.Base(name) != name ||
		strings.Contains(name, "\n") ||
		slices.Contains([]string{lockName, journalName, replacedName}, name) {
		return nil, fmt.Errorf("cannot write to %s: %q is not a file name", d.path, name)
	}
	f, err := os.OpenFile(filepath.Join(d.staging, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, cannot(filepath.Join(d.path, name), err)
	}
	staged := &File{name: name, file: f, dir: d}
	d.files = append(d.files, staged)
	return staged, nil
}

// Write stages a new file with what the function writes to it.
func (d *Dir) Write(name string, write func(io.Writer) error) error {
	f, err := d.File(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		return err
	}
	return f.Close()
}

// Write implements [io.Writer].
func (f *File) Write(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.file.Write(p)
	f.fail(err)
	return n, f.err
}

// Close implements [io.Closer]. Closing twice is no error; Commit closes what is open.
func (f *File) Close() error {
	if f.file != nil {
		f.fail(f.file.Sync())
		f.fail(f.file.Close())
		f.file = nil
	}
	return f.err
}

func (f *File) fail(err error) {
	if err != nil && f.err == nil {
		f.err = cannot(filepath.Join(f.dir.path, f.name), err)
	}
}

// Commit moves the staged files into place, replacing files of the same names. Upon an error
// it puts back what it replaced and leaves nothing new behind.
func (d *Dir) Commit() error {
	if d.done {
		return fmt.Errorf("cannot write to %s: already finished", d.path)
	}
	err := d.commit()
	if err != nil {
		d.Abort()
		return err
	}
	d.done = true
	d.removeStaging()
	return nil
}

func (d *Dir) commit() error {
	for _, f := range d.files {
		if err := f.Close(); err != nil {
			return err
		}
		if err := d.free(f.name); err != nil {
			return err
		}
	}
	defer alone(d.path)()
	journal := filepath.Join(d.staging, journalName)
	if err := d.prepare(journal); err != nil {
		return cannot(d.path, err)
	}
	for _, move := range d.moves() {
		if err := os.Rename(move.from, move.to); err != nil &&
			!(move.optional && errors.Is(err, fs.ErrNotExist)) {
			d.undo()
			return cannot(filepath.Join(d.path, move.name), err)
		}
	}
	if err := os.Remove(journal); err != nil { // from here on the new files are the ones that stay
		d.undo()
		return cannot(d.path, err)
	}
	return nil
}

// undo puts back what was replaced. Where that fails, what was replaced stays in the
// staging folder, for the next Create.
func (d *Dir) undo() {
	if undo(d.path, d.staging) != nil {
		d.staging = ""
	}
}

// prepare writes what undo needs.
func (d *Dir) prepare(journal string) error {
	if err := os.Mkdir(filepath.Join(d.staging, replacedName), 0o700); err != nil {
		return err
	}
	var list strings.Builder
	for _, f := range d.files {
		list.WriteString(f.name + "\n")
	}
	return WriteFile(journal, func(w io.Writer) error {
		_, err := io.WriteString(w, list.String())
		return err
	})
}

// move is a step of a commit.
type move struct {
	name, from, to string
	optional       bool // there may be nothing to move
}

// moves are the steps of a commit: the old files away, the last first, then the new
// ones into place.
func (d *Dir) moves() []move {
	var list []move
	for _, f := range slices.Backward(d.files) {
		list = append(list, move{f.name, filepath.Join(d.path, f.name),
			filepath.Join(d.staging, replacedName, f.name), true})
	}
	for _, f := range d.files {
		list = append(list, move{f.name, filepath.Join(d.staging, f.name),
			filepath.Join(d.path, f.name), false})
	}
	return list
}

func (d *Dir) removeStaging() {
	if d.lock != nil {
		d.lock.Close()
	}
	if d.staging != "" {
		os.RemoveAll(d.staging)
	}
}

// Abort removes what was staged, and the folders that Create made if nothing else has come
// into them. After Commit or another Abort it does nothing, so that it can be deferred.
func (d *Dir) Abort() {
	if d.done {
		return
	}
	d.done = true
	for _, f := range d.files {
		f.Close()
	}
	d.removeStaging()
	for i := len(d.made) - 1; i >= 0; i-- {
		os.Remove(d.made[i]) // fails on a folder with something in it, as it should
	}
}

// makeAll makes the folder path and its parents, and notes those that were absent.
func (d *Dir) makeAll(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return errors.New("not a directory")
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if parent := filepath.Dir(path); parent != path {
		if err := d.makeAll(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, 0o777); err != nil {
		if errors.Is(err, fs.ErrExist) { // another program was faster, or a dangling link
			info, statErr := os.Stat(path)
			if statErr == nil && info.IsDir() {
				return nil
			}
		}
		return err
	}
	d.made = append(d.made, path)
	return nil
}

// free reports an error if a folder has the name that a file is to get.
func (d *Dir) free(name string) error {
	target := filepath.Join(d.path, name)
	if info, err := os.Lstat(target); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write to %s: is a directory", target)
	}
	return nil
}
