package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/sheet"
)

// mayReplace refuses to replace the source, and a file of which what says what it is; "" may be
// replaced.
func (f *tableFlags) mayReplace(path, source string, what func() string) error {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if input, err := os.Stat(source); err == nil && os.SameFile(input, info) {
		return usagef("--out %s is the input: choose another name", path)
	}
	if f.force {
		return nil
	}
	if found := what(); found != "" {
		return fmt.Errorf("%s: found a file%s: --force replaces it, --out names another", path, found)
	}
	return nil
}

// standing returns an error if a path names no file that files can be written beside.
func standing(path string) error {
	info, err := os.Stat(path)
	if stream := path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/"); stream ||
		err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return usagef("%s: found a pipe or device, expected a file, to write the result beside: save the "+
			"table first", path)
	}
	return nil
}

// sourceOf returns the path that a data set was read from.
func sourceOf(ds *datasets.Dataset, spec string) string {
	if ds.Table != nil {
		return ds.Table.File
	} else if _, ok := datasets.ByExtension(spec); ok {
		return spec
	}
	return specPath(spec)
}

// beside returns the beginning of the names of files written beside the source.
func (f *tableFlags) beside(ds *datasets.Dataset, source string) string {
	base := stemOf(source)
	if m := gradedFile().FindStringSubmatch(base); m != nil && continues(ds) {
		base = m[1]
	}
	if base == "" {
		return ds.Name
	} else if f.name != "" && ds.Table != nil {
		name := strings.NewReplacer("/", "_", "\\", "_").Replace(ds.Name)
		return filepath.Join(filepath.Dir(base), name)
	}
	return base
}

// stemOf returns a path without its extensions.
func stemOf(path string) string { return strings.TrimSuffix(sheet.PageBeside(path), ".html") }

// numbered returns the n-th path of a file, from 1: NAME.csv, NAME-2.csv and so on.
func numbered(base string, n int, extension string) string {
	if n > 1 {
		base = fmt.Sprintf("%s-%d", base, n)
	}
	return base + extension
}

// packing returns the extension of a compressed file, which a table's extension does not include,
// or "" if there is none.
func packing(path string) string {
	if sheet.Packing(path) == "" {
		return ""
	}
	return filepath.Ext(path)
}

// inPlace reports whether columns are added to a table with one row per respondent.
func inPlace(ds *datasets.Dataset) bool { return ds.Table != nil && ds.Table.Wide }

// writeBoth writes a table and the page beside it, both or none.
func writeBoth(table string, writeTable func(io.Writer) error, page string, writePage func(io.Writer) error) error {
	tableName, pageName := filepath.Base(table), filepath.Base(page)
	dir, err := atomicdir.Create(filepath.Dir(table), tableName, pageName)
	if err != nil {
		return err
	}
	defer dir.Abort()
	if err := dir.Write(tableName, writeTable); err != nil {
		return err
	}
	if err := dir.Write(pageName, writePage); err != nil {
		return err
	}
	return dir.Commit()
}
