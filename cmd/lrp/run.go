package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/grades"
	"github.com/luna-rating/luna/regress"
)

// maxTrials bounds what is kept in memory until the end.
const maxTrials = 1_000_000

// runFlags are the flags of every command that evaluates approaches in many trials.
type runFlags struct {
	data       dataFlags
	text       textFlags
	auto       autoFlags
	trials     int
	seed       uint64
	train      float64
	approaches []string
	regressors []string
	alpha      float64
	workers    int
	// transductive lets AUTO use the texts of the test parts.
	transductive bool
	format       string
	out          string
	flags        *pflag.FlagSet
}

// register adds the flags. Formats are those of the command's report.
func (f *runFlags) register(c *cobra.Command, formats []cli.Choice) {
	f.flags = c.Flags()
	flags := f.flags
	flags.IntVar(&f.trials, "trials", 100, "number of random splits")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of all random choices")
	flags.Float64Var(&f.train, "train", 0.8,
		"share of the respondents in the training set, between 0 and 1")
	flags.StringSliceVar(&f.approaches, "approach", []string{everyApproach},
		"approaches to compare, or all in lower case for every one (see lrp list approaches)")
	flags.StringSliceVar(&f.regressors, "regressor", []string{"ols", "lasso"},
		"regressors to use (see lrp list regressors)")
	registerAlpha(flags, &f.alpha)
	flags.IntVar(&f.workers, "workers", 0,
		"number of parallel trials (0: one per processor); results do not depend on it")
	flags.BoolVar(&f.transductive, "transductive", false,
		"let AUTO use the texts, not the ratings, of those who are to be rated")
	cli.EnumVar(flags, &f.format, "format", "%s", formats)
	cli.CompleteFlags(flags, cli.SomeOf(allOrApproach), "approach")
	cli.CompleteFlags(flags, cli.SomeOf(regressorChoices), "regressor")
	f.data.register(c)
	f.text.register(c)
	f.auto.register(flags)
}

// registerOut adds the flag of the commands that write a report to a folder.
func (f *runFlags) registerOut(c *cobra.Command) {
	c.Flags().StringVar(&f.out, "out", "", "`DIR` for the report: page, results, figures, manifest")
	cli.CompleteFlags(c.Flags(), cli.Folders, "out")
}

// given reports whether the flag was set.
func (f *runFlags) given(name string) bool { return f.flags.Changed(name) }

// options checks the flags and returns the options they stand for, with the approaches of the
// published protocol if asPublished is set.
func (f *runFlags) options(ctx context.Context, asPublished bool) (lrp.Options, error) {
	var o lrp.Options
	switch {
	case f.out == "" && f.given("out"):
		return o, settingf("out", "is empty, a folder is needed")
	case f.trials < 1 || f.trials > maxTrials:
		return o, settingf("trials", "is %d, a number from 1 to %d is needed", f.trials, maxTrials)
	case !(f.train > 0 && f.train < 1):
		return o, settingf("train", "is %v, a share between 0 and 1 is needed", f.train)
	case f.workers < 0:
		return o, settingf("workers", "is %d, at least 0 is needed", f.workers)
	}
	if err := checkAlpha(f.flags, f.alpha); err != nil {
		return o, err
	}
	if asPublished && !f.given("alpha") {
		f.alpha = regress.DefaultAlpha
	}
	o = lrp.Options{Trials: f.trials, Seed: f.seed, TrainFraction: f.train, Workers: f.workers,
		Transductive: f.transductive, Learn: f.auto.learn()}
	if len(f.approaches) == 0 {
		return o, settingf("approach", "names none; 'lrp list approaches' lists them")
	}
	var err error
	if o.Analyzer, o.AllWords, err = f.text.analyzer(); err != nil {
		return o, err
	}
	all := experiment.PublishedApproaches()
	if !asPublished {
		if all, err = f.text.approaches(ctx); err != nil {
			return o, err
		}
		if err = f.auto.into(all); err != nil {
			return o, err
		}
	}
	if o.Approaches, err = approach.Select(all, f.approaches...); err != nil {
		return o, err
	}
	isLearner := func(a lrp.Approach) bool { return a.Learner != nil }
	if f.transductive && !slices.ContainsFunc(o.Approaches, isLearner) {
		return o, settingf("transductive",
			"has no effect on these approaches, AUTO is needed among them")
	}
	if b := f.auto.blanks(); b != nil && *b != grades.BlankAuto &&
		!slices.ContainsFunc(o.Approaches, isLearner) {
		return o, settingf("blank", "is %s, AUTO is needed among the approaches: others have no such "+
			"choice", f.auto.blank)
	}
	if o.Learn == approach.LearnGrades && !slices.ContainsFunc(o.Approaches, isLearner) {
		return o, settingf("learn", "is grades, AUTO is needed among the approaches: others learn from "+
			"totals")
	}
	o.Regressors, err = selectRegressors(f.regressors, f.alpha)
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
