package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/report"
)

type evaluator = func(context.Context, []*datasets.Dataset, lrp.Options) (*lrp.Report, error)

// protocols are the ways to run the experiment.
var protocols = map[string]evaluator{
	"described":        lrp.Evaluate,
	"published":        experiment.Published,
	"cross-validation": lrp.CrossValidate,
	"leave-one-out":    lrp.LeaveOneOut,
}

var protocolChoices = []cli.Choice{
	{Name: "described", Description: "random splits, as the thesis describes"},
	{Name: "published", Description: "as the thesis's printed numbers were computed"},
	{Name: "cross-validation"},
	{Name: "leave-one-out"},
}

// formats are the formats of a report on standard output.
var formats = []format[*lrp.Report]{
	{"table", report.WriteTable},
	{"markdown", report.WriteMarkdown},
	{"csv", plain(report.WriteCSV)},
	{"json", plain(report.WriteJSON)},
}

// commonFormats are those that reports, comparisons and curves all have.
var commonFormats = formatChoices(formats)

type evalFlags struct {
	runFlags
	protocol string
	folds    int
	primary  string
	design   designFlags
}

func evalCommand() *cobra.Command {
	f := &evalFlags{}
	c := &cobra.Command{
		Use:   "eval [DATASET...]",
		Short: "run the experiment: how well does each approach predict held-out ratings?",
		Long: `Eval splits the respondents at random many times, fits every approach on the training set and
compares its predictions for the test set with the ratings. With --protocol cross-validation every
respondent is predicted once in each of --trials repetitions (10 unless given), from all other
folds; with leave-one-out, once, from all others. With --test or --split-column there is one given
split: those of FILE, or with test in the column, are predicted from the others. The default data
sets are the embedded synthetic samples. 'lrp list datasets' says how to name a data set, 'lrp list
approaches' what is compared.`,
		Example: `  lrp eval
  lrp eval powergrading:DIR mohler:DIR --out results
  lrp eval train.csv --test test.csv --subgroup-column sex
  lrp eval exam.csv --group-column class --protocol cross-validation
  lrp eval jsonl:mine.jsonl --approach CBG,BOW,COM --regressor ols --trials 20 --format json`,
		ValidArgsFunction: completeDataset,
		RunE:              func(c *cobra.Command, specs []string) error { return f.run(c, specs) },
	}
	f.register(c, formatChoices(formats))
	f.registerOut(c)
	return c
}

// register adds the flags of every command that runs the experiment.
func (f *evalFlags) register(c *cobra.Command, formats []cli.Choice) {
	f.runFlags.register(c, formats)
	flags := c.Flags()
	cli.EnumVar(flags, &f.protocol, "protocol", "%s", protocolChoices)
	flags.IntVar(&f.folds, "folds", 10, "number of folds of a cross-validation")
	flags.StringVar(&f.primary, "primary", "", "`APPROACH` whose comparison with CBG is tested first, "+
		"at the full level (default AUTO where it is compared)")
	cli.CompleteFlags(flags, cli.SomeOf(allOrApproach), "primary")
	f.design.register(flags)
}

func (f *evalFlags) run(c *cobra.Command, specs []string) error {
	x := experimentRun{
		command: "eval", sources: sourcesOf(orSamples(specs), &f.data), eval: f,
		format: f.format, out: f.out,
	}
	return x.run(c)
}

// prepare checks the flags and returns the options they stand for.
func (f *evalFlags) prepare(ctx context.Context) (lrp.Options, error) {
	if err := f.adaptToProtocol(); err != nil {
		return lrp.Options{}, err
	}
	o, err := f.options(ctx, f.protocol == "published")
	d := &f.design
	o.Folds, o.Split, o.Groups, o.Stratify, o.Subgroups = f.folds, d.split, d.group, d.stratify, d.subgroups
	if d.test != "" {
		o.Split = testSet
	}
	if f.primary == "" || err != nil {
		return o, err
	}
	primary, err := approach.Select(o.Approaches, strings.ToUpper(f.primary))
	if err != nil || primary[0].Control != nil {
		return o, settingf("primary", "is %q, one of the approaches but the controls is needed", f.primary)
	}
	o.Primary = primary[0].Name
	return o, nil
}

// adaptToProtocol checks the flags that only some protocols have, and sets the protocol's number of
// trials.
func (f *evalFlags) adaptToProtocol() error {
	given := f.given
	if err := f.checkDesign(); err != nil {
		return err
	}
	if l := f.text.language; f.protocol == "published" && l != autoLanguage &&
		l != text.English.Name {
		return settingf("language", "is %s, which %s published does not have", l,
			setting("protocol"))
	}
	switch f.protocol {
	case "cross-validation":
		switch {
		case given("train"):
			return settingf("train", "found with %s cross-validation, expected %s alone",
				setting("protocol"), setting("folds"))
		case f.folds < 2 || f.folds > maxTrials:
			return settingf("folds", "is %d, a number from 2 to %d is needed", f.folds, maxTrials)
		case !given("trials"):
			f.trials = 10
		case f.trials >= 1 && f.trials > maxTrials/f.folds:
			return settingf("trials", "is %d, a number from 1 to %d is needed with %d folds",
				f.trials, max(1, maxTrials/f.folds), f.folds)
		}
		return nil
	case "leave-one-out":
		for _, name := range []string{"train", "trials"} {
			if given(name) {
				return settingf(name,
					"found with %s leave-one-out, which has neither trials nor a training share",
					setting("protocol"))
			}
		}
		f.trials = 1
	}
	if given("folds") {
		return settingf("folds", "found with %s %s, expected %[1]s cross-validation",
			setting("protocol"), f.protocol)
	}
	return nil
}

// checkFolds checks that there are respondents for all folds.
func (f *evalFlags) checkFolds(sets []*datasets.Dataset) error {
	if f.protocol != "cross-validation" {
		return nil
	}
	for _, ds := range sets {
		if n := len(ds.Respondents); f.folds > n {
			return settingf("folds", "is %d, at most %d are possible: %s has no more respondents",
				f.folds, n, ds.Name)
		}
	}
	return nil
}
