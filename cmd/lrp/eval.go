package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp"
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

// formats are the formats of a report on standard output.
var formats = []format[*lrp.Report]{
	{"table", report.WriteTable},
	{"markdown", report.WriteMarkdown},
	{"csv", plain(report.WriteCSV)},
	{"json", plain(report.WriteJSON)},
}

// commonFormats are the formats that reports, comparisons and curves share.
var commonFormats = formatChoices(formats)

type evalFlags struct {
	runFlags
	designFlags
	Protocol string  `toml:"protocol,omitempty"`
	Folds    int     `toml:"folds,omitempty"`
	Primary  string  `toml:"primary,omitempty"`
	Margin   float64 `toml:"margin,omitempty"`
	Seeds    int     `toml:"seeds,omitempty"`

	shard  shardFlags
	splits splitsFile
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
sets are the embedded synthetic samples. With --shard several processes divide the trials, and the
same command with --parts alone writes what one process writes.

'lrp list datasets' says how to name a data set, 'lrp list approaches' what is compared.`,
		Example: `  lrp eval
  lrp eval powergrading:DIR mohler:DIR --out results
  lrp eval train.csv --test test.csv --subgroup-column sex
  lrp eval exam.csv --shard 0/10 --parts parts
  lrp eval exam.csv --group-column class --protocol cross-validation
  lrp eval jsonl:mine.jsonl --approach CBG,BOW,COM --regressor ols --trials 20 --format json`,
		RunE: func(c *cobra.Command, specs []string) error { return f.run(c, specs) },
	}
	f.register(c, formatChoices(formats))
	f.registerOut(c)
	f.shard.register(c)
	f.splits.register(c)
	return c
}

// register adds the flags of every command that runs the experiment.
func (f *evalFlags) register(c *cobra.Command, formats []string) {
	f.runFlags.register(c, formats)
	flags := c.Flags()
	cli.EnumVar(flags, &f.Protocol, "protocol", "%s", "described (random splits, as the thesis describes)",
		"published (as the thesis's printed numbers were computed)", "cross-validation", "leave-one-out")
	flags.IntVar(&f.Folds, "folds", 10, "number of folds of a cross-validation")
	cli.FromTo(flags, 2, maxTrials, "folds")
	flags.StringVar(&f.Primary, "primary", "", "`APPROACH` or APPROACH/REGRESSOR whose comparison with "+
		"CBG is tested first, at the full level (default AUTO where it is compared)")
	f.designFlags.register(flags)
	f.registerPredictions(flags)
	flags.IntVar(&f.JudgeExamples, "judge-examples", 0, "show the judge as many graded answers of each training part, "+
		"the most alike: it is then a row of its own and no cue of AUTO")
	cli.FromTo(flags, 0, 100, "judge-examples")
}

// registerOut adds the flags of the commands that write a report of an evaluation.
func (f *evalFlags) registerOut(c *cobra.Command) {
	f.runFlags.registerOut(c)
	flags := c.Flags()
	flags.Float64Var(&f.Margin, "margin", 0, "difference `M` of RMSE that counts as none: which approaches are "+
		"equivalent to the best?")
	cli.Bound(flags, cli.Above0, 1, "a difference of RMSE above 0, up to 1, is needed", "margin")
	flags.IntVar(&f.Seeds, "seeds", 0, "number of experiments, with --seed and the next ones, for the range of errors")
	cli.FromTo(flags, 2, 1000, "seeds")
}

func (f *evalFlags) run(c *cobra.Command, specs []string) error {
	x := experimentRun{
		command: "eval", sources: sourcesOf(orSamples(specs), &f.dataFlags), eval: f,
		format: f.format, out: f.Out, parts: &f.shard,
	}
	divided, err := f.shard.parse()
	if err != nil {
		return err
	}
	if f.Judge != "" && f.shard.dir != "" {
		return cli.Settingf("judge", "found with --parts: 'lrp judge' writes grades for all parts, --grades reads them")
	}
	if f.shard.dir != "" { // what cannot be read is found out when it is
		f.shard.before, _ = digestsOf(x.ownFiles(), x.base)
	}
	if divided {
		err = x.runPart(c, &f.shard)
	} else {
		err = x.run(c)
	}
	if err != nil {
		return err
	}
	return f.splits.write(c)
}

// prepare checks the flags and returns the options they stand for.
func (f *evalFlags) prepare(c *cobra.Command, at base) (lrp.Options, error) {
	if err := f.adaptToProtocol(); err != nil {
		return lrp.Options{}, err
	}
	if !f.given("approach") {
		f.include(f.Primary)
	}
	o, err := f.options(c, at, f.Protocol == "published")
	o.Folds = f.Folds
	o.Margin, o.Seeds = f.Margin, f.Seeds
	o.Split = f.Split
	o.Groups = f.Group
	o.Stratify = f.Stratify
	o.Subgroups = f.Subgroups
	if f.Test != "" {
		o.Split = testSet
	}
	if o.Split != "" {
		o.Trials, o.TrainFraction = 0, 0
	}
	o.Primary = strings.TrimSpace(f.Primary)
	if f.splits.path != "" && f.Protocol == "published" {
		return o, cli.Settingf("splits-out", "found with --protocol published, which splits in its own way")
	}
	if f.splits.path != "" {
		o.Splits = f.splits.add
	}
	if err == nil {
		err = f.addSystems(&o, at)
	}
	if err == nil {
		err = f.addJudge(c, &o, at)
	}
	if err == nil {
		if err = o.Check(); err != nil {
			err = cli.Usage(err)
		}
	}
	return o, err
}

// adaptToProtocol checks the flags that only some protocols have, and sets the protocol's number of
// trials.
func (f *evalFlags) adaptToProtocol() error {
	given := f.given
	if err := f.checkDesign(); err != nil {
		return err
	}
	if l := f.Language; f.Protocol == "published" && l != autoLanguage &&
		l != text.English.Name {
		return cli.Settingf("language", "is %s, which %s published does not have", l,
			"--protocol")
	}
	switch f.Protocol {
	case "cross-validation":
		switch {
		case given("train"):
			return cli.Settingf("train", "found with %s cross-validation, expected %s alone",
				"--protocol", "--folds")
		case !given("trials"):
			f.Trials = 10
		case f.Trials > maxTrials/f.Folds:
			return cli.Settingf("trials", "is %d, a number from 1 to %d is needed with %d folds",
				f.Trials, max(1, maxTrials/f.Folds), f.Folds)
		}
		return nil
	case "leave-one-out":
		for _, name := range []string{"train", "trials"} {
			if given(name) {
				return cli.Settingf(name,
					"found with %s leave-one-out, which has neither trials nor a training share",
					"--protocol")
			}
		}
		f.Trials = 1
	}
	if given("folds") {
		return cli.Settingf("folds", "found with %s %s, expected %[1]s cross-validation",
			"--protocol", f.Protocol)
	}
	return nil
}

// checkFolds checks that there are respondents for all folds.
func (f *evalFlags) checkFolds(sets []*datasets.Dataset) error {
	if f.Protocol != "cross-validation" {
		return nil
	}
	for _, ds := range sets {
		if n := len(ds.Respondents); f.Folds > n {
			return cli.Settingf("folds", "is %d, at most %d are possible: %s has no more respondents",
				f.Folds, n, ds.Name)
		}
	}
	return nil
}

// designFlags say by which of their attributes respondents are split, and grouped in the report.
type designFlags struct {
	Test      string   `toml:"test,omitempty"`
	Split     string   `toml:"split-column,omitempty"`
	Group     string   `toml:"group-column,omitempty"`
	Stratify  bool     `toml:"stratify,omitempty"`
	Subgroups []string `toml:"subgroup-column,omitempty"`
}

// designKeys are the names of [designFlags], and of the flag that depends on the splits as they do.
var designKeys = []string{"test", "split-column", "group-column", "stratify", "subgroup-column", "predictions"}

// testSet is the attribute that distinguishes the respondents of --test from the others.
const testSet = "test set"

func (f *designFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.Test, "test", "",
		"`FILE` with other respondents to predict; all of DATASET are learned from")
	dataFiles(flags, "test")
	flags.StringVar(&f.Split, "split-column", "",
		"`COLUMN` with the data's own split: train, test; others are left out")
	flags.StringVar(&f.Group, "group-column", "",
		"`COLUMN` such as class or family: nobody of a group is on both sides of a split; with few "+
			"groups, or leave-one-out, each is predicted from the others")
	flags.BoolVar(&f.Stratify, "stratify", false, "draw parts with like distributions of ratings")
	flags.StringSliceVar(&f.Subgroups, "subgroup-column", nil,
		"`COLUMN` whose entries have errors of their own in the report; repeatable")
}

// givenBy returns the flag that gives the split, "" if it is random.
func (f *designFlags) givenBy() string {
	switch {
	case f.Test != "":
		return "test"
	case f.Split != "":
		return "split-column"
	}
	return ""
}

// checkDesign checks that the flags of the design go together.
func (f *evalFlags) checkDesign() error {
	by := f.givenBy()
	for _, name := range append([]string{"protocol", "trials", "train", "folds"}, designKeys...) {
		design := slices.Contains(designKeys, name)
		switch v := f.flags.Lookup(name).Value.String(); {
		case !f.given(name):
		case v == "" || v == "[]":
			return cli.Settingf(name, "is empty, a name is needed")
		case design && f.Protocol == "published", name == "stratify" && f.Protocol == "leave-one-out":
			return cli.Settingf(name, "found with %s %s, which splits in its own way", "--protocol",
				f.Protocol)
		case by != "" && name != by && name != "subgroup-column" && name != "predictions":
			return cli.Settingf(name, "found with %s, which gives the only split", "--"+by)
		}
	}
	return nil
}

// openAll reads data sets with the columns that the flags, which may be nil, name.
func (f *evalFlags) openAll(data *dataFlags, specs ...string) ([]*datasets.Dataset, error) {
	if f == nil {
		return data.openRated(specs, false)
	}
	for _, name := range append([]string{f.Split, f.Group}, f.Subgroups...) {
		if name != "" && !slices.Contains(data.Attributes, name) {
			data.Attributes = append(data.Attributes, name)
		}
	}
	return data.openRated(specs, f.Protocol == "published")
}

// join adds the respondents of --test to the only data set.
func (f *evalFlags) join(
	data *dataFlags, at base, sets []*datasets.Dataset,
) ([]*datasets.Dataset, error) {
	if f.Test == "" {
		return sets, nil
	}
	others, err := f.openAll(data, at.spec(f.Test))
	if err != nil {
		return nil, err
	}
	if len(sets) != 1 || len(others) != 1 {
		return nil, cli.Settingf("test", "takes one data set to learn from and one to predict, found %d and %d",
			len(sets), len(others))
	}
	joined, err := datasets.Join(sets[0], others[0], testSet)
	if err != nil {
		return nil, err
	}
	joined.Notes = slices.Clone(sets[0].Notes)
	for _, note := range others[0].Notes {
		joined.Notes = append(joined.Notes, fmt.Sprintf("%s: %s", f.Test, note))
	}
	return []*datasets.Dataset{joined}, nil
}
