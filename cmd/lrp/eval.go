package main

import (
	"context"
	"io"
	"math"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/published"
	"github.com/luna-rating/luna/lrp/report"
	"github.com/luna-rating/luna/regress"
)

// protocols are the ways to run the experiment.
var protocols = map[string]func(context.Context, []*datasets.Dataset, lrp.Options) (*lrp.Report, error){
	"described": lrp.Evaluate,
	"published": published.Evaluate,
}

// formats are the forms of a report on standard output.
var formats = map[string]func(io.Writer, *lrp.Report, report.Options) error{
	"table":    report.WriteTable,
	"markdown": report.WriteMarkdown,
	"csv":      func(w io.Writer, r *lrp.Report, _ report.Options) error { return report.WriteCSV(w, r) },
	"json":     func(w io.Writer, r *lrp.Report, _ report.Options) error { return report.WriteJSON(w, r) },
}

// mostTrials bounds what has to be kept in memory until the end.
const mostTrials = 1_000_000

type evalFlags struct {
	data       dataFlags
	text       textFlags
	trials     int
	seed       uint64
	train      float64
	approaches []string
	regressors []string
	alpha      float64
	protocol   string
	workers    int
	format     string
	out        string
}

func evalCommand() *cobra.Command {
	f := &evalFlags{}
	c := &cobra.Command{
		Use:   "eval [DATASET...]",
		Short: "run the experiment: how well does each approach predict held-out ratings?",
		Long: `Eval splits the respondents at random many times, fits every approach on one part and compares
its predictions for the other part with the ratings. Without a data set it takes the embedded
synthetic samples. 'lrp list datasets' says how to name a data set, 'lrp list approaches' what
is compared.`,
		Example: `  lrp eval
  lrp eval powergrading:DIR mohler:DIR --out results
  lrp eval jsonl:mine.jsonl --approach CBG,BOW,COM --regressor ols --trials 20 --format json`,
		RunE: func(c *cobra.Command, specs []string) error { return f.run(c, specs) },
	}
	flags := c.Flags()
	flags.IntVar(&f.trials, "trials", 100, "number of random splits")
	flags.Uint64Var(&f.seed, "seed", 1, "what all random choices derive from")
	flags.Float64Var(&f.train, "train", 0.8, "share of the respondents to train on")
	flags.StringSliceVar(&f.approaches, "approach", []string{"all"}, "approaches to compare, or all")
	flags.StringSliceVar(&f.regressors, "regressor", []string{"ols", "lasso"}, "regressors to use")
	flags.Float64Var(&f.alpha, "alpha", regress.DefaultAlpha, "penalty of the Lasso")
	flags.StringVar(&f.protocol, "protocol", "described", "described (the text, on all the data) or published (as the printed numbers came about)")
	flags.IntVar(&f.workers, "workers", 0, "number of parallel trials (0: one per processor); results do not depend on it")
	flags.StringVar(&f.format, "format", "table", "table, markdown, csv or json")
	flags.StringVar(&f.out, "out", "", "`DIR` for the report: page, results, figures, manifest")
	f.data.register(c)
	f.text.register(c)
	return c
}

func (f *evalFlags) run(c *cobra.Command, specs []string) error {
	evaluate, write := protocols[f.protocol], formats[f.format]
	switch {
	case evaluate == nil:
		return usagef("unknown protocol %q; known: described, published", f.protocol)
	case write == nil:
		return usagef("unknown format %q; known: table, markdown, csv, json", f.format)
	case f.out == "" && c.Flags().Changed("out"):
		return usagef("--out is empty, a folder is needed")
	}
	options, err := f.evaluation(c.Context())
	if err != nil {
		return err
	}
	if len(specs) == 0 {
		specs = []string{"sample-powergrading", "sample-mohler"}
	}
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
	for _, d := range result.Datasets {
		for _, w := range d.Warnings {
			warn(c, []string{d.Name + ": " + w})
		}
	}
	return write(c.OutOrStdout(), result, form)
}

// evaluation checks the flags and makes the evaluation's options of them.
func (f *evalFlags) evaluation(ctx context.Context) (lrp.Options, error) {
	var o lrp.Options
	switch {
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
	if f.protocol != "published" {
		extractors, err := f.text.extractors(ctx)
		if err != nil {
			return o, err
		}
		all = lrp.ApproachesOf(extractors)
	}
	if o.Approaches, err = lrp.Select(all, f.approaches...); err != nil {
		return o, err
	}
	o.Regressors, err = selectRegressors(f.regressors, f.alpha)
	return o, err
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
}

type manifestDataset struct {
	Name        string `json:"name"`
	Synthetic   bool   `json:"synthetic"`
	SHA256      string `json:"sha256"` // of the native form
	Respondents int    `json:"respondents"`
	Questions   int    `json:"questions"`
}

// manifest leaves out what has no influence on the results, such as the number of workers.
func (f *evalFlags) manifest(specs []string, o lrp.Options, r *lrp.Report) manifest {
	m := manifest{Format: "lrp-manifest", Version: 1, Tool: "lrp " + version(), Files: report.Files()}
	var approaches, regressors []string
	for _, a := range o.Approaches {
		approaches = append(approaches, a.Name)
	}
	for _, g := range o.Regressors {
		regressors = append(regressors, g.Name())
	}
	m.Flags = map[string]any{
		"datasets": specs, "trials": f.trials, "seed": f.seed, "train": f.train, "approach": approaches,
		"regressor": regressors, "alpha": f.alpha, "protocol": f.protocol, "rating": f.data.rating,
		"key": f.data.options.Key, "score-max": f.data.options.ScoreMax, "lines": f.data.options.Lines,
		"stopwords": f.text.stopwords, "vectors": f.text.vectors,
	}
	for _, d := range r.Datasets {
		m.Datasets = append(m.Datasets, manifestDataset{d.Name, d.Synthetic, d.SHA256, d.Respondents, d.Questions})
	}
	return m
}
