package atomicdir

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	stagingPrefix = ".staging-"
	// lockName is the file that a process holds as long as it uses a staging folder.
	lockName = ".lock"
	// journalName is the list of the files that a commit moves. While it is there, the
	// commit is not at its end.
	journalName = ".moving"
	// replacedName is the folder of what a commit replaced.
	replacedName = ".replaced"
)

// young is the age below which something staged is never taken for a leftover: its
// process may be about to take hold of it.
const young = 2 * time.Second

// tidy undoes the commits in a folder in whose midst their process died, and removes
// what died processes staged.
func tidy(path string) {
	staged, _ := filepath.Glob(filepath.Join(escaped(path), stagingPrefix+"*"))
	if len(staged) == 0 {
		return
	}
	defer alone(path)()
	for _, staging := range staged {
		if !numbered(filepath.Base(staging), stagingPrefix, "") {
			continue // somebody else's
		}
		lock := filepath.Join(staging, lockName)
		info, err := os.Stat(lock)
		if errors.Is(err, fs.ErrNotExist) {
			info, err = os.Stat(staging)
		} else if err == nil && !abandoned(lock) {
			continue
		}
		_, moving := os.Stat(filepath.Join(staging, journalName))
		if err != nil || moving != nil && time.Since(info.ModTime()) < young {
			continue
		}
		if undo(path, staging) == nil {
			os.RemoveAll(staging)
		}
	}
}

// undo puts back what the commit in a staging folder replaced. However often it is
// interrupted, it can be done again.
func undo(path, staging string) error {
	journal, err := os.ReadFile(filepath.Join(staging, journalName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	list, whole := bytes.CutSuffix(journal, []byte("\n"))
	if !whole {
		return nil // nothing moves before the list is written
	}
	var failed error
	for _, name := range strings.Split(string(list), "\n") {
		target, fresh, old := filepath.Join(path, name), filepath.Join(staging,
			name), filepath.Join(staging, replacedName, name)
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

// tidyFiles removes the hidden files that died processes left beside target.
func tidyFiles(target string) {
	dir, base := filepath.Split(target)
	staged, _ := filepath.Glob(escaped(dir+"."+base) + ".*-*" + stagedSuffix)
	for _, path := range staged {
		if !numbered(filepath.Base(path), "."+base+".", stagedSuffix) {
			continue
		}
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() &&
			time.Since(info.ModTime()) >= young && abandoned(path) {
			os.Remove(path)
		}
	}
}

// numbered reports whether a name is made of digits and dashes, but for the beginning and the end.
func numbered(name, prefix, suffix string) bool {
	middle := strings.TrimSuffix(strings.TrimPrefix(name, prefix), suffix)
	return middle != "" && strings.Trim(middle, "0123456789-") == ""
}

// escaped is a path that as a pattern matches itself alone.
func escaped(path string) string {
	if filepath.Separator == '\\' {
		// there is no escaping on Windows, where most of these characters are not allowed in names either
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
