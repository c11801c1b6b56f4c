package files

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/internal/text"
)

// List returns the path of a file as it is. For a folder, it returns the paths of the files in it
// that have one of the wanted extensions, at most max of them, sorted by name. An extension starts
// with its dot.
func List(path string, max int, wanted func(extension string) bool) ([]string, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir():
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && wanted(filepath.Ext(e.Name())) {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	if len(files) > max {
		return nil, New(path, 0, text.Count(len(files), "file"), fmt.Sprintf("at most %d", max))
	}
	return files, nil
}
