package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
)

// systemFiles are files of other raters and systems, each NAME=FILE.
type systemFiles struct {
	Predictions []string `toml:"predictions,omitempty"` // see [approach.ReadExternal]
	Grades      []string `toml:"grades,omitempty"`      // see [datasets.ReadGrades]
	judgeFlags
}

// registerPredictions adds the flag for predictions of other systems.
func (f *systemFiles) registerPredictions(flags *pflag.FlagSet) {
	registerNamed(flags, &f.Predictions, "predictions", "`NAME=FILE` with another system's predictions of each "+
		"trial (see --splits-out), or NAME=FILE#APPROACH/REGRESSOR of several; repeatable")
}

// registerGrades adds the flags for grades of other raters and systems.
func (f *systemFiles) registerGrades(flags *pflag.FlagSet) {
	registerNamed(flags, &f.Grades, "grades", "`NAME=FILE` with grades of another rater, which AUTO learns to use: "+
		"respondent, question, grade; repeatable")
	f.registerJudge(flags)
}

func registerNamed(flags *pflag.FlagSet, list *[]string, name, usage string) {
	flags.StringSliceVar(list, name, nil, usage)
	f := flags.Lookup(name)
	f.Value, f.DefValue = inputFile{Value: f.Value, named: true}, ""
}

// systemName is what another system may be called, so that labels tell it from regressors.
var systemName = text.Pattern(`^[\pL\pN][\pL\pN ._-]{0,39}$`)

// parseSystem splits NAME=FILE#PICK.
func parseSystem(flag string) (name, path, pick string) {
	name, path, _ = strings.Cut(flag, "=")
	path, pick, _ = strings.Cut(path, "#")
	return strings.TrimSpace(name), path, strings.TrimSpace(pick)
}

// eachSystem calls do with each system that a flag names. Names differ from each other, and from
// those of the approaches.
func eachSystem(flag string, list []string, all []lrp.Approach, do func(name, path, pick string) error) error {
	for _, s := range list {
		name, path, pick := parseSystem(s)
		if !systemName().MatchString(name) || path == "" {
			return cli.Settingf(flag, "is %q, NAME=FILE is needed, such as BERT=bert.csv, with a name of letters, "+
				"digits, blanks and ._-", s)
		}
		if slices.ContainsFunc(all, func(a lrp.Approach) bool { return strings.EqualFold(a.Name, name) }) {
			return cli.Settingf(flag, "calls another system %s, which is the name of another approach", name)
		}
		all = append(slices.Clip(all), lrp.Approach{Name: name})
		if err := do(name, path, pick); err != nil {
			return err
		}
	}
	return nil
}

// judges returns the names of those who grade.
func (f *systemFiles) judges() (names []string, err error) {
	list := f.Grades
	if name := f.judgeName(); name != "" && f.JudgeExamples == 0 {
		list = append(slices.Clip(list), name+"=-")
	}
	err = eachSystem("grades", list, approach.All(), func(name, _, _ string) error {
		names = append(names, name)
		return nil
	})
	return names, err
}

// readGrades reads the files of grades of responses in data sets.
func (f *systemFiles) readGrades(at base, sets ...*datasets.Dataset) error {
	return eachSystem("grades", f.Grades, nil, func(name, path, _ string) error {
		return datasets.ReadGrades(name, at.path(path), sets...)
	})
}

// grade reads the files of grades, and has the judge grade.
func (f *systemFiles) grade(c *cobra.Command, sets ...*datasets.Dataset) error {
	if err := f.readGrades(nil, sets...); err != nil {
		return err
	}
	return f.fill(c, nil, nil, sets...)
}

// addJudges adds those who graded to the approaches, and AUTO with their grades.
func (f *systemFiles) addJudges(o *lrp.Options) error {
	names, err := f.judges()
	if err != nil || names == nil {
		return err
	}
	o.Approaches = slices.Clone(o.Approaches)
	for _, a := range o.Approaches {
		if auto, ok := a.Learner().(approach.Auto); ok {
			auto.Model.Judges = names
			a.Name, a.Method = a.Name+"+"+strings.Join(names, "+"), approach.Learning{Learner: auto}
			a.Description += ", and the grades of " + text.And(names)
			o.Approaches = append(o.Approaches, a)
		}
	}
	for _, name := range names {
		o.Approaches = append(o.Approaches, lrp.Approach{Name: name, Method: approach.Judge(name),
			Description: "another rater's or system's grades"})
	}
	return nil
}

// addedBySystems reports whether an approach is there because of other systems.
func addedBySystems(a lrp.Approach) bool {
	switch m := a.Method.(type) {
	case *approach.External, approach.Judge:
		return true
	case approach.Learning:
		auto, ok := m.Learner.(approach.Auto)
		return ok && auto.Model.Judges != nil
	}
	return false
}

// addSystems adds the systems whose predictions are known to the approaches.
func (f *evalFlags) addSystems(o *lrp.Options, at base) error {
	if len(f.Predictions) > 0 && f.Seeds > 1 {
		return cli.Settingf("seeds", "found with --predictions, which are of one seed")
	}
	o.Approaches = slices.Clone(o.Approaches)
	return eachSystem("predictions", f.Predictions, slices.Concat(approach.All(), o.Approaches),
		func(name, path, pick string) error {
			x, err := approach.ReadExternal(at.path(path), pick)
			if err == nil {
				o.Approaches = append(o.Approaches, lrp.Approach{Name: name, Method: x,
					Description: "another system's predictions"})
			}
			return err
		})
}

// splitsFile collects the splits of an evaluation for --splits-out.
type splitsFile struct {
	path string
	rows [][]any
}

func (f *splitsFile) register(c *cobra.Command) {
	c.Flags().StringVar(&f.path, "splits-out", "", "`FILE` to write who is in which part of each trial, for other "+
		"systems: dataset, trial (from 1), respondent, part (train, test)")
}

func (f *splitsFile) add(ds *datasets.Dataset, list []datasets.Split) error {
	for trial, s := range list {
		for _, part := range []struct {
			name string
			who  []int
		}{{"train", s.Train}, {"test", s.Test}} {
			for _, i := range part.who {
				f.rows = append(f.rows, []any{ds.Name, fmt.Sprint(trial + 1), ds.Respondents[i].ID, part.name})
			}
		}
	}
	return nil
}

// write writes the file, if one was asked for.
func (f *splitsFile) write(c *cobra.Command) error {
	if f.path == "" {
		return nil
	}
	return writeOutput(c, f.path, func(w io.Writer) error {
		return sheet.WriteRows(w, []string{"dataset", "trial", "respondent", "part"}, f.rows)
	})
}

// readSplit reads the parts of a trial, from 0, in a file that [splitsFile.write] wrote.
func readSplit(path string, ds *datasets.Dataset, trial int) (split datasets.Split, err error) {
	const splits = "the parts of trials: columns trial (from 1), respondent and part (train, test)"
	t, err := columns.OpenNamed(path, splits, "trial", "respondent", "part")
	if err != nil {
		return split, err
	}
	number := map[string]int{}
	for i, r := range ds.Respondents {
		number[r.ID] = i
	}
	err = t.Each(func(row sheet.Row) error {
		set, who, part := t.Cell(row, "dataset"), t.Cell(row, "respondent"), t.Cell(row, "part")
		if t.Cell(row, "trial") != fmt.Sprint(trial+1) || set != "" && set != ds.Name {
			return nil
		}
		i, known := number[who]
		to := map[string]*[]int{"train": &split.Train, "test": &split.Test}[part]
		switch {
		case !known:
			return t.Fault(row, "respondent "+text.Quote(who), "one of "+ds.Name+", each in one part")
		case to == nil:
			return t.Fault(row, "part "+text.Quote(part), "train or test")
		}
		*to = append(*to, i)
		delete(number, who) // for the next one
		return nil
	})
	if err == nil && (len(split.Train) == 0 || len(split.Test) == 0) {
		err = t.Fault(sheet.Row{}, fmt.Sprintf("%d respondents of %s to train and %d to test in trial %d",
			len(split.Train), ds.Name, len(split.Test), trial+1), "some of both")
	}
	return split, err
}
