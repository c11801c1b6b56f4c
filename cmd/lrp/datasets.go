package main

import (
	"errors"
	"io"
	"math"
	"slices"
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
	Mapping     string `toml:"mapping,omitempty"`
	saveMapping string
	flags       *pflag.FlagSet
	opened      []*datasets.Dataset // so far
	answers     *givenAnswers       // in all that were opened, with other files too
}

// givenAnswers finds the answers in data sets, for files with vectors by respondent and question.
type givenAnswers struct {
	sets []*datasets.Dataset
	of   map[[2]string]string // by respondent and question; nil before the first is asked for
}

// text returns what a respondent answered to a question.
func (a *givenAnswers) text(id, question string) (string, bool) {
	if a.of == nil {
		a.of = map[[2]string]string{}
		for _, ds := range a.sets {
			for _, r := range ds.Respondents {
				for j, s := range r.Responses {
					a.of[[2]string{r.ID, ds.Questions[j].ID}] = s
				}
			}
		}
	}
	s, ok := a.of[[2]string{id, question}]
	return s, ok
}

func (f *dataFlags) register(c *cobra.Command) {
	f.flags, f.answers = c.Flags(), &givenAnswers{}
	flags := f.flags
	cli.EnumVar(flags, &f.Rating, "rating", "how grades become ratings: %s",
		"minmax (over the respondents)", "fraction (of the highest attainable)")
	for _, x := range f.Fields() {
		if x.Usage == "" {
			continue // a key of --mapping alone
		}
		flag := flags.VarPF(x, x.Name, "", x.Usage)
		if x.Type() == "bool" {
			flag.NoOptDefVal = "true"
		}
		if x.Choices != nil {
			cli.OneOf(flags, x.Name, x.Choices)
		}
	}
	dataFiles(flags, "key")
	flags.StringVar(&f.Mapping, "mapping", "",
		"`FILE` of how tables are read, by --save-mapping; flags come first")
	inputFiles(flags, "mapping")
	cli.Bound(flags, 0, math.MaxFloat64, "a number above 0 is needed", "score-max", "max")
}

// startingAt returns the flags with relative paths of files resolved.
func (f *dataFlags) startingAt(b base) *dataFlags {
	resolved := *f
	resolved.Key, resolved.Mapping = b.path(f.Key), b.path(f.Mapping)
	return &resolved
}

// open reads the data sets that the specifications name. Raw keeps texts as they are in the files.
func (f *dataFlags) open(specs []string, raw bool) ([]*datasets.Dataset, error) {
	rule, err := datasets.ParseRatingRule(f.Rating)
	if err != nil {
		return nil, err
	}
	o, err := f.table()
	if err != nil {
		return nil, err
	}
	var sets []*datasets.Dataset
	for _, spec := range specs {
		s, err := datasets.Open(spec, datasets.Options{Rating: rule, Raw: raw}, datasets.Table(o))
		if err != nil {
			return nil, cureDataset(spec, err)
		}
		sets = append(sets, s...)
	}
	f.opened = append(f.opened, sets...)
	if f.answers != nil {
		f.answers.sets = append(f.answers.sets, sets...)
	}
	return sets, f.save(sets)
}

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
		cli.NoteTo(w, "lrp", note)
	}
}

// warn writes warnings to standard error. It is called after everything that can fail, so that a
// failure is reported on a single line.
func warn(c *cobra.Command, warnings []string) {
	for _, w := range warnings {
		cli.Note(c, "warning: %s", w)
	}
}
