package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
)

// dataFlags are the flags of every command that reads data sets.
type dataFlags struct {
	rating string
	csv    datasets.CSVOptions
	lines  int
	base   base // that relative paths start at
}

func (f *dataFlags) register(c *cobra.Command) {
	flags := c.Flags()
	cli.EnumVar(flags, &f.rating, "rating", "how grades become ratings: %s", []cli.Choice{
		{Name: "minmax", Description: "over the respondents"},
		{Name: "fraction", Description: "of the highest attainable"},
	})
	flags.StringVar(&f.csv.Key, "key", "",
		"for csv data sets: `FILE` of question,text,answer with one row per acceptable answer")
	cli.CompleteFlags(flags, cli.Files, "key")
	flags.Float64Var(&f.csv.ScoreMax, "score-max", 1, "for csv data sets: the highest score")
	flags.IntVar(&f.lines, "lines", 0,
		"for mohler and mohler-csv: number of lines per question that are "+
			"respondents (0: 24 for mohler; for mohler-csv as many as every question has)")
}

// open reads the data sets that the specifications name. Raw keeps texts as they are in the files.
func (f *dataFlags) open(specs []string, raw bool) ([]*datasets.Dataset, error) {
	rule, err := datasets.ParseRatingRule(f.rating)
	switch top := f.csv.ScoreMax; {
	case err != nil:
		return nil, err
	case !(top > 0) || math.IsInf(top, 0):
		return nil, settingf("score-max", "is %v, a number above 0 is needed", top)
	case f.lines < 0:
		return nil, settingf("lines", "is %d, at least 0 is needed", f.lines)
	}
	csv := f.csv
	csv.Key = f.base.path(csv.Key)
	formats := append(datasets.Mohler(f.lines), datasets.CSV(csv))
	var sets []*datasets.Dataset
	for _, spec := range specs {
		s, err := datasets.Open(f.base.spec(spec), datasets.Options{Rating: rule, Raw: raw},
			formats...)
		if err != nil {
			return nil, err
		}
		sets = append(sets, s...)
	}
	return sets, nil
}

// openOne reads a single data set. Name selects one if the specification names several.
func (f *dataFlags) openOne(spec, name string) (*datasets.Dataset, error) {
	sets, err := f.open([]string{spec}, false)
	if err != nil {
		return nil, err
	}
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

// warn writes warnings to standard error. It is called after everything that can fail, so that a
// failure is reported on a single line.
func warn(c *cobra.Command, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(c.ErrOrStderr(), "lrp: warning: %s\n", cli.InLine(w))
	}
}
