package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// checkOut refuses a folder for the report that a file names outside of its own folder, also by
// links: the file may be somebody else's.
func (x *experimentRun) checkOut() error {
	if x.out == "" {
		return nil
	}
	own, err1 := filepath.Abs(filepath.Dir(x.file.path))
	out, err2 := filepath.Abs(x.out)
	within, err3 := filepath.Rel(own, out)
	root, err4 := os.OpenRoot(own)
	if err := cmp.Or(err1, err2, err4); err != nil {
		return err
	}
	defer root.Close()
	if err3 == nil && filepath.IsLocal(within) {
		if _, err := root.Stat(within); err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	return x.file.errorf("out", "out is %q, which leads out of the file's folder: --out names any folder", x.out)
}

// createFolder prepares the report's folder before anything is computed, so that it fails early if
// the folder cannot be written. It returns nil if no folder is to be written.
func (x *experimentRun) createFolder() (dir *atomicdir.Dir, err error) {
	if x.out == "" {
		return nil, nil
	}
	if !x.dryRun {
		if dir, err = atomicdir.Create(x.out, x.fileNames()...); err != nil {
			return nil, err
		}
	}
	if x.file == nil {
		return dir, nil
	}
	if x.earlier, err = earlierFiles(x.out); err != nil && dir != nil {
		dir.Abort()
	}
	return dir, err
}

// earlierFiles returns the files of a report in a folder. There may be no others but hidden ones.
func earlierFiles(folder string) (names []string, err error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var m manifest
	if text, err := os.ReadFile(filepath.Join(folder, manifestFile)); err == nil {
		_ = json.Unmarshal(text, &m) // otherwise it is not lrp's
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "."):
		case !e.Type().IsRegular() || m.Format != manifestFormat || !m.wrote(folder, name):
			return nil, fmt.Errorf("%s: found %s, which lrp did not write, or not as it is now: empty the folder, "+
				"or name another with --out", folder, name)
		default:
			names = append(names, name)
		}
	}
	return names, nil
}

// wrote reports whether a file is the one that was written with the manifest.
func (m *manifest) wrote(folder, name string) bool {
	if name == manifestFile {
		return true
	}
	digest, err := fileDigest(filepath.Join(folder, name), "a file of a report")
	return err == nil && digest == m.SHA256[name]
}

// removeEarlier removes the files of an earlier run that this one did not replace.
func (x *experimentRun) removeEarlier() {
	for _, name := range x.earlier {
		if !slices.Contains(x.fileNames(), name) {
			os.Remove(filepath.Join(x.out, name))
		}
	}
}
