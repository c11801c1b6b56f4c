package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/grade"
	"github.com/luna-rating/luna/regress"
)

func usagef(format string, args ...any) error { return cli.Usagef(format, args...) }

// asUsage turns errors of the libraries that are mistakes on the command line into usage errors,
// and adds a guess at what was meant.
func asUsage(err error) error {
	if u, ok := errors.AsType[*lrp.UnknownError](err); ok {
		list := ""
		if u.Kind == "approach" && len(u.Known) > 20 {
			list = "lrp list approaches"
		}
		return cli.Usage(&cli.UnknownError{Kind: u.Kind, Name: u.Name, Known: u.Known, See: list})
	}
	if u, ok := errors.AsType[*datasets.UsageError](err); ok {
		kind, _, _ := strings.Cut(u.Spec, ":")
		if _, given := kindNamed(kind); !given && !isPath(u.Spec) {
			known := kindNames()
			if near := cli.ClosestPath(u.Spec); near != "" && cli.Closest(kind, known) == "" {
				return usagef("unknown kind of data set %q; did you mean the file %s?", kind, near)
			}
			err = &cli.UnknownError{Kind: "kind of data set", Name: kind, Known: known,
				See: "lrp list datasets"}
		}
		return cli.Usage(err)
	}
	if errors.Is(err, regress.ErrUnknown) || errors.Is(err, regress.ErrOption) {
		return cli.Usage(err)
	}
	return err
}

// isPath reports whether a specification is more likely a path without a kind.
func isPath(spec string) bool {
	_, err := os.Stat(spec)
	return err == nil
}

func kindNames() []string {
	var names []string
	for _, k := range datasets.Formats() {
		names = append(append(names, k.Name), k.Aliases...)
	}
	return names
}

// oneDataset checks the arguments of a command that takes a single data set.
func oneDataset(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("%s needs a DATASET; 'lrp list datasets' says how to name one", c.Name())
	}
	return cli.OneArgument("DATASET")(c, args)
}

// isModel reports whether a file is a model.
func isModel(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 200)
	n, _ := io.ReadFull(f, head)
	return bytes.Contains(head[:n], []byte(`"format":"lrp-model"`))
}

// cureModel adds to an error of a model file how to get a model.
func cureModel(path string, err error) error {
	if errors.Is(err, lrp.ErrModelFile) && !isModel(path) {
		return fmt.Errorf("%w; 'lrp train -m MODEL %s' makes a model from a data set", err, path)
	}
	return err
}

// cureDataset adds to an error of a data set what was probably meant by its specification.
func cureDataset(spec string, err error) error {
	kind, path, colon := strings.Cut(spec, ":")
	if !colon {
		kind, path = "", spec
	}
	if isModel(path) {
		return cli.Usagef("%s is a model, expected a data set: 'lrp predict -m %s FILE' applies it "+
			"to one", path, path)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, p := range publishedFolders {
		_, e := os.Stat(filepath.Join(path, filepath.FromSlash(p.mark)))
		if e == nil && p.kind != kind {
			return fmt.Errorf("%w; this folder looks like %s:%s", err, p.kind, path)
		}
	}
	return err
}

// somethingKnown returns an error that says what to do about data with neither a rating nor a key.
func somethingKnown(ds *datasets.Dataset) error {
	err := grade.CheckKnown(ds)
	if err != nil {
		err = fmt.Errorf("%w: put ratings of some rows into a column (--rating-column), or "+
			"acceptable answers into a row whose id is key or into a file (--key)", err)
	}
	return err
}

// publishedFolders are the folders that published data sets are unpacked to.
var publishedFolders = []struct {
	kind string
	mark string // what only such a folder has
}{
	{"powergrading", "studentanswers_grades_698.tsv"},
	{"mohler", "data/raw"},
}
