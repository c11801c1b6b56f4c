package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

// modelFlags are the flags of every command that uses a model.
type modelFlags struct {
	model string
	encoderFlags
	systems systemFiles // with grades, where they are taken
}

func (f *modelFlags) register(c *cobra.Command) {
	c.Flags().StringVarP(&f.model, "model", "m", "", "`MODEL` file written by 'lrp train'")
	inputFiles(c.Flags(), "model")
	f.encoderFlags.register(c.Flags())
}

// checkGiven checks that a model is named.
func (f *modelFlags) checkGiven(c *cobra.Command) error {
	if f.model == "" {
		return usagef("%s needs -m MODEL, a file written by 'lrp train'", c.Name())
	}
	return nil
}

// open opens the model.
func (f *modelFlags) open(c *cobra.Command) (*lrp.Model, error) {
	if err := f.checkGiven(c); err != nil {
		return nil, err
	}
	return f.openModel(c, f.model)
}

func (f *modelFlags) openModel(c *cobra.Command, path string) (*lrp.Model, error) {
	return files.With(path, "a model", func(in io.Reader, _ string) (*lrp.Model, error) {
		return f.readModel(c, in, path)
	})
}

func (f *modelFlags) readModel(c *cobra.Command, in io.Reader, path string) (*lrp.Model, error) {
	p, err := f.parts(c, nil)
	if err != nil {
		return nil, err
	}
	m, err := lrp.ReadModel(in, path, p)
	if r, ok := errors.AsType[*lrp.ResourceError](err); ok && r.Name == "word vectors" {
		return nil, fmt.Errorf("%w; --vectors names those that it was trained with", err)
	}
	if err != nil {
		return nil, cureModel(path, err)
	}
	known := m.Info().Judges
	given, err := f.systems.judges()
	for _, name := range given {
		if !slices.Contains(known, name) {
			return nil, usagef("%s did not learn with grades of %s, expected those of %s", path, name,
				cmp.Or(text.And(known), "nobody"))
		}
	}
	if len(known) > 0 && len(given) == 0 {
		cli.Note(c, "%s learned with grades of %s; as none are given (--grades), it is fitted again without", path,
			text.And(known))
		return m.WithoutGrades()
	}
	return m, err
}

// unitFlags are the flags of every command that writes a model's ratings.
type unitFlags struct{ units string }

func (f *unitFlags) register(c *cobra.Command) {
	cli.EnumVar(c.Flags(), &f.units, "units", "what ratings are written in: %s",
		"unit (0 to 1)", "own (the units of the training data, such as points)")
}

// scale returns the scale in which ratings are to be written.
func (f *unitFlags) scale(m *lrp.Model) datasets.Scale {
	if f.units == "own" {
		return m.Scale()
	}
	return datasets.Scale{}
}

// note says on standard error what the ratings mean, if the model knows other units than 0 to 1.
func (f *unitFlags) note(c *cobra.Command, s datasets.Scale) {
	switch {
	case f.units == "own" && s.Unit():
		cli.Note(c, "ratings are from 0 to 1: the training data have no other units")
	case s.Unit():
	case f.units == "own":
		cli.Note(c, "ratings are in the units of the training data, from %.6g to %.6g", s.Zero, s.Full)
	default:
		cli.Note(c, "ratings are from 0 to 1: %s in the units of the training data; --units own "+
			"converts them", s)
	}
}

// meaning says how the ratings of a training set came about and what they stand for.
func meaning(d lrp.ModelDataset) string {
	switch {
	case d.Scale.Unit():
		return cli.InLine(d.Note)
	case d.Note == "":
		return d.Scale.String()
	}
	return cli.InLine(d.Note) + "; " + d.Scale.String()
}

// recordFlags are the flags of every command that reads respondents and applies a model to them.
type recordFlags struct {
	modelFlags
	unitFlags
	data dataFlags
	// format is that of the answers. Records have the form that the file's name or, on standard
	// input, their first character tells.
	format string
	table  bool     // the records are a table
	notes  []string // on how it is read
	// transductive lets the texts of all records count.
	transductive bool

	workers int
}

func (f *recordFlags) register(c *cobra.Command) {
	f.modelFlags.register(c)
	f.unitFlags.register(c)
	flags := c.Flags()
	f.systems.registerGrades(flags)
	flags.BoolVar(&f.transductive, "transductive", false,
		"let AUTO use the texts, not the ratings, of all respondents in FILE")
	f.data.register(c)
	flags.Lookup("strict").Usage = "fail at the first invalid record"
	cli.WorkersVar(flags, &f.workers, "goroutines")
}

// maxReported is the number of invalid records that are reported one by one.
const maxReported = 1000

// options checks the flags and returns the options they stand for.
func (f *recordFlags) options(c *cobra.Command, args []string) (batch.Options, error) {
	o := batch.Options{Strict: f.data.Strict, Workers: f.workers, Transductive: f.transductive}
	if len(args) > 1 {
		return o, usagef("%s takes one FILE, found %d", c.Name(), len(args))
	}
	var err error
	if o.Table, err = f.data.table(); err != nil {
		return o, err
	}
	if len(f.systems.Grades) > 0 || f.systems.Judge != "" {
		if f.transductive {
			return o, usagef("--grades found with --transductive: predict with one of them")
		}
		o.Grade = func(ds *datasets.Dataset) error { return f.systems.grade(c, ds) }
	}
	if f.table = len(args) == 1 && !isDataset(args[0]) && isTable(args[0]); f.table {
		o.Form = batch.CSV
	}
	switch f.format {
	case "jsonl":
		o.Answers = new(batch.JSONLines)
	case "csv":
		o.Answers = new(batch.CSV)
	}
	o.Note = func(note string) { f.notes = append(f.notes, note) }
	o.Warn = func(warning string) { warn(c, []string{warning}) }
	reported := 0
	o.Bad = func(_ int, _ string, err error) {
		if reported++; reported <= maxReported {
			cli.Note(c, "warning: %v, skipped", err)
		}
	}
	return o, nil
}

// isDataset reports whether an argument names a data set by its kind rather than a file.
func isDataset(arg string) bool {
	kind, _, _ := strings.Cut(arg, ":")
	_, known := kindNamed(kind)
	return known
}

// isTable reports whether a file has the extension of a table.
func isTable(name string) bool {
	format, known := datasets.ByExtension(name)
	return known && format.Named("csv")
}

// openRecords opens the records of the argument, which is a file, - or a data set, and returns
// their name for messages. A table is decompressed by its reader.
func (f *recordFlags) openRecords(c *cobra.Command, args []string) (io.ReadCloser, string, error) {
	switch {
	case len(args) == 0 || args[0] == "-":
		unpacked, err := sheet.Unpack(c.InOrStdin(), "standard input")
		if err != nil {
			return nil, "", err
		}
		in := bufio.NewReader(unpacked)
		f.table = !startsJSON(in)
		return struct {
			io.Reader
			io.Closer
		}{in, unpacked}, "standard input", nil
	case !isDataset(args[0]):
		file, err := files.Open(args[0], "respondents: a table, or JSON lines")
		if err != nil || f.table {
			return file, args[0], err
		}
		in, err := sheet.Unpack(file, args[0])
		if err != nil {
			file.Close()
			return nil, "", err
		}
		return unpacked{in, file}, args[0], nil
	}
	ds, err := f.data.openOne(args[0], "")
	if err != nil {
		return nil, "", err
	}
	var b bytes.Buffer
	err = datasets.WriteJSONL(&b, ds)
	return io.NopCloser(&b), args[0], err
}

// startsJSON reports whether the first character is that of an object in JSON, or there is none.
func startsJSON(in *bufio.Reader) bool {
	for n := 1; ; n++ {
		head, err := in.Peek(n)
		text := bytes.TrimLeft(head, files.ByteOrderMark+" \t\r\n")
		switch {
		case utf8.FullRune(text):
			return text[0] == '{'
		case err != nil:
			return len(text) == 0
		}
	}
}

// unpacked is the content of a compressed file.
type unpacked struct {
	io.ReadCloser
	file io.Closer
}

func (u unpacked) Close() error { return errors.Join(u.ReadCloser.Close(), u.file.Close()) }

// process opens the model and the records, calls do with them, and reports how many were skipped.
func (f *recordFlags) process(
	c *cobra.Command, args []string, o batch.Options,
	do func(
		ctx context.Context, m *lrp.Model, in io.Reader, name string, out io.Writer, o batch.Options,
	) (batch.Summary, error),
) error {
	m, err := f.modelFlags.open(c)
	if err != nil {
		return err
	}
	in, name, err := f.openRecords(c, args)
	if err != nil {
		return err
	}
	defer in.Close()
	if f.table {
		o.Form = batch.CSV
	}
	o.Scale = f.scale(m)
	s, err := do(c.Context(), m, in, name, c.OutOrStdout(), o)
	if errors.Is(err, lrp.ErrNotTransductive) {
		return fmt.Errorf("%s: %w", f.model, err)
	}
	if err != nil {
		return err
	}
	f.note(c, m.Scale())
	for _, note := range f.notes {
		cli.Note(c, "%s: %s", name, note)
	}
	tell(c, f.data.opened...)
	if s.Bad > 0 {
		warn(c, []string{fmt.Sprintf("%d of %d records skipped", s.Bad, s.Bad+s.Records)})
		if s.Records == 0 {
			return f.noneUsed(args, name, s.Bad)
		}
	}
	return nil
}

// noneUsed is the error for a file all of whose records are bad.
func (f *recordFlags) noneUsed(args []string, name string, bad int) error {
	if len(args) == 1 && isModel(args[0]) {
		return files.New(name, 0, "a model", "respondents: give the file of their responses")
	}
	return files.New(name, 0, fmt.Sprint("no valid record among ", bad), "respondents of the model's questions: "+
		"'lrp inspect "+f.model+"' lists them")
}
