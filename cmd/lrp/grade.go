package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/grade"
)

// tableFlags are the flags of the commands that learn from a table to rate its rows.
type tableFlags struct {
	data      dataFlags
	name      string
	text      textFlags
	auto      autoFlags
	systems   systemFiles
	decisions []string // files
	out       string
	format    string
	force     bool
	told      bool // how the table was read
}

func (f *tableFlags) register(c *cobra.Command) {
	flags := c.Flags()
	f.text.registerWords(flags)
	f.text.encoderFlags.register(flags)
	f.auto.register(flags)
	flags.StringArrayVar(&f.decisions, "decisions", nil,
		"`FILE` of 'lrp next' with points filled in; repeatable")
	inputFiles(flags, "decisions")
	f.systems.registerGrades(flags)
	flags.StringVar(&f.name, "name", "", "which data set, if FILE names several")
	f.data.register(c)
	f.data.registerSave(c)
	f.text.answers = f.data.answers
}

// open reads the table and says how, with a progress bar for all that follows. What a table leaves
// open is asked on a terminal.
func (f *tableFlags) open(c *cobra.Command, spec string) (*datasets.Dataset, *progress, error) {
	bar := newProgress(c.ErrOrStderr()).orLines(c.ErrOrStderr())
	bar.stage("reading the table", 0, 0)
	o, err := f.data.table()
	if err != nil {
		return nil, bar, err
	}
	asks := !o.Accept && cli.CanAsk(c)
	f.data.Accept = o.Accept || asks
	ds, err := f.data.openOne(spec, f.name)
	bar.clear()
	if err == nil && asks && ds.Table != nil && len(ds.Table.Doubts) > 0 {
		ds, err = f.ask(c, spec, ds)
	}
	if f.told = err == nil; f.told {
		if err = f.systems.readGrades(nil, ds); err == nil {
			tell(c, ds)
			err = f.systems.fill(c, nil, nil, ds)
		}
	}
	return ds, newProgress(c.ErrOrStderr()).orLines(c.ErrOrStderr()), err
}

// rest leaves the notes out of an error that have been told.
func (f *tableFlags) rest(err error) error {
	if noted, ok := errors.AsType[*datasets.NotedError](err); ok && f.told {
		noted.Notes = nil
	}
	return err
}

// options returns what to learn with.
func (f *tableFlags) options(
	c *cobra.Command, ds *datasets.Dataset, bar *progress,
) (o grade.Options, err error) {
	o.Progress = bar.stage
	o.Learn = f.auto.learn()
	o.Seed = foldSeed
	if o.Analyzer, o.AllWords, err = f.text.analyzer(); err != nil {
		return o, err
	}
	f.text.bar = bar
	parts, err := f.text.parts(c, nil)
	if err != nil {
		return o, err
	}
	o.Vectors, o.Encoder = parts.Vectors, parts.Encoder
	if o.Prior, err = f.auto.open(); err != nil {
		return o, err
	}
	if b := f.auto.blanks(); b != nil {
		o.Blank = *b
	}
	if o.Judges, err = f.systems.judges(); err != nil {
		return o, err
	}
	o.Decisions, err = grade.ReadDecisions(ds, f.decisions...)
	return o, err
}

type gradeFlags struct {
	tableFlags
	// transductive makes the texts of unrated rows count. Unless the flag is given, they count with
	// decisions, if there are enough rows.
	transductive bool
	workers      int
	demo         bool
}

func gradeCommand() *cobra.Command {
	f := &gradeFlags{}
	c := &cobra.Command{
		Use:   "grade FILE|--demo",
		Short: "rate the unrated rows of an exam or survey from the rated ones",
		Long: `Grade reads a table with one row per respondent, learns from the rows that have a rating,
and predicts the others. A few rated rows are enough to start with; a key helps. It writes the table
again as NAME-graded.xlsx or .csv beside FILE, with these columns added on the right, and a page
NAME-graded.html. FILE itself is not changed, and no result in which a person has written since.

  predicted rating, low, high   in your own units, with a range made to hold 9 of 10 ratings
  rounded                       if all given ratings are whole, half or quarter points
  … suggested                   points for each question, which add up to the predicted rating
  look first                    a rank: 1 has the widest range, so rate that one by hand first
  note                          given ratings that the other ratings do not lead to expect

Standard output says how far to trust this: each rated row is predicted by a model that has not
seen its rating, and the errors are compared with those of guessing the mean for everybody.

FILE can be a result: type totals into its column of totals, and the next one is NAME-graded-2.

With --decisions the points in a sheet of 'lrp next', which grades many equal answers at a time, are
learned from too; with 20 rows or more the texts of all of them count then (--transductive).

With --format csv or jsonl only id, rating, low and high of the unrated rows are written, to
standard output or to --out. FILE can also be a data set such as jsonl:FILE.`,
		Example: `  lrp grade --demo
  lrp grade exam.xlsx
  lrp grade exam-graded.xlsx
  lrp grade exam.csv --max 20 --key key.csv
  lrp grade exam.xlsx --decisions exam-next.xlsx
  lrp grade exam.csv --format csv --out ratings.csv`,
		RunE: func(c *cobra.Command, args []string) error {
			spec, err := f.table(c, args)
			if err == nil {
				err = f.run(c, spec)
			}
			return f.rest(err)
		},
	}
	flags := c.Flags()
	flags.StringVarP(&f.out, "out", "o", "",
		"`FILE` for the result, or - for standard output (default: NAME-graded beside FILE)")
	cli.OptionalEnumVar(flags, &f.format, "format",
		"write only id, rating, low and high of the unrated rows: %s", "csv", "jsonl")
	flags.BoolVar(&f.transductive, "transductive", false,
		"let the texts of all rows count, those to be rated included")
	flags.BoolVar(&f.force, "force", false, "replace files that a person wrote or changed")
	cli.WorkersVar(flags, &f.workers, "parallel fits")
	f.register(c)
	f.registerDemo(c)
	return c
}

func (f *gradeFlags) run(c *cobra.Command, spec string) error {
	defer debug.SetGCPercent(debug.SetGCPercent(40)) // long answers fill the memory
	ds, bar, err := f.open(c, spec)
	defer bar.clear()
	if err != nil {
		return err
	}
	ds.Synthetic = ds.Synthetic || f.demo
	if _, unrated := ds.RatedOnly(); unrated == 0 {
		cli.Note(c, "%s: every row is rated: nobody is left to predict", ds.Name)
	}
	to, err := f.target(ds, spec)
	if err != nil {
		return err
	}
	o, err := f.options(c, ds, bar)
	if err != nil {
		return err
	}
	if err := f.decide(c, ds, spec, o.Decisions); err != nil {
		return err
	}
	o.Workers, o.Transductive = f.workers, f.transductive
	r, err := grade.Grade(c.Context(), ds, o)
	if err != nil {
		return err
	}
	bar.clear()
	if err := f.write(c, r, to); err != nil {
		return err
	}
	f.report(c, r, to)
	return nil
}

// decide lets the texts of all rows count where there are decisions, and says where points that
// were filled in do not count.
func (f *gradeFlags) decide(
	c *cobra.Command, ds *datasets.Dataset, spec string, decisions []grade.Decision,
) error {
	if len(decisions) > 0 {
		if !c.Flags().Changed("transductive") {
			f.transductive = approach.TransductiveWarning(len(ds.Respondents)) == ""
		}
		return nil
	}
	if len(f.decisions) > 0 {
		warn(c, []string{text.And(f.decisions) + ": found no points, expected some in the column points"})
	} else if base := f.beside(ds, sourceOf(ds, spec)); base != "" {
		files, _ := filepath.Glob(base + "-next*.*")
		for _, path := range files {
			if list, err := grade.ReadDecisions(ds, path); err == nil && len(list) > 0 {
				cli.Note(c, "%s has points for %s, which do not count: --decisions %[1]s", path,
					text.Count(len(list), "answer"))
			}
		}
	}
	return somethingKnown(ds)
}

// report says what was found, what was written and how far to trust it: on standard output, or on
// standard error if the predictions go to standard output.
func (f *gradeFlags) report(c *cobra.Command, r *grade.Result, to gradeTarget) {
	w := c.OutOrStdout()
	defer f.guide(w, r, to)
	prefix := ""
	where := "; wrote " + strings.Join(to.files(), " and ")
	if to.table == "-" {
		w = c.ErrOrStderr()
		prefix = "lrp: "
		where = ""
	}
	tellNotes(c.ErrOrStderr(), r.Notes)
	warn(c, r.Warnings)
	t := r.Trust
	cli.Say(w, "", "%spredicted %d of %d rows%s\n%s%s\n", prefix, len(r.Rows)-t.Rated, len(r.Rows), where,
		prefix, t)
	if to.kept != "" {
		defer fmt.Fprintf(w, "%s\n", to.kept)
	}
	if t.Method == "" {
		return
	}
	figure := func(v float64) string { return numbers.Figure(v, 3) }
	cli.Say(w, "", "%s%s: RMSE %s, mean absolute error %s; guessing the mean: %s and %s\n", prefix,
		t.Method, figure(t.RMSE), figure(t.MAE), figure(t.GuessRMSE), figure(t.GuessMAE))
	if odd := t.Rated - t.Held; odd > 0 && to.table != "-" {
		cli.Say(w, "", "given ratings outside their range: %d of %d; the column note and the page say "+
			"which\n", odd, t.Rated)
	}
}

// gradeTarget says what is written where.
type gradeTarget struct {
	table string // the path of the result; "-" for standard output
	page  string // the path of the page; "" for none
	kept  string // why an earlier result was not replaced; "" if none had to be kept
}

// files lists the files that are written.
func (t gradeTarget) files() []string {
	return slices.DeleteFunc([]string{t.table, t.page},
		func(path string) bool { return path == "-" || path == "" })
}

// target decides what is written where, before any work is done.
func (f *gradeFlags) target(ds *datasets.Dataset, spec string) (gradeTarget, error) {
	source, extension := sourceOf(ds, spec), ".csv"
	if inPlace(ds) {
		extension = ds.Table.Extension
	}
	t := gradeTarget{table: f.out}
	if f.format == "" {
		if err := standing(source); err != nil {
			return t, err
		}
	}
	switch {
	case t.table == "" && f.format != "":
		t.table = "-"
	case t.table == "":
		t.table, t.kept = f.free(ds, source, extension)
	}
	given := sheet.Extension(t.table) + packing(t.table)
	switch {
	case f.format != "":
	case t.table == "-":
		if inPlace(ds) && strings.HasPrefix(extension, ".xls") {
			return t, usagef("a workbook does not go to standard output: give --out FILE, or " +
				"--format csv for the predictions alone")
		}
	case inPlace(ds) && !strings.EqualFold(given, extension):
		return t, usagef("--out %s ends in %q, expected %s as the table has; --format csv writes the "+
			"predictions alone", t.table, given, extension)
	case !slices.Contains([]string{".csv", ".tsv", ".txt", ".tab", ".xlsx", ".xlsm"},
		sheet.Extension(t.table)):
		return t, usagef("--out %s ends in %q, expected .csv, .tsv or .xlsx", t.table, given)
	default:
		t.page = sheet.PageBeside(t.table)
	}
	const foreign = " that lrp grade did not write"
	why := func() string {
		if f.format != "" || f.out == "" {
			return ""
		}
		switch wrote, intact, _ := grade.Wrote(t.table); {
		case intact:
			return ""
		case wrote:
			return " that was changed since lrp grade wrote it"
		}
		return foreign
	}
	err := f.mayReplace(t.table, source, why)
	if err == nil && t.page != "" {
		err = f.mayReplace(t.page, source, func() string {
			if grade.WrotePage(t.page) {
				return ""
			}
			return foreign
		})
	}
	return t, err
}

// write writes all files or none.
func (f *gradeFlags) write(c *cobra.Command, r *grade.Result, to gradeTarget) error {
	table := func(w io.Writer) error { return f.writeTable(w, r, to.table) }
	if to.page == "" {
		return writeOutput(c, to.table, table)
	}
	title := r.Data.Name
	if r.Data.Table != nil {
		title = filepath.Base(r.Data.Table.File)
	}
	if r.Data.Synthetic {
		title += " (made-up answers)"
	}
	return writeBoth(to.table, table, to.page, func(w io.Writer) error { return r.WriteHTML(w, title) })
}

// writeTable writes the predictions alone, the table again with columns added or, if the source
// does not have one row per respondent, a new table.
func (f *gradeFlags) writeTable(w io.Writer, r *grade.Result, name string) error {
	switch {
	case f.format != "":
		return r.WriteRatings(w, f.format == "jsonl")
	case !inPlace(r.Data):
		return r.WriteTable(w, name, nil, datasets.TableOptions{})
	}
	in, err := os.Open(r.Data.Table.File)
	if err != nil {
		return err
	}
	defer in.Close()
	return r.WriteTable(w, name, in, r.Data.Table.Mapping)
}
