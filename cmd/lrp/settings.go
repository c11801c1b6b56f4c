package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/numbers"
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
	systemFiles
	Trials     int      `toml:"trials,omitempty"`
	Seed       seed     `toml:"seed"`
	Train      float64  `toml:"train,omitempty"`
	Approaches []string `toml:"approach,omitempty"`
	Ablate     string   `toml:"ablate,omitempty"`
	Regressors []string `toml:"regressor,omitempty"`
	Alpha      float64  `toml:"alpha,omitempty"`
	// Transductive lets AUTO use the texts of the test parts.
	Transductive bool `toml:"transductive,omitempty"`
	// Strangers keeps from copied keys what only the test part answered. Like Level, the nominal
	// coverage of AUTO's intervals, it is a key of experiment files alone.
	Strangers bool    `toml:"strangers"`
	Level     float64 `toml:"level,omitempty"`
	Out       string  `toml:"out,omitempty"`
	workers   int
	format    string
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
func (f *runFlags) register(c *cobra.Command, formats []string) {
	flags := c.Flags()
	flags.IntVar(&f.Trials, "trials", 100, "number of random splits")
	flags.Uint64Var((*uint64)(&f.Seed), "seed", 1, "seed of all random choices")
	flags.Float64Var(&f.Train, "train", 0.8,
		"share of the respondents in the training set, between 0 and 1")
	flags.StringSliceVar(&f.Approaches, "approach", standardApproaches(),
		"approaches to compare, or all in lower case for every one (see lrp list approaches; default the "+
			"controls, the thesis's features, ENC, COM and AUTO)")
	flags.Lookup("approach").DefValue = "[]"
	flags.StringVar(&f.Ablate, "ablate", "", "`APPROACH` of several features to compare, also without each of "+
		"them, with those of --approach (default CBG)")
	flags.StringSliceVar(&f.Regressors, "regressor",
		append([]string{"ols", "lasso"}, ownRegressors(approach.All())...),
		"regressors to use (see lrp list regressors), with APPROACH/ those of one approach, as ridge(0.1) "+
			"with a penalty")
	registerAlpha(flags, &f.Alpha)
	cli.WorkersVar(flags, &f.workers, "parallel trials")
	flags.BoolVar(&f.Transductive, "transductive", false,
		"let AUTO use the texts, not the ratings, of those who are to be rated")
	f.Strangers = true
	cli.FromTo(flags, 1, maxTrials, "trials")
	cli.Bound(flags, cli.Above0, cli.Below1, share, "train")
	cli.EnumVar(flags, &f.format, "format", "%s", formats...)
	f.dataFlags.register(c)
	f.textFlags.register(c)
	f.encoderFlags.answers = f.dataFlags.answers
	f.autoFlags.register(flags)
	f.registerGrades(flags)
}

// share says, in errors, which shares of respondents are possible.
const share = "a share between 0 and 1 is needed"

// registerOut adds the flag of the commands that write a report to a folder.
func (f *runFlags) registerOut(c *cobra.Command) {
	c.Flags().StringVarP(&f.Out, "out", "o", "", "`DIR` for the report: page, results, figures, manifest")
	cli.NotEmpty(c.Flags(), "a folder", "out")
}

// standardApproaches are compared if nothing else is asked for: the controls, the thesis's features
// and their combination, the encoder and AUTO.
func standardApproaches() []string {
	thesis := numbers.Map(features.Thesis(), features.Extractor.Name)
	return slices.Concat([]string{"RAN", "CBG"}, thesis, []string{features.ENC.Name(), "COM", "AUTO"})
}

// include adds an approach to those that are compared, if another setting names one, perhaps with
// a regressor.
func (f *runFlags) include(name string) {
	name, _, _ = strings.Cut(name, "/")
	name = strings.ToUpper(strings.TrimSpace(name)) // as "all" would name every approach rather than ALL
	if _, err := lrp.Approaches(name); err == nil && len(f.Approaches) > 0 {
		f.Approaches = append(slices.Clone(f.Approaches), name)
	}
}

// given reports whether the flag was set.
func (f *runFlags) given(name string) bool { return f.flags.Changed(name) }

// options checks the flags and returns the options they stand for, with the approaches of the
// published protocol if asPublished is set. Relative paths start at a base.
func (f *runFlags) options(c *cobra.Command, at base, asPublished bool) (lrp.Options, error) {
	var o lrp.Options
	if len(f.Approaches) == 0 {
		return o, cli.Settingf("approach", "names none; 'lrp list approaches' lists them")
	}
	if asPublished && !f.given("alpha") {
		f.Alpha = regress.DefaultAlpha
	}
	o = lrp.Options{Trials: f.Trials, Seed: uint64(f.Seed), TrainFraction: f.Train, Workers: f.workers,
		Transductive: f.Transductive, Strangers: f.Strangers, Learn: f.learn()}
	var err error
	if o.Analyzer, o.AllWords, err = f.analyzer(); err != nil {
		return o, err
	}
	all := experiment.PublishedApproaches()
	if !asPublished {
		grades := f.autoFlags
		grades.Prior = at.path(f.Prior)
		if all, err = f.approaches(c, at); err != nil {
			return o, err
		}
		if err = grades.into(all, f.Level); err != nil {
			return o, err
		}
	}
	switch {
	case f.given("approach"):
	case asPublished:
		f.Approaches = []string{approach.Every}
	default:
		for _, r := range f.Regressors {
			if strings.Contains(r, "/") {
				f.include(r)
			}
		}
	}
	if all, err = f.ablated(all); err != nil {
		return o, err
	}
	if o.Approaches, err = approach.Select(all, f.Approaches...); err != nil {
		return o, err
	}
	learns := slices.ContainsFunc(o.Approaches, lrp.Approach.Learns)
	if f.Transductive && !learns {
		return o, cli.Settingf("transductive",
			"has no effect on these approaches, AUTO is needed among them")
	}
	if !(f.Level >= 0 && f.Level < 1) {
		return o, cli.Settingf("level", "is %v, a level between 0 and 1 is needed", f.Level)
	}
	if f.Level != 0 && !learns {
		return o, cli.Settingf("level", "is %v, AUTO is needed among the approaches: others have no "+
			"prediction intervals", f.Level)
	}
	if b := f.blanks(); b != nil && *b != auto.BlankAuto && !learns {
		return o, cli.Settingf("blank", "is %s, AUTO is needed among the approaches: others have no such "+
			"choice", f.Blank)
	}
	if o.Learn == approach.LearnGrades && !learns {
		return o, cli.Settingf("learn", "is grades, AUTO is needed among the approaches: others learn from "+
			"totals")
	}
	if err := f.selectRegressors(&o, all); err != nil {
		return o, err
	}
	if asPublished && len(f.Grades) > 0 {
		return o, cli.Settingf("grades", "found with %s published, whose approaches use none", "--protocol")
	}
	return o, f.addJudges(&o)
}

// ablated adds to all approaches, and to those that are compared, the one that is ablated without
// each of its features.
func (f *runFlags) ablated(all []lrp.Approach) ([]lrp.Approach, error) {
	if !f.given("ablate") {
		return all, nil
	}
	name := strings.ToUpper(strings.TrimSpace(f.Ablate))
	var several []string
	for _, a := range all {
		without := approach.Ablate(a)
		if without == nil {
			continue
		}
		several = append(several, a.Name)
		if a.Name != name {
			continue
		}
		if !f.given("approach") {
			f.Approaches = []string{"CBG"}
		}
		for _, x := range append(without, a) {
			f.Approaches = append(f.Approaches, x.Name)
		}
		return append(all, without...), nil
	}
	return nil, cli.Settingf("ablate", "is %q, an approach of two features or more is needed: %s", f.Ablate,
		strings.Join(several, ", "))
}

// ownRegressors lists the regressors that approaches have of their own, such as "ENC/gp".
func ownRegressors(approaches []lrp.Approach) (list []string) {
	for _, a := range approaches {
		for _, r := range a.Regressors {
			list = append(list, a.Name+"/"+r.Name())
		}
	}
	return list
}

// selectRegressors sets the regressors that the flag names, those of single approaches included.
func (f *runFlags) selectRegressors(o *lrp.Options, all []lrp.Approach) (err error) {
	var shared []string
	own := make(map[string][]string) // by approach
	for _, name := range f.Regressors {
		a, r, single := strings.Cut(name, "/")
		if !single {
			shared = append(shared, name)
			continue
		}
		a = strings.ToUpper(strings.TrimSpace(a))
		if _, err := approach.Select(all, a); err != nil && f.given("regressor") {
			return err
		}
		own[a] = append(own[a], r)
	}
	for i := range o.Approaches {
		a := &o.Approaches[i]
		name, _, _ := strings.Cut(a.Name, "-") // of one that is ablated
		if a.Regressors = nil; len(own[name]) > 0 && a.NeedsRegressor() {
			if a.Regressors, err = selectRegressors(own[name], f.Alpha); err != nil {
				return err
			}
		}
	}
	o.Regressors, err = selectRegressors(shared, f.Alpha)
	return err
}

// orSamples returns the specifications, or those of the embedded samples if there are none.
func orSamples(specs []string) []string {
	if len(specs) == 0 {
		return []string{"sample-powergrading", "sample-mohler"}
	}
	return specs
}

// warningsOf returns the warnings of a report, which may be nil, with the names of the data sets.
func warningsOf(r *lrp.Report) (list []string) {
	if r == nil {
		return nil
	}
	for i := range r.Datasets {
		for _, w := range r.Datasets[i].Warnings {
			list = append(list, r.Datasets[i].Name+": "+w)
		}
	}
	return list
}

// registerAlpha adds the flag of the Lasso's penalty. Without it the penalty is 0, which stands for
// a choice by cross-validation.
func registerAlpha(flags *pflag.FlagSet, alpha *float64) {
	flags.Float64Var(alpha, "alpha", 0,
		"penalty of the Lasso (default: chosen by cross-validation in each training set;\n"+
			"0.1 is the thesis's)")
	cli.Bound(flags, cli.Above0, math.MaxFloat64, "a number above 0 is needed; without --alpha the penalty is "+
		"chosen by cross-validation, and --regressor ols has none", "alpha")
}

// withoutKey leaves out the approaches that need an answer key if a data set has none, and returns
// a warning that names them. Approaches that the user named stay: their absence is an error.
func (f *runFlags) withoutKey(o *lrp.Options, sets []*datasets.Dataset) string {
	named := f.given("approach") && !slices.ContainsFunc(f.Approaches, namesEvery)
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

// namesEvery reports whether a name that a user gave stands for every approach.
func namesEvery(name string) bool { return strings.TrimSpace(name) == approach.Every }
