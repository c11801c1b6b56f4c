package cli

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
)

// missingPath returns the path that an error says does not exist, if it is one of the command line.
func missingPath(err error, args []string) string {
	if e, ok := errors.AsType[*atomicdir.NoFolder](err); ok {
		return e.Folder
	}
	e, ok := errors.AsType[*files.Error](err)
	given := func(arg string) bool { return strings.Contains(arg, e.File) }
	if ok && errors.Is(e.Err, fs.ErrNotExist) && slices.ContainsFunc(args, given) {
		return e.File
	}
	return ""
}

// ClosestPath returns the path of an existing file or folder that was most likely meant by one that
// does not exist, or "" if none is close. It looks in the folder of the path, or else in the
// closest one, or else in the current one; first for a close name with the same extension, then for
// the same name with another.
func ClosestPath(path string) string {
	if path = strings.Trim(path, " \t\"'"); path == "" {
		return ""
	}
	path = filepath.Clean(path)
	dir, name := filepath.Split(path)
	if dir = filepath.Clean(dir); dir == path { // a root, perhaps of a drive that does not exist
		return ""
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		if near := closestIn(ClosestPath(dir), name); near != "" {
			return near
		}
		dir = "."
	}
	return closestIn(dir, name[strings.LastIndexAny(name, `\:`)+1:])
}

// closestIn is [ClosestPath] in a folder.
func closestIn(dir, name string) string {
	stem, extension, _ := strings.Cut(name, ".")
	entries, _ := os.ReadDir(dir) // none if there is no such folder
	full, same := map[string]string{}, ""
	var stems []string
	for _, e := range entries {
		s, x, _ := strings.Cut(e.Name(), ".")
		switch {
		case s == "" || name == "":
		case e.Name() == name:
			return filepath.Join(dir, name)
		case x == extension:
			stems = append(stems, s)
			full[s] = e.Name()
		case same == "" && strings.EqualFold(s, stem):
			same = e.Name()
		}
	}
	if found := cmp.Or(full[Closest(stem, stems)], same); found != "" {
		return filepath.Join(dir, found)
	}
	return ""
}
