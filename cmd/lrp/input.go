package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
)

// writeOutput writes a file, all or nothing, or standard output if the name is "-".
func writeOutput(c *cobra.Command, name string, write func(io.Writer) error) error {
	if name == "-" {
		return write(c.OutOrStdout())
	}
	return atomicdir.WriteFile(name, write)
}

// inputFile is a flag that names a file to read, or several if it can be repeated. Every such flag
// is of this type. [filesOf] finds them by it, so that a changed file is noticed when an experiment
// is run again and when parts are put together.
type inputFile struct {
	pflag.Value
	spec   bool // it may also be something else than a file, see [isFileSpec]
	inData bool // the content becomes part of a data set, whose digest tells of changes
	named  bool // as NAME=FILE, see [parseSystem]
}

// inputFiles makes flags that are defined already name files to read.
func inputFiles(flags *pflag.FlagSet, names ...string) {
	for _, name := range names {
		f := flags.Lookup(name)
		f.Value, f.DefValue = inputFile{Value: f.Value}, ""
	}
}

// dataFiles is like [inputFiles], for files whose content becomes part of a data set.
func dataFiles(flags *pflag.FlagSet, names ...string) {
	for _, name := range names {
		f := flags.Lookup(name)
		f.Value = inputFile{Value: f.Value, inData: true}
	}
}

// paths returns the paths that are given.
func (f inputFile) paths() []string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		paths := slices.Clone(list.GetSlice())
		for i := 0; f.named && i < len(paths); i++ {
			_, paths[i], _ = parseSystem(paths[i])
		}
		return paths
	}
	switch value := f.Value.String(); {
	case value == "", f.spec && !isFileSpec(value):
		return nil
	case f.inData && isDataset(value):
		return []string{specPath(value)}
	default:
		return []string{value}
	}
}

// String implements [pflag.Value]. It is "" if there is no file, which help does not show.
func (f inputFile) String() string {
	if f.Value == nil || len(f.paths()) == 0 && !f.spec {
		return ""
	}
	return f.Value.String()
}

// namedFiles are the files that a flag names.
type namedFiles struct {
	flag   string
	paths  []string
	inData bool
}

// filesOf returns the files that flags name, sorted by the names of the flags.
func filesOf(flags *pflag.FlagSet) (list []namedFiles) {
	flags.VisitAll(func(f *pflag.Flag) {
		if v, ok := f.Value.(inputFile); ok && len(v.paths()) > 0 {
			list = append(list, namedFiles{f.Name, v.paths(), v.inData})
		}
	})
	return list
}

// digest returns the digests of the files, which relative paths start at b for, one after the
// other. A folder, which only an encoder can be, has none: its identity tells of changes.
func (n namedFiles) digest(b base) (all string, err error) {
	for _, path := range n.paths {
		if info, err := os.Stat(b.path(path)); err == nil && info.IsDir() {
			continue
		}
		digest, err := fileDigest(b.path(path), "the file of --"+n.flag)
		if err != nil {
			return "", err
		}
		all += digest
	}
	return all, nil
}

// digestsOf returns the digests of files by flag, see [namedFiles.digest].
func digestsOf(list []namedFiles, b base) (map[string]string, error) {
	digests := make(map[string]string)
	for _, f := range list {
		digest, err := f.digest(b)
		if err != nil {
			return nil, err
		}
		if digest != "" {
			digests[f.flag] = digest
		}
	}
	return digests, nil
}

// fileDigest returns the SHA-256 of a file. Expected says what should be in it.
func fileDigest(path, expected string) (string, error) {
	file, err := files.Open(path, expected)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

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
	kind, path := splitSpec(spec)
	if path == "" {
		return spec
	}
	if kind == "" {
		return b.path(path)
	}
	return kind + ":" + b.path(path)
}

// specPath returns the path in the specification of a data set, "" if it has none because the data
// are embedded or generated.
func specPath(spec string) string {
	_, path := splitSpec(spec)
	return path
}

// splitSpec splits the specification of a data set into the kind, "" if it is a path alone, and the
// path, "" if it has none.
func splitSpec(spec string) (kind, path string) {
	kind, path, _ = strings.Cut(spec, ":")
	if k, known := kindNamed(kind); known {
		if !k.ReadsFiles() {
			path = ""
		}
		return kind, path
	}
	if _, known := datasets.ByExtension(spec); known {
		return "", spec
	}
	return kind, path
}

// kindNamed returns the kind of data sets that has a name.
func kindNamed(name string) (datasets.Format, bool) {
	for _, k := range datasets.Formats() {
		if k.Named(name) {
			return k, true
		}
	}
	return datasets.Format{}, false
}

func isRelative(path string) bool { return path != "" && !filepath.IsAbs(path) }
