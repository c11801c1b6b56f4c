package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/text"
)

// dataFlags are the flags of every command that reads data sets.
type dataFlags struct {
	Rating string `toml:"rating,omitempty"`
	datasets.TableOptions
	Lines  int `toml:"lines,omitempty"`
	flags  *pflag.FlagSet
	opened []*datasets.Dataset // so far
}

func (f *dataFlags) register(c *cobra.Command) {
	f.flags = c.Flags()
	flags := f.flags
	cli.EnumVar(flags, &f.Rating, "rating", "how grades become ratings: %s", []cli.Choice{
		{Name: "minmax", Description: "over the respondents"},
		{Name: "fraction", Description: "of the highest attainable"},
	})
	t := &f.TableOptions
	flags.StringVar(&t.IDColumn, "id-column", "",
		"for tables: `COLUMN` of the respondents' identifiers (#2: the second)")
	flags.StringVar(&t.RatingColumn, "rating-column", "", "for tables: `COLUMN` of the totals")
	flags.StringVar(&t.QuestionColumn, "question-column", "",
		"for tables in long form: `COLUMN` of the questions")
	flags.StringVar(&t.ResponseColumn, "response-column", "",
		"for tables in long form: `COLUMN` of the responses")
	flags.StringVar(&t.ScoreColumn, "score-column", "",
		"for tables in long form: `COLUMN` of the scores")
	flags.StringSliceVar(&t.Questions, "question-columns", nil,
		"for tables: the only columns of responses")
	flags.StringSliceVar(&t.Ignore, "ignore-columns", nil, "for tables: columns to leave out")
	flags.Float64Var(&t.Max, "max", 0,
		"for tables: the highest attainable total (0: what the table says)")
	flags.Var(number{&t.Min}, "min", "for tables: the lowest total (default: 0, or what the table says)")
	flags.IntVar(&t.HeaderRow, "header-row", 0,
		"for tables: `ROW` with the names of the columns (0: found out)")
	cli.EnumVar(flags, &t.Decimal, "decimal", "for tables: mark of decimals: %s",
		cli.Names("auto", "point", "comma"))
	cli.OptionalEnumVar(flags, &t.Attempts, "attempts",
		"for tables: which rows of a respondent count: %s", cli.Names("all", "first", "last"))
	flags.BoolVar(&t.Strict, "strict", false, "for tables: refuse words in columns of numbers")
	flags.StringVar(&t.Key, "key", "",
		"for tables: `FILE` of acceptable answers, with the columns question,text,answer")
	dataFiles(flags, "key")
	flags.Float64Var(&t.ScoreMax, "score-max", 0,
		"for tables: the highest score of a response (0: 1, or what the table says)")
	flags.StringVar(&t.Sheet, "sheet", "", "for workbooks: name or number of the `SHEET`")
	cli.EnumVar(flags, &t.Layout, "layout", "for tables: %s", []cli.Choice{
		{Name: "auto", Description: "by the header"},
		{Name: "wide", Description: "a row per respondent"},
		{Name: "long", Description: "a row per response"},
	})
	cli.EnumVar(flags, &t.Delimiter, "delimiter", "for texts: %s",
		cli.Names("auto", "comma", "semicolon", "tab", "pipe"))
	flags.StringVar(&t.Encoding, "encoding", "",
		"for texts: `NAME` such as windows-1252 (default: found out)")
	flags.IntVar(&f.Lines, "lines", 0,
		"for mohler and mohler-csv: number of lines per question that are "+
			"respondents (0: 24 for mohler; for mohler-csv as many as every question has)")
	cli.Bound(flags, 0, math.MaxFloat64, "a number above 0 is needed", "score-max", "max")
	cli.AtLeast(flags, 0, "lines")
}

// startingAt returns the flags with a relative path of the key resolved.
func (f *dataFlags) startingAt(b base) *dataFlags {
	resolved := *f
	resolved.Key = b.path(f.Key)
	return &resolved
}

// open reads the data sets that the specifications name. Raw keeps texts as they are in the files.
func (f *dataFlags) open(specs []string, raw bool) ([]*datasets.Dataset, error) {
	rule, err := datasets.ParseRatingRule(f.Rating)
	if err != nil {
		return nil, err
	}
	formats := append(datasets.Mohler(f.Lines), datasets.Table(f.TableOptions))
	var sets []*datasets.Dataset
	for _, spec := range specs {
		s, err := datasets.Open(spec, datasets.Options{Rating: rule, Raw: raw}, formats...)
		if err != nil {
			return nil, cureDataset(spec, err)
		}
		sets = append(sets, s...)
	}
	f.opened = append(f.opened, sets...)
	return sets, nil
}

// number is a flag for a number that may be missing.
type number struct{ to **float64 }

func (n number) String() string {
	if n.to == nil || *n.to == nil {
		return ""
	}
	return strconv.FormatFloat(**n.to, 'g', -1, 64)
}

func (n number) Set(s string) error {
	v, err := strconv.ParseFloat(s, 64)
	*n.to = &v
	return err
}

func (number) Type() string { return "float64" }

// openRated reads data sets to learn from or to evaluate on. In tables, it leaves out respondents
// without a rating.
func (f *dataFlags) openRated(specs []string, raw bool) ([]*datasets.Dataset, error) {
	sets, err := f.open(specs, raw)
	for i, ds := range sets {
		if ds.Table == nil {
			continue
		}
		rated, unrated := ds.RatedOnly()
		if unrated == 0 || len(rated.Respondents) == 0 {
			continue
		}
		rated.Notes = append(slices.Clone(ds.Notes),
			text.Count(unrated, "respondent")+" without a rating left out")
		sets[i] = rated
	}
	f.opened = append(f.opened[:len(f.opened)-len(sets)], sets...)
	return sets, err
}

// openOneRated is like openOne, for a data set to learn from.
func (f *dataFlags) openOneRated(spec, name string) (*datasets.Dataset, error) {
	sets, err := f.openRated([]string{spec}, false)
	if err != nil {
		return nil, err
	}
	return choose(sets, spec, name)
}

// openOne reads a single data set. Name selects one if the specification names several.
func (f *dataFlags) openOne(spec, name string) (*datasets.Dataset, error) {
	sets, err := f.open([]string{spec}, false)
	if err != nil {
		return nil, err
	}
	return choose(sets, spec, name)
}

// choose returns the data set with a name, or the only one.
func choose(sets []*datasets.Dataset, spec, name string) (*datasets.Dataset, error) {
	names := make([]string, len(sets))
	for i, ds := range sets {
		if ds.Name == name || name == "" && len(sets) == 1 {
			return ds, nil
		}
		names[i] = ds.Name
	}
	if name == "" {
		return nil, usagef("%s names %d data sets; choose one with --name: %s", spec, len(sets),
			strings.Join(names, ", "))
	}
	return nil, usagef("%s has no data set %q; it has %s", spec, name, strings.Join(names, ", "))
}

// tell writes what was found out about tables to standard error. Like warn it is called after
// everything that can fail.
func tell(c *cobra.Command, sets ...*datasets.Dataset) {
	told := map[string]bool{} // of data sets of one table
	for _, ds := range sets {
		for _, note := range ds.Notes {
			if ds.Table != nil && told[ds.Table.File+note] {
				continue
			} else if ds.Table != nil {
				told[ds.Table.File+note] = true
			}
			cli.Note(c, "%s: %s", ds.Name, note)
		}
	}
}

// tellOf writes what had been found out about data before the error.
func tellOf(w io.Writer, err error) {
	if noted, ok := errors.AsType[*datasets.NotedError](err); ok {
		tellNotes(w, noted.Notes)
	}
}

func tellNotes(w io.Writer, notes []string) {
	for _, note := range notes {
		fmt.Fprintf(w, "lrp: %s\n", cli.InLine(note))
	}
}

// warn writes warnings to standard error. It is called after everything that can fail, so that a
// failure is reported on a single line.
func warn(c *cobra.Command, warnings []string) {
	for _, w := range warnings {
		cli.Note(c, "warning: %s", w)
	}
}
