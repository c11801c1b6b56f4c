// Package atomicdir writes files atomically: a set of files in a folder, all or none, or a
// single file.
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

// Dir is a folder that receives a set of files. They are written to a hidden staging folder
// inside it, and [Dir.Commit] moves them into place. It is not safe for concurrent use.
//
// A file system moves one file at a time. If the process is killed or the machine stops during
// a commit, the file staged last is absent, because it is the first to be moved away and the
// last to be moved into place: if it is present, all files are of the same Commit. The next
// Create restores the old files. The folder itself is never replaced, because other programs
// may be working in it and it may hold other files.
type Dir struct {
	path    string
	staging string
	lock    *os.File // held while staging is in use
	made    bool     // by Create
	files   []*File
	done    bool
	staged  func() // ends what [Abandon] does to the folder
}

// File is a staged file. Commit reports its first error.
type File struct {
	name string
	file *os.File
	err  error
	dir  *Dir
}

// Create prepares the folder path, making it if necessary but not the one that it is in, and fails
// if files could not be written to it. names are the files to be staged, as far as they are known:
// Create fails if there is a folder of the same name. The caller must call Commit or Abort.
func Create(path string, names ...string) (_ *Dir, err error) {
	d := &Dir{path: path}
	defer func() {
		if err != nil {
			d.Abort()
		}
	}()
	if err := d.make(path); err != nil {
		return nil, writeError(path, err)
	}
	for _, name := range names {
		if err := d.free(name); err != nil {
			return nil, err
		}
	}
	Tidy(path)
	if d.staging, err = os.MkdirTemp(path, ".staging-"); err != nil {
		return nil, writeError(path, err)
	}
	if d.lock, err = os.OpenFile(filepath.Join(d.staging, lockName),
		os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return nil, writeError(path, err)
	}
	acquire(d.lock)
	d.staged = stage(d.remove)
	return d, nil
}

// Path returns the folder that was given to Create.
func (d *Dir) Path() string { return d.path }

// File stages a new file. name is a file name without folders, different from earlier ones.
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
		return nil, writeError(filepath.Join(d.path, name), err)
	}
	staged := &File{name: name, file: f, dir: d}
	d.files = append(d.files, staged)
	return staged, nil
}

// Write stages a new file with the content that the function writes.
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

// Close implements [io.Closer]. Closing twice is allowed. Commit closes open files.
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
		f.err = writeError(filepath.Join(f.dir.path, f.name), err)
	}
}

// Commit moves the staged files into place, replacing files of the same names. On an error it
// restores the replaced files and leaves no new ones.
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
	defer LockFolder(d.path)()
	d.unstage() // what is interrupted from here on, the next Create undoes
	journal := filepath.Join(d.staging, journalName)
	if err := d.prepare(journal); err != nil {
		return writeError(d.path, err)
	}
	for _, move := range d.moves() {
		if err := os.Rename(move.from, move.to); err != nil &&
			!(move.optional && errors.Is(err, fs.ErrNotExist)) {
			d.undo()
			return writeError(filepath.Join(d.path, move.name), err)
		}
	}
	if err := os.Remove(journal); err != nil { // from here on the new files stay
		d.undo()
		return writeError(d.path, err)
	}
	return nil
}

// undo restores the replaced files. If that fails they stay in the staging folder for the next
// Create.
func (d *Dir) undo() {
	if undo(d.path, d.staging) != nil {
		d.staging = ""
	}
}

// prepare writes the journal that undo reads.
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
	optional       bool // the file may be absent
}

// moves returns the steps of a commit: the old files away, the last one first, then the new
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

// Abort removes the staged files, and the folder if Create made it and it is empty. After
// Commit or Abort it does nothing, so that it can be deferred.
func (d *Dir) Abort() {
	if d.done {
		return
	}
	d.done = true
	d.unstage()
	for _, f := range d.files {
		f.Close()
	}
	d.remove()
}

func (d *Dir) unstage() {
	if d.staged != nil {
		d.staged()
	}
}

// remove removes the staging folder, and the folder that Create made if it is empty.
func (d *Dir) remove() {
	d.removeStaging()
	if d.made {
		os.Remove(d.path) // fails if the folder is not empty, as it should
	}
}

// make makes the folder if it is absent.
func (d *Dir) make(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return errors.New("it is a file, expected a folder: choose another name")
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err = os.Mkdir(path, 0o777); errors.Is(err, fs.ErrExist) { // by another program meanwhile, or a dangling link
		if info, statErr := os.Stat(path); statErr == nil && info.IsDir() {
			return nil
		}
	}
	d.made = err == nil
	return err
}

// free returns an error if a folder has the name of a file to be staged.
func (d *Dir) free(name string) error {
	target := filepath.Join(d.path, name)
	if info, err := os.Lstat(target); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write to %s: is a directory", target)
	}
	return nil
}
