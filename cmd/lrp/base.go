package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
)

// base is where relative paths start: the first of its folders in which there is one. An empty base is the current folder.
type base []string

// path returns the place of a file or folder.
func (b base) path(path string) string {
	if path == "" || filepath.IsAbs(path) || len(b) == 0 {
		return path
	}
	for _, folder := range b {
		place := filepath.Join(folder, path)
		if _, err := os.Stat(place); err == nil {
			return place
		}
	}
	return filepath.Join(b[0], path)
}

// spec returns the specification of a data set with the place of its path.
func (b base) spec(spec string) string {
	kind, path, found := strings.Cut(spec, ":")
	if !found || pathOf(spec) == "" {
		return spec
	}
	return kind + ":" + b.path(path)
}

// pathOf returns the path in a data set's specification, "" where it has none, as that of generated data.
func pathOf(spec string) string {
	kind, path, _ := strings.Cut(spec, ":")
	if slices.ContainsFunc(datasets.Formats(), func(k datasets.Format) bool { return k.Name == kind && !k.ReadsFiles() }) {
		return ""
	}
	return path
}

// isRelative tells that a path depends on where it starts.
func isRelative(path string) bool { return path != "" && !filepath.IsAbs(path) }

// below returns where a file or folder is to be made.
func (b base) below(path string) string {
	if len(b) == 0 || !isRelative(path) {
		return path
	}
	return filepath.Join(b[0], path)
}
