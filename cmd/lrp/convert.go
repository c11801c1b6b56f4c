package main

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
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
		Long: `Convert reads any data set and writes it as JSON lines: a head with the questions and their key,
then one respondent per line. With --out - it writes to standard output.

A FILE that ends in .csv gets the long form for spreadsheets, one row per response. The questions
with their acceptable answers go to a file beside it: FILE-key.csv, or the one that --key-out names.
Both are read again by csv:FILE.csv --key FILE-key.csv. A warning names what CSV cannot hold.`,
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
	flags.StringVar(&f.keyOut, "key-out", "",
		"with CSV: `FILE` for the questions and their key (default: --out with -key in its name)")
	flags.StringVar(&f.name, "name", "", "which data set, if DATASET names several")
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
	warnings := ds.Warnings
	if f.format == "csv" {
		losses, err := f.writeCSV(c, ds)
		if err != nil {
			return err
		}
		for _, l := range losses {
			warnings = append(warnings[:len(warnings):len(warnings)], ds.Name+": "+l)
		}
	} else {
		write := func(w io.Writer) error { return datasets.WriteJSONL(w, ds) }
		if err := writeOutput(c, f.out, write); err != nil {
			return err
		}
	}
	warn(c, warnings)
	return nil
}

// check checks the flags and fills in the defaults that depend on others.
func (f *convertFlags) check(c *cobra.Command) error {
	extension := filepath.Ext(f.out)
	switch {
	case f.out == "":
		return usagef("convert needs --out FILE.jsonl, or --out - for standard output")
	case f.format == "" && strings.EqualFold(extension, ".csv"):
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

// writeCSV writes the responses and the key, both or neither, and returns what CSV cannot hold.
func (f *convertFlags) writeCSV(
	c *cobra.Command, ds *datasets.Dataset,
) (losses []string, err error) {
	responses, key, losses, err := datasets.MarshalCSV(ds)
	if err != nil {
		return nil, err
	}
	// The key is written inside, once it is known that the responses' file can be written.
	return losses, writeOutput(c, f.out, func(w io.Writer) error {
		err := writeOutput(c, f.keyOut, func(w io.Writer) error {
			_, err := w.Write(key)
			return err
		})
		if err != nil {
			return err
		}
		_, err = w.Write(responses)
		return err
	})
}
