package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/published"
	"github.com/luna-rating/luna/lrp/report"
)

// protocols are the ways to run the experiment.
var protocols = map[string]func(context.Context, []*datasets.Dataset, lrp.Options) (*lrp.Report, error){
	"described":        lrp.Evaluate,
	"published":        published.Evaluate,
	"cross-validation": lrp.CrossValidate,
	"leave-one-out":    lrp.LeaveOneOut,
}

const knownProtocols = "described, published, cross-validation, leave-one-out"

// formats are the forms of a report on standard output.
var formats = map[string]func(io.Writer, *lrp.Report, report.Options) error{
	"table":    report.WriteTable,
	"markdown": report.WriteMarkdown,
	"csv":      func(w io.Writer, r *lrp.Report, _ report.Options) error { return report.WriteCSV(w, r) },
	"json":     func(w io.Writer, r *lrp.Report, _ report.Options) error { return report.WriteJSON(w, r) },
}

type evalFlags struct {
	runFlags
	protocol string
	folds    int
}

func evalCommand() *cobra.Command {
	f := &evalFlags{}
	c := &cobra.Command{
		Use:   "eval [DATASET...]",
		Short: "run the experiment: how well does each approach predict held-out ratings?",
		Long: `Eval splits the respondents at random many times, fits every approach on one part and compares
its predictions for the other part with the ratings. With --protocol cross-validation every
respondent is predicted once in each of --trials repetitions (10 unless given), from all other
folds; with leave-one-out, once, from all others. Without a data set it takes the embedded
synthetic samples. 'lrp list datasets' says how to name a data set, 'lrp list approaches' what
is compared.`,
		Example: `  lrp eval
  lrp eval powergrading:DIR mohler:DIR --out results
  lrp eval jsonl:mine.jsonl --approach CBG,BOW,COM --regressor ols --trials 20 --format json`,
		RunE: func(c *cobra.Command, specs []string) error { return f.run(c, specs) },
	}
	f.register(c)
	f.registerOut(c)
	return c
}

// register adds the flags of every command that runs the experiment.
func (f *evalFlags) register(c *cobra.Command) {
	f.runFlags.register(c)
	flags := c.Flags()
	flags.StringVar(&f.protocol, "protocol", "described", "described (the text, on all the data), published (as the printed numbers came about), cross-validation or leave-one-out")
	flags.IntVar(&f.folds, "folds", 10, "number of parts of a cross-validation")
}

func (f *evalFlags) run(c *cobra.Command, specs []string) error {
	evaluate, write := protocols[f.protocol], formats[f.format]
	switch {
	case evaluate == nil:
		return usagef("unknown protocol %q; known: %s", f.protocol, knownProtocols)
	case write == nil:
		return usagef("unknown format %q; known: table, markdown, csv, json", f.format)
	}
	if err := f.adapt(c); err != nil {
		return err
	}
	options, err := f.options(c, f.protocol == "published")
	if err != nil {
		return err
	}
	options.Folds = f.folds
	options.Weights = f.out != "" // for the page
	specs = orSamples(specs)
	var out *report.Dir
	if f.out != "" {
		if out, err = report.Create(f.out); err != nil {
			return err
		}
		defer out.Abort()
	}
	sets, err := f.data.open(specs, f.protocol == "published")
	if err != nil {
		return err
	}
	if err := f.enough(sets); err != nil {
		return err
	}
	bar := newProgress(c.ErrOrStderr())
	options.Progress = bar.show
	result, err := evaluate(c.Context(), sets, options)
	bar.clear()
	if err != nil {
		return err
	}
	form := report.Options{Color: colored(c.OutOrStdout()), Describe: descriptions(options.Approaches)}
	if out != nil {
		if err := out.Commit(result, f.manifest(specs, options, result), form); err != nil {
			return err
		}
	}
	for i := range result.Datasets {
		warn(c, warnings(&result.Datasets[i]))
	}
	return write(c.OutOrStdout(), result, form)
}

// adapt checks the flags that only some protocols have, and fits the number of trials to the protocol.
func (f *evalFlags) adapt(c *cobra.Command) error {
	given := c.Flags().Changed
	switch f.protocol {
	case "cross-validation":
		switch {
		case given("train"):
			return usagef("--train found with --protocol cross-validation, expected --folds alone")
		case f.folds < 2 || f.folds > mostTrials:
			return usagef("--folds is %d, a number from 2 to %d is needed", f.folds, mostTrials)
		case !given("trials"):
			f.trials = 10
		case f.trials >= 1 && f.trials > mostTrials/f.folds:
			return usagef("--trials is %d, a number from 1 to %d is needed with %d folds", f.trials, max(1, mostTrials/f.folds), f.folds)
		}
		return nil
	case "leave-one-out":
		for _, name := range []string{"train", "trials"} {
			if given(name) {
				return usagef("--%s found with --protocol leave-one-out, which has neither trials nor a share to train on", name)
			}
		}
		f.trials = 1
	}
	if given("folds") {
		return usagef("--folds found with --protocol %s, expected --protocol cross-validation", f.protocol)
	}
	return nil
}

// enough checks that there are respondents for all folds.
func (f *evalFlags) enough(sets []*datasets.Dataset) error {
	if f.protocol != "cross-validation" {
		return nil
	}
	for _, ds := range sets {
		if n := len(ds.Respondents); f.folds > n {
			return usagef("--folds is %d, at most %d are possible: %s has no more respondents", f.folds, n, ds.Name)
		}
	}
	return nil
}

// manifest leaves out what has no influence on the results, such as the number of workers.
func (f *evalFlags) manifest(specs []string, o lrp.Options, r *lrp.Report) manifest {
	m := f.runFlags.manifest(specs, o, report.Files())
	m.Flags["protocol"] = f.protocol
	switch f.protocol {
	case "cross-validation":
		delete(m.Flags, "train")
		m.Flags["folds"] = f.folds
	case "leave-one-out":
		delete(m.Flags, "train")
		delete(m.Flags, "trials")
	}
	for i := range r.Datasets {
		m.add(&r.Datasets[i])
	}
	return m
}
