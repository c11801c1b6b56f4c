package atomicdir

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	stagingPrefix = ".staging-"
	// lockName is the file that a process locks while it uses a staging folder.
	lockName = ".lock"
	// journalName lists the files that a commit moves. It exists until the commit is
	// complete.
	journalName = ".moving"
	// replacedName is the folder of the replaced files.
	replacedName = ".replaced"
)

// minAge is the age below which staged files are never considered leftovers: their process may
// be about to lock them.
const minAge = 2 * time.Second

// tidy undoes commits in a folder that were interrupted by the death of their process, and
// removes files that dead processes staged.
func tidy(path string) {
	staged, _ := filepath.Glob(filepath.Join(globLiteral(path), stagingPrefix+"*"))
	if len(staged) == 0 {
		return
	}
	defer LockFolder(path)()
	for _, staging := range staged {
		if !numbered(filepath.Base(staging), stagingPrefix, "") {
			continue // not a staging folder
		}
		lock := filepath.Join(staging, lockName)
		info, err := os.Stat(lock)
		if errors.Is(err, fs.ErrNotExist) {
			info, err = os.Stat(staging)
		} else if err == nil && !abandoned(lock) {
			continue
		}
		_, moving := os.Stat(filepath.Join(staging, journalName))
		if err != nil || moving != nil && time.Since(info.ModTime()) < minAge {
			continue
		}
		if undo(path, staging) == nil {
			os.RemoveAll(staging)
		}
	}
}

// undo restores the files that the commit in a staging folder replaced. It can be repeated if
// it is interrupted.
func undo(path, staging string) error {
	journal, err := os.ReadFile(filepath.Join(staging, journalName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	list, complete := bytes.CutSuffix(journal, []byte("\n"))
	if !complete {
		return nil // nothing moves before the list is written
	}
	var failed error
	for _, name := range strings.Split(string(list), "\n") {
		target, fresh := filepath.Join(path, name), filepath.Join(staging, name)
		old := filepath.Join(staging, replacedName, name)
		if name == "" || filepath.Base(name) != name {
			continue
		}
		if _, err := os.Lstat(fresh); errors.Is(err, fs.ErrNotExist) {
			if err := os.Rename(target, fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
				failed = err
				continue
			}
		}
		if err := os.Rename(old, target); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = err
		}
	}
	return failed
}

// tidyFiles removes the hidden files that dead processes left next to target.
func tidyFiles(target string) {
	dir, base := filepath.Split(target)
	staged, _ := filepath.Glob(globLiteral(dir+"."+base) + ".*-*" + stagedSuffix)
	for _, path := range staged {
		if !numbered(filepath.Base(path), "."+base+".", stagedSuffix) {
			continue
		}
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() &&
			time.Since(info.ModTime()) >= minAge && abandoned(path) {
			os.Remove(path)
		}
	}
}

// numbered reports whether a name is a prefix, digits and dashes, and a suffix.
func numbered(name, prefix, suffix string) bool {
	middle := strings.TrimSuffix(strings.TrimPrefix(name, prefix), suffix)
	return middle != "" && strings.Trim(middle, "0123456789-") == ""
}

// globLiteral returns a pattern that matches only the given path.
func globLiteral(path string) string {
	if filepath.Separator == '\\' {
		// Patterns have no escapes on Windows, where names cannot have most of these characters.
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// unfinished holds the functions that remove the files that this process has staged.
var unfinished struct {
	mu    sync.Mutex
	last  int
	undos map[int]func()
}

// stage keeps a function that removes staged files until done is called.
func stage(undo func()) (done func()) {
	u := &unfinished
	u.mu.Lock()
	defer u.mu.Unlock()
	u.last++
	n := u.last
	if u.undos == nil {
		u.undos = make(map[int]func())
	}
	u.undos[n] = undo
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(u.undos, n)
	}
}

// Abandon removes the files that are staged and not moved into place yet. A process calls it when
// it ends while something is still writing.
func Abandon() {
	unfinished.mu.Lock()
	defer unfinished.mu.Unlock()
	for _, undo := range unfinished.undos {
		undo()
	}
	clear(unfinished.undos)
}
