package main

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
)

type convertFlags struct {
	data   dataFlags
	out    string
	format string
	keyOut string
	name   string
}

func convertCommand() *cobra.Command {
	f := &convertFlags{}
	c := &cobra.Command{
		Use:   "convert DATASET --out FILE.jsonl|FILE.csv",
		Short: "write a data set in the native form, or as CSV",
		Long: `Convert reads any data set and writes it as JSON lines: a head with the questions and their key, then a
respondent a line. With --out - it writes to standard output.

A FILE that ends in .csv gets the long form for spreadsheets, a row a response, and the questions with
their acceptable answers go to a file beside it: FILE-key.csv, or what --key-out names. Both together are
read again by csv:FILE.csv --key FILE-key.csv. What CSV has no place for is told in warnings.`,
		Example: `  lrp convert powergrading:DIR --out powergrading.jsonl
  lrp convert sample-mohler --out mine.csv
  lrp eval csv:mine.csv --key mine-key.csv`,
		Args:              oneDataset,
		ValidArgsFunction: cli.First(completeDataset),
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	flags := c.Flags()
	flags.StringVar(&f.out, "out", "", "`FILE` to write, or - for standard output")
	cli.OptionalEnumVar(flags, &f.format, "format",
		"%s (default: csv if FILE ends in .csv, otherwise jsonl)", cli.Names("jsonl", "csv"))
	flags.StringVar(&f.keyOut, "key-out", "", "with CSV: `FILE` for the questions and their key (default: beside --out, its name with -key)")
	flags.StringVar(&f.name, "name", "", "which data set, where DATASET names several")
	cli.CompleteFlags(flags, cli.Files, "out", "key-out")
	f.data.register(c)
	return c
}

func (f *convertFlags) run(c *cobra.Command, spec string) error {
	if err := f.check(c); err != nil {
		return err
	}
	ds, err := f.data.openOne(spec, f.name)
	if err != nil {
		return err
	}
	told := ds.Warnings
	if f.format == "csv" {
		losses, err := f.writeCSV(c, ds)
		if err != nil {
			return err
		}
		for _, l := range losses {
			told = append(told[:len(told):len(told)], ds.Name+": "+l)
		}
	} else if err := f.write(c, f.out, func(w io.Writer) error { return datasets.WriteJSONL(w, ds) }); err != nil {
		return err
	}
	warn(c, told)
	return nil
}

// check completes the flags.
func (f *convertFlags) check(c *cobra.Command) error {
	extension := filepath.Ext(f.out)
	csv := strings.EqualFold(extension, ".csv")
	switch {
	case f.out == "":
		return usagef("convert needs --out FILE.jsonl, or --out - for standard output")
	case f.format == "" && csv:
		f.format = "csv"
	case f.format == "":
		f.format = "jsonl"
	}
	switch {
	case f.format == "jsonl" && c.Flags().Changed("key-out"):
		return usagef("--key-out needs CSV: --format csv, or --out FILE.csv")
	case f.format == "csv" && f.keyOut == "" && f.out == "-":
		return usagef("--out - with csv needs --key-out FILE, for the questions")
	case f.format == "csv" && f.keyOut == "":
		f.keyOut = strings.TrimSuffix(f.out, extension) + "-key" + extension
	case f.format == "csv" && filepath.Clean(f.keyOut) == filepath.Clean(f.out):
		return usagef("--key-out and --out are both %s, two files are needed", f.out)
	}
	return nil
}

// writeCSV writes the responses and the key, both or neither, and tells what is lost.
func (f *convertFlags) writeCSV(c *cobra.Command, ds *datasets.Dataset) (losses []string, err error) {
	long, err := datasets.NewLongCSV(ds)
	if err != nil {
		return nil, err
	}
	// The key comes while the other file is being written, which is found out about first.
	return long.Losses, f.write(c, f.out, func(w io.Writer) error {
		if err := f.write(c, f.keyOut, func(w io.Writer) error { return writeBytes(w, long.Key) }); err != nil {
			return err
		}
		return writeBytes(w, long.Responses)
	})
}

func writeBytes(w io.Writer, b []byte) error {
	_, err := w.Write(b)
	return err
}

// write writes a file, or to standard output where it is called "-".
func (f *convertFlags) write(c *cobra.Command, file string, write func(io.Writer) error) error {
	if file == "-" {
		return write(c.OutOrStdout())
	}
	return atomicdir.WriteFile(file, write)
}
