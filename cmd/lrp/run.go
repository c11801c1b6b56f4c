package main

import (
	"math"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/published"
	"github.com/luna-rating/luna/regress"
)

// mostTrials bounds what has to be kept in memory until the end.
const mostTrials = 1_000_000

// runFlags are the flags of every command that fits approaches in many trials and reports how well they predict.
type runFlags struct {
	data       dataFlags
	text       textFlags
	trials     int
	seed       uint64
	train      float64
	approaches []string
	regressors []string
	alpha      float64
	workers    int
	format     string
	out        string
}

func (f *runFlags) register(c *cobra.Command) {
	flags := c.Flags()
	flags.IntVar(&f.trials, "trials", 100, "number of random splits")
	flags.Uint64Var(&f.seed, "seed", 1, "what all random choices derive from")
	flags.Float64Var(&f.train, "train", 0.8, "share of the respondents to train on")
	flags.StringSliceVar(&f.approaches, "approach", []string{"all"}, "approaches to compare, or all")
	flags.StringSliceVar(&f.regressors, "regressor", []string{"ols", "lasso"}, "regressors to use")
	flags.Float64Var(&f.alpha, "alpha", regress.DefaultAlpha, "penalty of the Lasso")
	flags.IntVar(&f.workers, "workers", 0, "number of parallel trials (0: one per processor); results do not depend on it")
	flags.StringVar(&f.format, "format", "table", "table, markdown, csv or json")
	f.data.register(c)
	f.text.register(c)
}

// registerOut adds the flag of commands that write a report's folder.
func (f *runFlags) registerOut(c *cobra.Command) {
	c.Flags().StringVar(&f.out, "out", "", "`DIR` for the report: page, results, figures, manifest")
}

// options checks the flags and makes an evaluation's options of them.
func (f *runFlags) options(c *cobra.Command, asPublished bool) (lrp.Options, error) {
	var o lrp.Options
	switch {
	case f.out == "" && c.Flags().Changed("out"):
		return o, usagef("--out is empty, a folder is needed")
	case f.trials < 1 || f.trials > mostTrials:
		return o, usagef("--trials is %d, a number from 1 to %d is needed", f.trials, mostTrials)
	case !(f.train > 0 && f.train < 1):
		return o, usagef("--train is %v, a share between 0 and 1 is needed", f.train)
	case f.workers < 0:
		return o, usagef("--workers is %d, at least 0 is needed", f.workers)
	case !(f.alpha >= 0) || math.IsInf(f.alpha, 0):
		return o, usagef("--alpha is %v, a number of at least 0 is needed", f.alpha)
	}
	o = lrp.Options{Trials: f.trials, Seed: f.seed, TrainFraction: f.train, Workers: f.workers}
	if len(f.approaches) == 0 {
		return o, usagef("--approach names none; 'lrp list approaches' lists them")
	}
	analyzer, err := f.text.analyzer()
	if err != nil {
		return o, err
	}
	o.Analyzer = &analyzer
	all := published.Approaches()
	if !asPublished {
		if all, err = f.text.approaches(c.Context()); err != nil {
			return o, err
		}
	}
	if o.Approaches, err = lrp.Select(all, f.approaches...); err != nil {
		return o, err
	}
	o.Regressors, err = selectRegressors(f.regressors, f.alpha)
	return o, err
}

// orSamples are the embedded samples where no data set is named.
func orSamples(specs []string) []string {
	if len(specs) == 0 {
		return []string{"sample-powergrading", "sample-mohler"}
	}
	return specs
}

func descriptions(approaches []lrp.Approach) map[string]string {
	d := make(map[string]string)
	for _, a := range approaches {
		d[a.Name] = a.Description
	}
	return d
}

// manifest is what a report came from: enough to run it again and to check the data.
type manifest struct {
	Format   string            `json:"format"` // "lrp-manifest"
	Version  int               `json:"version"`
	Tool     string            `json:"tool"`
	Datasets []manifestDataset `json:"datasets"`
	Flags    map[string]any    `json:"flags"`
	Files    []string          `json:"files"`
	SHA256   map[string]string `json:"sha256,omitempty"` // of the files but the manifest
}

// WithSHA256 implements report.Summed.
func (m manifest) WithSHA256(sums map[string]string) any {
	m.SHA256 = sums
	return m
}

type manifestDataset struct {
	Name        string `json:"name"`
	Synthetic   bool   `json:"synthetic"`
	SHA256      string `json:"sha256"` // of the native form
	Respondents int    `json:"respondents"`
	Questions   int    `json:"questions"`
}

// manifest has the flags that influence the results; the number of workers does not.
func (f *runFlags) manifest(specs []string, o lrp.Options, files []string) manifest {
	m := manifest{Format: "lrp-manifest", Version: 1, Tool: "lrp " + version(), Files: files}
	var approaches, regressors []string
	for _, a := range o.Approaches {
		approaches = append(approaches, a.Name)
	}
	for _, g := range o.Regressors {
		regressors = append(regressors, g.Name())
	}
	m.Flags = map[string]any{
		"datasets": specs, "trials": f.trials, "seed": f.seed, "train": f.train, "approach": approaches,
		"regressor": regressors, "alpha": f.alpha, "rating": f.data.rating,
		"key": f.data.options.Key, "score-max": f.data.options.ScoreMax, "lines": f.data.options.Lines,
		"stopwords": f.text.stopwords, "vectors": f.text.vectors,
	}
	return m
}

func (m *manifest) add(d *lrp.DatasetReport) {
	m.Datasets = append(m.Datasets, manifestDataset{d.Name, d.Synthetic, d.SHA256, d.Respondents, d.Questions})
}

// warnings are those of a data set's report.
func warnings(d *lrp.DatasetReport) []string {
	list := make([]string, len(d.Warnings))
	for i, w := range d.Warnings {
		list[i] = d.Name + ": " + w
	}
	return list
}
