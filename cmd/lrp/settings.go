package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/regress"
)

// maxTrials bounds the number of trials, whose results are kept in memory until the end.
const maxTrials = 1_000_000

// runFlags are the flags of every command that evaluates approaches in many trials.
type runFlags struct {
	dataFlags
	textFlags
	autoFlags
	Trials     int      `toml:"trials,omitempty"`
	Seed       seed     `toml:"seed"`
	Train      float64  `toml:"train,omitempty"`
	Approaches []string `toml:"approach,omitempty"`
	Regressors []string `toml:"regressor,omitempty"`
	Alpha      float64  `toml:"alpha,omitempty"`
	// Transductive lets AUTO use the texts of the test parts.
	Transductive bool   `toml:"transductive,omitempty"`
	Out          string `toml:"out,omitempty"`
	workers      int
	format       string
	flags        *pflag.FlagSet
}

// seed is a number in an experiment file, or a string, since half of all seeds exceed TOML's
// integers.
type seed uint64

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *seed) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	*s = seed(n)
	return err
}

// MarshalText implements [encoding.TextMarshaler].
func (s seed) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(s), 10), nil }

// register adds the flags. Formats are those of the command's report.
func (f *runFlags) register(c *cobra.Command, formats []cli.Choice) {
	f.flags = c.Flags()
	flags := f.flags
	flags.IntVar(&f.Trials, "trials", 100, "number of random splits")
	flags.Uint64Var((*uint64)(&f.Seed), "seed", 1, "seed of all random choices")
	flags.Float64Var(&f.Train, "train", 0.8,
		"share of the respondents in the training set, between 0 and 1")
	flags.StringSliceVar(&f.Approaches, "approach", []string{everyApproach},
		"approaches to compare, or all in lower case for every one (see lrp list approaches)")
	flags.StringSliceVar(&f.Regressors, "regressor", []string{"ols", "lasso"},
		"regressors to use (see lrp list regressors)")
	registerAlpha(flags, &f.Alpha)
	flags.IntVar(&f.workers, "workers", 0,
		"number of parallel trials (0: one per processor); results do not depend on it")
	flags.BoolVar(&f.Transductive, "transductive", false,
		"let AUTO use the texts, not the ratings, of those who are to be rated")
	fromTo(flags, 1, maxTrials, "trials")
	bound(flags, above0, below1, share, "train")
	atLeast(flags, 0, "workers")
	cli.EnumVar(flags, &f.format, "format", "%s", formats)
	f.dataFlags.register(c)
	f.textFlags.register(c)
	f.autoFlags.register(flags)
}

// share says, in errors, which shares of respondents are possible.
const share = "a share between 0 and 1 is needed"

// registerOut adds the flag of the commands that write a report to a folder.
func (f *runFlags) registerOut(c *cobra.Command) {
	c.Flags().StringVar(&f.Out, "out", "", "`DIR` for the report: page, results, figures, manifest")
}

// given reports whether the flag was set.
func (f *runFlags) given(name string) bool { return f.flags.Changed(name) }

// options checks the flags and returns the options they stand for, with the approaches of the
// published protocol if asPublished is set.
func (f *runFlags) options(ctx context.Context, asPublished bool) (lrp.Options, error) {
	var o lrp.Options
	switch {
	case f.Out == "" && f.given("out"):
		return o, settingf("out", "is empty, a folder is needed")
	case len(f.Approaches) == 0:
		return o, settingf("approach", "names none; 'lrp list approaches' lists them")
	}
	if asPublished && !f.given("alpha") {
		f.Alpha = regress.DefaultAlpha
	}
	o = lrp.Options{Trials: f.Trials, Seed: uint64(f.Seed), TrainFraction: f.Train, Workers: f.workers,
		Transductive: f.Transductive, Learn: f.learn()}
	var err error
	if o.Analyzer, o.AllWords, err = f.analyzer(); err != nil {
		return o, err
	}
	all := experiment.PublishedApproaches()
	if !asPublished {
		if all, err = f.textFlags.approaches(ctx); err != nil {
			return o, err
		}
		if err = f.autoFlags.into(all); err != nil {
			return o, err
		}
	}
	if o.Approaches, err = approach.Select(all, f.Approaches...); err != nil {
		return o, err
	}
	learns := slices.ContainsFunc(o.Approaches, lrp.Approach.Learns)
	if f.Transductive && !learns {
		return o, settingf("transductive",
			"has no effect on these approaches, AUTO is needed among them")
	}
	if b := f.blanks(); b != nil && *b != auto.BlankAuto && !learns {
		return o, settingf("blank", "is %s, AUTO is needed among the approaches: others have no such "+
			"choice", f.Blank)
	}
	if o.Learn == approach.LearnGrades && !learns {
		return o, settingf("learn", "is grades, AUTO is needed among the approaches: others learn from "+
			"totals")
	}
	o.Regressors, err = selectRegressors(f.Regressors, f.Alpha)
	return o, err
}

// orSamples returns the specifications, or those of the embedded samples if there are none.
func orSamples(specs []string) []string {
	if len(specs) == 0 {
		return []string{"sample-powergrading", "sample-mohler"}
	}
	return specs
}

// warnings returns the warnings about a data set with its name.
func warnings(d *experiment.DatasetReport) []string {
	list := make([]string, len(d.Warnings))
	for i, w := range d.Warnings {
		list[i] = d.Name + ": " + w
	}
	return list
}

// registerAlpha adds the flag of the Lasso's penalty. Without it the penalty is 0, which stands for
// a choice by cross-validation.
func registerAlpha(flags *pflag.FlagSet, alpha *float64) {
	flags.Float64Var(alpha, "alpha", 0,
		"penalty of the Lasso (default: chosen by cross-validation in each training set;\n"+
			"0.1 is the thesis's)")
	bound(flags, above0, math.MaxFloat64, "a number above 0 is needed; without --alpha the penalty is "+
		"chosen by cross-validation, and --regressor ols has none", "alpha")
}

// withoutKey leaves out the approaches that need an answer key if a data set has none, and returns a
// warning that names them. Approaches that the user named stay: their absence is an error.
func (f *runFlags) withoutKey(o *lrp.Options, sets []*datasets.Dataset) string {
	named := !slices.ContainsFunc(f.Approaches, namesEvery)
	i := slices.IndexFunc(sets, func(ds *datasets.Dataset) bool { return !ds.HasKey() })
	if named || i < 0 {
		return ""
	}
	var left []string
	o.Approaches = slices.DeleteFunc(slices.Clone(o.Approaches), func(a approach.Approach) bool {
		if a.NeedsKey() {
			left = append(left, a.Name)
		}
		return a.NeedsKey()
	})
	if len(left) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: there is no answer key, so %s are left out; a row or a sheet \"key\" or "+
		"--key FILE gives one", sets[i].Name, strings.Join(left, ", "))
}

// everyApproach stands for every approach where several can be named. In capitals it is the
// approach ALL.
const everyApproach = "all"

// namesEvery reports whether a name that a user gave stands for every approach.
func namesEvery(name string) bool { return strings.TrimSpace(name) == everyApproach }
