package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

// recordFlags are the flags of every command that reads respondents to be rated.
type recordFlags struct {
	modelFlags
	data    dataFlags
	form    string
	strict  bool
	workers int
}

func (f *recordFlags) register(c *cobra.Command) {
	f.modelFlags.register(c)
	flags := c.Flags()
	cli.EnumVar(flags, &f.form, "form", "format of the records: %s", []cli.Choice{
		{Name: "auto", Description: "by the file's name"}, {Name: "jsonl"}, {Name: "csv"},
	})
	flags.BoolVar(&f.strict, "strict", false, "end at the first bad record")
	f.data.register(c)
	flags.IntVar(&f.workers, "workers", 0, "number of goroutines (0: one per processor); answers do not depend on it")
}

// mostTold is the number of bad records that are told one by one.
const mostTold = 1000

// options checks the flags.
func (f *recordFlags) options(c *cobra.Command, args []string) (batch.Options, error) {
	o := batch.Options{Strict: f.strict, Workers: f.workers}
	switch {
	case len(args) > 1:
		return o, usagef("%s takes one FILE, found %d", c.Name(), len(args))
	case f.workers < 0:
		return o, usagef("--workers is %d, at least 0 is needed", f.workers)
	}
	switch f.form {
	case "csv":
		o.Form = batch.CSV
	case "auto":
		if len(args) == 1 && strings.HasSuffix(strings.ToLower(args[0]), ".csv") && !dataset(args[0]) {
			o.Form = batch.CSV
		}
	}
	told := 0
	o.Bad = func(e *batch.RecordError) {
		if told++; told <= mostTold {
			fmt.Fprintf(c.ErrOrStderr(), "lrp: warning: %s, left out\n", cli.InLine(e.Error()))
		}
	}
	return o, nil
}

// dataset reports whether an argument names a data set rather than a file.
func dataset(arg string) bool {
	kind, _, _ := strings.Cut(arg, ":")
	return slices.ContainsFunc(datasets.Formats(), func(k datasets.Format) bool { return k.Name == kind })
}

// open returns the records of the argument, a file, - or a data set, and their name.
func (f *recordFlags) open(c *cobra.Command, args []string) (io.ReadCloser, string, error) {
	switch {
	case len(args) == 0 || args[0] == "-":
		return io.NopCloser(c.InOrStdin()), "standard input", nil
	case !dataset(args[0]):
		file, err := os.Open(args[0])
		return file, args[0], err
	}
	ds, err := f.data.openOne(args[0], "")
	if err != nil {
		return nil, "", err
	}
	if f.form == "csv" {
		return nil, "", usagef("--form csv found with the data set %s, expected a file", args[0])
	}
	var b bytes.Buffer
	err = datasets.WriteJSONL(&b, ds)
	return io.NopCloser(&b), args[0], err
}

// answer opens model and records and has them answered.
func (f *recordFlags) answer(c *cobra.Command, args []string, by func(m *lrp.Model, in io.Reader, name string) (batch.Summary, error)) error {
	m, err := f.modelFlags.open(c)
	if err != nil {
		return err
	}
	in, name, err := f.open(c, args)
	if err != nil {
		return err
	}
	defer in.Close()
	s, err := by(m, in, name)
	if err == nil {
		f.finish(c, s)
	}
	return err
}

// finish tells how many records were left out.
func (f *recordFlags) finish(c *cobra.Command, s batch.Summary) {
	if s.Bad > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "lrp: warning: %d of %d records left out\n", s.Bad, s.Bad+s.Records)
	}
}
