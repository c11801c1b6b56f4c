package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/grade"
)

type nextFlags struct {
	tableFlags
	number int
}

func nextCommand() *cobra.Command {
	f := &nextFlags{}
	c := &cobra.Command{
		Use:   "next FILE",
		Short: "say which answers of an exam to grade next, equal ones at once",
		Long: `Next reads the same tables as 'lrp grade', with or without rated rows, and groups equal and
nearly equal answers. It lists the groups for which points would lower the expected error of the
totals most, as NAME-next.xlsx or .csv beside FILE: a row for each with

  question, its text and accepted answers
  answer, people         the answer as most people wrote it, and how many wrote it
  other wordings         those that the same points are for, one to a line; remove what does not
                         belong
  expected, out of       the points that the model expects, and of how many
  points                 empty, for yours

Fill in points, and have everybody rated by 'lrp grade FILE --decisions NAME-next.xlsx'. Rows
without points are left out. Or open the page NAME-next.html, which is written beside it, in a
browser: it shows the same answers, takes points by keyboard and saves NAME-next-points.csv, which
--decisions reads too. It needs no network.

With --decisions the list goes on from there; the next file is NAME-next-2, and so on. Questions
without an answer are not listed.`,
		Example: `  lrp next exam.xlsx
  lrp next exam.xlsx --decisions exam-next.xlsx
  lrp grade exam.xlsx --decisions exam-next.xlsx --decisions exam-next-2.xlsx`,
		Args: cli.OneArgument("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return f.rest(f.run(c, args[0])) },
	}
	flags := c.Flags()
	flags.IntVar(&f.number, "number", 20, "how many groups to list")
	cli.FromTo(flags, 1, maxNumber, "number")
	flags.StringVarP(&f.out, "out", "o", "",
		"`FILE` for the list, or - for standard output (default: NAME-next beside FILE)")
	cli.OptionalEnumVar(flags, &f.format, "format", "form of the list, if not that of FILE: %s",
		"csv", "xlsx")
	flags.BoolVar(&f.force, "force", false, "replace the file that --out names")
	f.register(c)
	return c
}

// maxNumber is the maximum number of groups that can be listed.
const maxNumber = 10_000

func (f *nextFlags) run(c *cobra.Command, spec string) error {
	defer debug.SetGCPercent(debug.SetGCPercent(40)) // as with lrp grade
	ds, bar, err := f.open(c, spec)
	defer bar.clear()
	if err != nil {
		return err
	}
	path, err := f.target(ds, spec)
	if err != nil {
		return err
	}
	o, err := f.options(c, ds, bar)
	if err != nil {
		return err
	}
	a, err := grade.Next(c.Context(), ds, o, f.number)
	if err != nil {
		return err
	}
	bar.clear()
	if len(a.Items) > 0 {
		if err := f.write(c, a, path); err != nil {
			return err
		}
	}
	return f.report(c, a, path)
}

// write writes the list, and the page beside it: both or none.
func (f *nextFlags) write(c *cobra.Command, a *grade.Agenda, path string) error {
	if path == "-" {
		return a.Write(c.OutOrStdout(), path)
	}
	name := filepath.Base(path)
	return writeBoth(path, func(w io.Writer) error { return a.Write(w, name) },
		sheet.PageBeside(path), func(w io.Writer) error { return a.WriteHTML(w, name) })
}

// target returns where the list goes: by default to a file that does not exist yet.
func (f *nextFlags) target(ds *datasets.Dataset, spec string) (string, error) {
	if f.out == "-" {
		if f.format == "xlsx" {
			return "", usagef("a workbook does not go to standard output: give --out FILE, or --format csv")
		}
		return f.out, nil
	}
	extension := ".csv"
	if ds.Table != nil && strings.HasPrefix(ds.Table.Extension, ".xls") {
		extension = ".xlsx"
	}
	if f.format != "" {
		extension = "." + f.format
	}
	if f.out == "" {
		if err := standing(sourceOf(ds, spec)); err != nil {
			return "", err
		}
		base := f.beside(ds, sourceOf(ds, spec)) + "-next"
		for n := 1; ; n++ {
			path := numbered(base, n, extension)
			_, err := os.Lstat(path)
			if _, page := os.Lstat(sheet.PageBeside(path)); err != nil && page != nil {
				return path, nil
			}
		}
	}
	expected := []string{".csv", ".tsv", ".xlsx"}
	if f.format != "" {
		expected = []string{extension}
	}
	if !slices.Contains(expected, sheet.Extension(f.out)) {
		return "", usagef("--out %s ends in %q, expected %s", f.out, sheet.Extension(f.out),
			strings.Join(expected, ", "))
	}
	source := sourceOf(ds, spec)
	err := f.mayReplace(f.out, source, func() string { return ", which may have points" })
	if err == nil {
		err = f.mayReplace(sheet.PageBeside(f.out), source, func() string { return " where the page goes" })
	}
	return f.out, err
}

// shownItems is how many of the groups are also printed.
const shownItems = 5

// report says what the decisions are worth, and prints the first groups: on standard output, or on
// standard error if the list goes to standard output.
func (f *nextFlags) report(c *cobra.Command, a *grade.Agenda, path string) error {
	w, prefix := c.OutOrStdout(), ""
	if path == "-" {
		w, prefix = c.ErrOrStderr(), "lrp: "
	}
	tellNotes(c.ErrOrStderr(), a.Notes)
	warn(c, a.Warnings)
	cli.Say(w, "", "%s%s\n", prefix, a)
	if path == "-" || len(a.Items) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "  question\tanswer\tpeople\texpected")
	for _, x := range a.Items[:min(shownItems, len(a.Items))] {
		question := text.Abridge(cli.InLine(a.Data.Questions[x.Question].ID), 20)
		fmt.Fprintf(t, "  %s\t%s\t%d\t%s of %s\n", question, text.Abridge(cli.InLine(x.Answer), 50),
			x.People, numbers.Figure(x.Expected, 2), numbers.Figure(x.OutOf, 3))
	}
	if rest := len(a.Items) - shownItems; rest > 0 {
		fmt.Fprintf(t, "  and %d more\n", rest)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	sheets := ""
	for _, file := range append(slices.Clone(f.decisions), path) {
		sheets += " --decisions " + file
	}
	fmt.Fprintf(w, "wrote %s: fill in its column points, then run 'lrp grade FILE%s'\n", path, sheets)
	fmt.Fprintf(w, "wrote %s: or grade the same answers by keyboard in a browser, and save a file for "+
		"--decisions\n", sheet.PageBeside(path))
	return nil
}
