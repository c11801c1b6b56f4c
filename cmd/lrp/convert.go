package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

type convertFlags struct {
	data   dataFlags
	out    string
	format string
	wide   bool
	keyOut string // beside out
	name   string
}

func convertCommand() *cobra.Command {
	f := &convertFlags{}
	c := &cobra.Command{
		Use:   "convert DATASET --out FILE.jsonl|FILE.csv|FILE.xlsx",
		Short: "write a data set in the native form or as a table",
		Long: `Convert reads any data set and writes it as JSON lines: a head with the questions and keys,
then one respondent per line. With --out - it writes to standard output.

A FILE that ends in .csv gets the long form, one row per response, or with --wide the wide form, one
row per respondent and one column per question. The questions with their acceptable answers go to a
file beside it, FILE-key.csv. A FILE that ends in .xlsx gets the wide form with the answers in a
second sheet. Every command reads the files back, csv with --key FILE-key.csv. A name that ends in
.gz or .zst compresses. A warning names what a table cannot hold.`,
		Example: `  lrp convert powergrading:DIR --out powergrading.jsonl
  lrp convert sample-mohler --out mine.csv
  lrp eval mine.csv --key mine-key.csv
  lrp convert sample-mohler --out mine.xlsx`,
		Args: oneDataset,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	flags := c.Flags()
	flags.StringVarP(&f.out, "out", "o", "", "`FILE` to write, or - for standard output")
	cli.OptionalEnumVar(flags, &f.format, "format",
		"%s (default: csv or xlsx if FILE ends so, otherwise jsonl)",
		"jsonl", "csv", "xlsx")
	flags.BoolVar(&f.wide, "wide", false, "with CSV: one row per respondent")
	flags.StringVar(&f.name, "name", "", "which data set, if DATASET names several")
	f.data.register(c)
	flags.StringSliceVar(&f.data.Attributes, "subgroup-column", nil,
		"for tables: columns to keep beside the questions, such as a class")
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
	if f.format == "jsonl" {
		write := func(w io.Writer) error { return datasets.WriteJSONL(w, ds) }
		if err := f.write(c, f.out, write); err != nil {
			return err
		}
	} else {
		losses, err := f.writeTable(c, ds)
		if err != nil {
			return err
		}
		for _, l := range losses {
			warnings = append(warnings[:len(warnings):len(warnings)], ds.Name+": "+l)
		}
	}
	tell(c, ds)
	warn(c, warnings)
	if f.out != "-" {
		files := f.out
		if f.format == "csv" {
			files += " and " + f.keyOut
		}
		cli.Wrote(c, "%s: %s, %s", files, text.Count(len(ds.Respondents), "respondent"),
			text.Count(len(ds.Questions), "question"))
	}
	return nil
}

// write writes a file, compressed if its name says so.
func (f *convertFlags) write(c *cobra.Command, name string, write func(io.Writer) error) error {
	return writeOutput(c, name, func(w io.Writer) error {
		return sheet.Pack(w, sheet.Packing(name), write)
	})
}

// check checks the flags and fills in the defaults that depend on others.
func (f *convertFlags) check(c *cobra.Command) error {
	extension := sheet.Extension(f.out)
	switch {
	case f.out == "":
		return usagef("convert needs --out FILE.jsonl, or --out - for standard output")
	case f.format == "" && (extension == ".csv" || extension == ".xlsx"):
		f.format = extension[1:]
	case f.format == "":
		f.format = "jsonl"
	}
	switch {
	case f.format == "jsonl" && f.wide:
		return usagef("--wide needs a table: --format csv, or --out FILE.csv or FILE.xlsx")
	case f.format == "csv" && f.out == "-":
		return usagef("--out - found with csv, expected --out FILE.csv: the questions go to a file beside it")
	case f.format == "csv":
		at := strings.LastIndex(strings.ToLower(f.out), extension)
		if extension == "" {
			at = len(f.out)
		}
		f.keyOut = f.out[:at] + "-key" + f.out[at:]
	}
	return nil
}

// writeTable writes the responses and the key, both or neither, and returns what a table cannot
// hold.
func (f *convertFlags) writeTable(
	c *cobra.Command, ds *datasets.Dataset,
) (losses []string, err error) {
	var responses, key []byte
	if f.wide || f.format == "xlsx" {
		responses, key, losses, err = datasets.MarshalWide(ds, f.format == "xlsx")
	} else {
		responses, key, losses, err = datasets.MarshalCSV(ds)
	}
	if err != nil {
		return nil, err
	}
	// The key is written inside, once it is known that the responses' file can be written.
	return losses, f.write(c, f.out, func(w io.Writer) error {
		if key != nil {
			err := f.write(c, f.keyOut, func(w io.Writer) error {
				_, err := w.Write(key)
				return err
			})
			if err != nil {
				return err
			}
		}
		_, err := w.Write(responses)
		return err
	})
}
