package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/grade"
)

// tableFlags are the flags of the commands that learn from a table to rate its rows.
type tableFlags struct {
	data      dataFlags
	name      string
	text      textFlags
	auto      autoFlags
	decisions []string // files
}

func (f *tableFlags) register(c *cobra.Command) {
	flags := c.Flags()
	f.text.registerWords(flags)
	flags.StringVar(&f.text.Vectors, "vectors", "",
		"`FILE` of word vectors to use, if not the embedded ones")
	f.auto.register(flags)
	flags.StringArrayVar(&f.decisions, "decisions", nil,
		"`FILE` of 'lrp next' with points filled in (may be given several times)")
	inputFiles(flags, "vectors", "decisions")
	flags.StringVar(&f.name, "name", "", "which data set, if FILE names several")
	f.data.register(c)
}

// options returns what to learn with.
func (f *tableFlags) options(
	c *cobra.Command, ds *datasets.Dataset, bar *progress,
) (o grade.Options, err error) {
	o.Progress, o.Learn = bar.stage, f.auto.learn()
	if o.Analyzer, o.AllWords, err = f.text.analyzer(); err != nil {
		return o, err
	}
	if o.Vectors, err = f.text.userVectors(c.Context()); err != nil {
		return o, err
	}
	if o.Prior, err = f.auto.open(); err != nil {
		return o, err
	}
	if b := f.auto.blanks(); b != nil {
		o.Blank = *b
	}
	o.Decisions, err = grade.ReadDecisions(ds, f.decisions...)
	return o, err
}

type gradeFlags struct {
	tableFlags
	out    string
	format string
	// transductive makes the texts of unrated rows count. Unless the flag is given, they count with
	// decisions, if there are enough rows.
	transductive bool
	force        bool
	workers      int
}

func gradeCommand() *cobra.Command {
	f := &gradeFlags{}
	c := &cobra.Command{
		Use:   "grade FILE",
		Short: "rate the unrated rows of an exam or survey from the rated ones",
		Long: `Grade reads a table with one row per respondent, learns from the rows that have a rating,
and predicts the others. A few rated rows are enough to start with; a key helps. It writes the table
again as NAME-graded.xlsx or .csv beside FILE, with these columns added on the right, and a page
NAME-graded.html. FILE itself is not changed.

  predicted rating, low, high   in your own units, with a range made to hold 9 of 10 ratings
  rounded                       if all given ratings are whole, half or quarter points
  … suggested                   points for each question, which add up to the predicted rating
  look first                    a rank: 1 has the widest range, so rate that one by hand first
  note                          given ratings that the other ratings do not lead to expect

Standard output says how far to trust this: each rated row is predicted by a model that has not
seen its rating, and the errors are compared with those of guessing the mean for everybody.

With --decisions the points in a sheet of 'lrp next', which grades many equal answers at a time, are
learned from too; with 20 rows or more the texts of all of them count then (--transductive).

With --format csv or jsonl only id, rating, low and high of the unrated rows are written, to
standard output or to --out. FILE can also be a data set such as jsonl:FILE.`,
		Example: `  lrp grade exam.xlsx
  lrp grade exam.csv --max 20 --key key.csv
  lrp grade exam.xlsx --decisions exam-next.xlsx
  lrp grade exam.csv --format csv --out ratings.csv`,
		Args: cli.OneArgument("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	flags := c.Flags()
	flags.StringVarP(&f.out, "out", "o", "",
		"`FILE` for the result, or - for standard output (default: NAME-graded beside FILE)")
	cli.OptionalEnumVar(flags, &f.format, "format",
		"write only id, rating, low and high of the unrated rows: %s", cli.Names("csv", "jsonl"))
	flags.BoolVar(&f.transductive, "transductive", false,
		"let the texts of all rows count, those to be rated included")
	flags.BoolVar(&f.force, "force", false, "replace files that lrp grade did not write")
	cli.WorkersVar(flags, &f.workers, "parallel fits")
	f.register(c)
	return c
}

func (f *gradeFlags) run(c *cobra.Command, spec string) error {
	defer debug.SetGCPercent(debug.SetGCPercent(40)) // long answers fill the memory
	bar := newProgress(c.ErrOrStderr()).orLines(c.ErrOrStderr())
	defer bar.clear()
	bar.stage("reading the table", 0, 0)
	ds, err := f.data.openOne(spec, f.name)
	if err != nil {
		return err
	}
	if err := checkNotGraded(ds); err != nil {
		return err
	}
	if len(f.decisions) == 0 {
		if err := somethingKnown(ds); err != nil {
			return err
		}
	} else if !c.Flags().Changed("transductive") {
		f.transductive = approach.TransductiveWarning(len(ds.Respondents)) == ""
	}
	to, err := f.target(ds, spec)
	if err != nil {
		return err
	}
	r, err := f.grade(c, ds, bar)
	if err != nil {
		return err
	}
	bar.clear()
	if err := to.write(c, r); err != nil {
		return err
	}
	f.report(c, r, to)
	return nil
}

// grade learns and predicts.
func (f *gradeFlags) grade(
	c *cobra.Command, ds *datasets.Dataset, bar *progress,
) (*grade.Result, error) {
	o, err := f.options(c, ds, bar)
	if err != nil {
		return nil, err
	}
	o.Workers, o.Transductive = f.workers, f.transductive
	return grade.Grade(c.Context(), ds, o)
}

// report says what was found, what was written and how far to trust it: on standard output, or on
// standard error if the predictions go to standard output.
func (f *gradeFlags) report(c *cobra.Command, r *grade.Result, to *gradeTarget) {
	w := c.OutOrStdout()
	if to.stdout() {
		w = c.ErrOrStderr()
	}
	tell(c, r.Data)
	tellNotes(c.ErrOrStderr(), r.Notes)
	warn(c, r.Warnings)
	unrated := len(r.Rows) - r.Trust.Rated
	where := ""
	if names := to.files(); len(names) > 0 {
		where = "; wrote " + strings.Join(names, " and ")
	}
	prefix := ""
	if to.stdout() {
		prefix = "lrp: "
	}
	if unrated == 0 {
		fmt.Fprintf(w, "%severy row is rated, so none was predicted%s\n", prefix, where)
	} else {
		fmt.Fprintf(w, "%spredicted %d of %d rows%s\n", prefix, unrated, len(r.Rows), where)
	}
	fmt.Fprintf(w, "%s%s\n", prefix, r.Trust)
	if t := r.Trust; t.Method != "" {
		figure := func(v float64) string { return numbers.Figure(v, 3) }
		fmt.Fprintf(w, "%s%s: RMSE %s, mean absolute error %s; guessing the mean: %s and %s\n", prefix,
			t.Method, figure(t.RMSE), figure(t.MAE), figure(t.GuessRMSE), figure(t.GuessMAE))
	}
	odd := 0
	for i := range r.Rows {
		if r.Rows[i].Odd() {
			odd++
		}
	}
	if odd > 0 && !to.stdout() {
		fmt.Fprintf(w, "given ratings outside their range: %d of %d; the column note and the page say "+
			"which\n", odd, r.Trust.Rated)
	}
}

// rankColumn is a column that lrp grade adds and that other tables are unlikely to have.
const rankColumn = "look first"

// checkNotGraded refuses the result of an earlier run, whose predictions are not ratings.
func checkNotGraded(ds *datasets.Dataset) error {
	if ds.Table == nil || !hasRankColumn(ds.Table.File, ds.Table.Sheet) {
		return nil
	}
	return fmt.Errorf("%s: found the columns of an earlier lrp grade, expected a table without "+
		"them: grade the original table, or delete the columns from \"predicted rating\" to "+
		"\"note\"", ds.Table.File)
}

// hasRankColumn reports whether a table was written by lrp grade.
func hasRankColumn(path, name string) bool {
	r, err := sheet.Open(path, sheet.Options{Sheet: name})
	if err != nil {
		return false
	}
	defer r.Close()
	const headRows = 25 // in which a header may be
	for range headRows {
		row, err := r.Next()
		if _, bad := errors.AsType[*sheet.BadRow](err); err != nil && !bad {
			return false
		}
		if slices.Contains(row.Cells, rankColumn) {
			return true
		}
	}
	return false
}

// gradeTarget says what is written where.
type gradeTarget struct {
	flags *gradeFlags
	ds    *datasets.Dataset
	table string // the path of the result; "-" for standard output
	page  string // the path of the page; "" for none
}

func (t *gradeTarget) stdout() bool { return t.table == "-" }

// files lists the files that are written.
func (t *gradeTarget) files() []string {
	var list []string
	if !t.stdout() {
		list = append(list, t.table)
	}
	if t.page != "" {
		list = append(list, t.page)
	}
	return list
}

// target decides what is written where, before any work is done.
func (f *gradeFlags) target(ds *datasets.Dataset, spec string) (*gradeTarget, error) {
	t := &gradeTarget{flags: f, ds: ds, table: f.out}
	source := sourceOf(ds, spec)
	if f.format != "" {
		if t.table == "" {
			t.table = "-"
		}
		return t, t.check(source)
	}
	extension := ".csv"
	if t.inPlace() {
		extension = ds.Table.Extension
	}
	if t.table == "" {
		t.table = f.beside(ds, source) + "-graded" + extension
	}
	if !t.stdout() {
		given := sheet.Extension(t.table) + packing(t.table)
		switch {
		case t.inPlace() && !strings.EqualFold(given, extension):
			return nil, usagef("--out %s ends in %q, expected %s as the table has; --format csv "+
				"writes the predictions alone", t.table, given, extension)
		case !slices.Contains([]string{".csv", ".tsv", ".txt", ".tab", ".xlsx", ".xlsm"},
			sheet.Extension(t.table)):
			return nil, usagef("--out %s ends in %q, expected .csv, .tsv or .xlsx", t.table, given)
		}
		t.page = t.table[:len(t.table)-len(given)] + ".html"
	} else if t.inPlace() && strings.HasPrefix(extension, ".xls") {
		return nil, usagef("a workbook does not go to standard output: give --out FILE, or " +
			"--format csv for the predictions alone")
	}
	return t, t.check(source)
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
	base := strings.TrimSuffix(source, packing(source))
	base = strings.TrimSuffix(base, filepath.Ext(base))
	if base == "" {
		return ds.Name
	} else if f.name != "" && ds.Table != nil {
		name := strings.NewReplacer("/", "_", "\\", "_").Replace(ds.Name)
		return filepath.Join(filepath.Dir(base), name)
	}
	return base
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
func (t *gradeTarget) inPlace() bool { return t.ds.Table != nil && t.ds.Table.Wide }

// check refuses to replace the source, and files that lrp grade did not write.
func (t *gradeTarget) check(source string) error {
	input, inputErr := os.Stat(source)
	for _, path := range t.files() {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		switch {
		case inputErr == nil && os.SameFile(input, info):
			return usagef("--out %s is the input: choose another name", path)
		case t.flags.force || t.flags.format != "":
		case path == t.page && !startsAsPage(path), path == t.table && !hasRankColumn(path, ""):
			return fmt.Errorf("%s: found a file that lrp grade did not write: --force replaces it, "+
				"--out names another", path)
		}
	}
	return nil
}

// startsAsPage reports whether a file is a page of lrp grade.
func startsAsPage(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 1000)
	n, _ := io.ReadFull(f, head)
	return strings.Contains(string(head[:n]), `content="lrp grade"`)
}

// write writes all files or none.
func (t *gradeTarget) write(c *cobra.Command, r *grade.Result) error {
	if t.flags.format != "" {
		return writeOutput(c, t.table, func(w io.Writer) error {
			if t.flags.format == "jsonl" {
				return writeGradesJSON(w, r, t.flags.transductive)
			}
			return writeGradesCSV(w, r, t.flags.transductive)
		})
	}
	if t.stdout() {
		return t.writeTable(c.OutOrStdout(), r)
	}
	folder := filepath.Dir(t.table)
	dir, err := atomicdir.Create(folder, filepath.Base(t.table), filepath.Base(t.page))
	if err != nil {
		return err
	}
	defer dir.Abort()
	err = dir.Write(filepath.Base(t.table), func(w io.Writer) error { return t.writeTable(w, r) })
	if err == nil {
		err = dir.Write(filepath.Base(t.page), func(w io.Writer) error {
			return r.WriteHTML(w, t.title())
		})
	}
	if err != nil {
		return err
	}
	return dir.Commit()
}

// title returns the name of the data on the page.
func (t *gradeTarget) title() string {
	if t.ds.Table != nil {
		return filepath.Base(t.ds.Table.File)
	}
	return t.ds.Name
}

// writeTable writes the table again with columns added or, if the source does not have one row per
// respondent, a new table.
func (t *gradeTarget) writeTable(w io.Writer, r *grade.Result) error {
	var source io.Reader
	if t.inPlace() {
		in, err := os.Open(t.ds.Table.File)
		if err != nil {
			return err
		}
		defer in.Close()
		source = in
	}
	return r.WriteTable(w, t.table, source, t.flags.data.TableOptions)
}

// predictedRow is the prediction for an unrated respondent in the user's units.
type predictedRow struct {
	ID     string `json:"id"`
	Rating any    `json:"rating"`
	Low    any    `json:"low"` // nil if there is none
	High   any    `json:"high"`

	Transductive bool `json:"transductive,omitempty"`
}

// predictedRows lists the unrated respondents. Numbers have two more decimals than are worth
// showing.
func predictedRows(r *grade.Result, transductive bool) []predictedRow {
	factor := math.Pow(10, float64(r.Decimals()+2))
	round := func(v float64) any {
		if math.IsNaN(v) {
			return nil
		}
		return math.Round(v*factor)/factor + 0 // never -0
	}
	var list []predictedRow
	for _, row := range r.Rows {
		if !row.Rated() {
			list = append(list,
				predictedRow{row.ID, round(row.Rating), round(row.Low), round(row.High), transductive})
		}
	}
	return list
}

func writeGradesJSON(w io.Writer, r *grade.Result, transductive bool) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, row := range predictedRows(r, transductive) {
		if err := e.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// writeGradesCSV writes the predictions. An identifier that a spreadsheet would take for a formula
// gets a ' before it.
func writeGradesCSV(w io.Writer, r *grade.Result, transductive bool) error {
	rows := [][]any{{"id", "rating", "low", "high"}}
	if transductive {
		rows[0][1] = "rating (transductive)"
	}
	for _, row := range predictedRows(r, transductive) {
		rows = append(rows, []any{row.ID, row.Rating, row.Low, row.High})
	}
	return sheet.Write(w, sheet.Dialect{Comma: ','}, rows)
}
