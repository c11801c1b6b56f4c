package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
)

// base lists the folders that relative paths start at. The first one that has the file counts. An
// empty base stands for the current folder.
type base []string

// path resolves the path of an existing file or folder.
func (b base) path(path string) string {
	if path == "" || filepath.IsAbs(path) || len(b) == 0 {
		return path
	}
	for _, folder := range b {
		full := filepath.Join(folder, path)
		if _, err := os.Stat(full); err == nil {
			return full
		}
	}
	return filepath.Join(b[0], path)
}

// newPath resolves the path of a file or folder to be created.
func (b base) newPath(path string) string {
	if len(b) == 0 || !isRelative(path) {
		return path
	}
	return filepath.Join(b[0], path)
}

// spec resolves the path in the specification of a data set.
func (b base) spec(spec string) string {
	kind, path, found := strings.Cut(spec, ":")
	if !found || specPath(spec) == "" {
		return spec
	}
	return kind + ":" + b.path(path)
}

// specPath returns the path in the specification of a data set, "" if it has none because the data
// are embedded or generated.
func specPath(spec string) string {
	kind, path, _ := strings.Cut(spec, ":")
	readsNoFiles := func(k datasets.Format) bool { return k.Name == kind && !k.ReadsFiles() }
	if slices.ContainsFunc(datasets.Formats(), readsNoFiles) {
		return ""
	}
	return path
}

func isRelative(path string) bool { return path != "" && !filepath.IsAbs(path) }
