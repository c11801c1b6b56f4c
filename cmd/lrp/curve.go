package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/report"
)

// curveFormats are the forms of a learning curve on standard output.
var curveFormats = map[string]func(io.Writer, *lrp.CurveReport, report.Options) error{
	"table":    report.WriteCurveTable,
	"markdown": report.WriteCurveMarkdown,
	"csv":      func(w io.Writer, r *lrp.CurveReport, _ report.Options) error { return report.WriteCurveCSV(w, r) },
	"json":     func(w io.Writer, r *lrp.CurveReport, _ report.Options) error { return report.WriteCurveJSON(w, r) },
}

type curveFlags struct {
	runFlags
	sizes []int
}

func curveCommand() *cobra.Command {
	f := &curveFlags{}
	c := &cobra.Command{
		Use:   "curve [DATASET...]",
		Short: "how many respondents have to be rated before each approach predicts well?",
		Long: `Curve splits the respondents as eval does with the same seed and predicts each trial's test part after
training on a few respondents of its training part, on more, and so on up to the whole; those of a
smaller size are among those of a larger one. At size 0 nobody has been rated and only what needs no training takes part. A size
beyond the training part is the whole of it. Without a data set it takes the embedded synthetic
samples.`,
		Example: `  lrp curve
  lrp curve powergrading:DIR --regressor ols --trials 20 --out learning
  lrp curve jsonl:mine.jsonl --sizes 0,10,30,100 --approach CBG,BOW,COM --format csv`,
		RunE: func(c *cobra.Command, specs []string) error { return f.run(c, specs) },
	}
	f.register(c)
	f.registerOut(c)
	c.Flags().IntSliceVar(&f.sizes, "sizes", nil, "numbers of respondents to train on, separated by commas (default 0,5,10,20,50,100,… and the whole training part)")
	return c
}

func (f *curveFlags) run(c *cobra.Command, specs []string) error {
	write := curveFormats[f.format]
	if write == nil {
		return unknown("format", f.format, knownFormats)
	}
	options, err := f.options(c, false)
	if err != nil {
		return err
	}
	if err := f.check(c, options.Approaches); err != nil {
		return err
	}
	specs = orSamples(specs)
	var out *report.Dir
	if f.out != "" {
		if out, err = report.CreateCurve(f.out); err != nil {
			return err
		}
		defer out.Abort()
	}
	sets, err := f.data.open(specs, false)
	if err != nil {
		return err
	}
	bar := newProgress(c.ErrOrStderr())
	options.Progress = bar.show
	result, err := lrp.Curve(c.Context(), sets, lrp.CurveOptions{Options: options, Sizes: f.sizes})
	bar.clear()
	if err != nil {
		return err
	}
	form := report.Options{Color: colored(c.OutOrStdout()), Describe: descriptions(options.Approaches)}
	if out != nil {
		if err := out.CommitCurve(result, f.manifest(specs, options, result), form); err != nil {
			return err
		}
	}
	for i := range result.Datasets {
		warn(c, warnings(&result.Datasets[i].DatasetReport))
	}
	return write(c.OutOrStdout(), result, form)
}

// mostSizes bounds, with the number of trials, what has to be kept in memory until the end.
const mostSizes = 1000

func (f *curveFlags) check(c *cobra.Command, approaches []lrp.Approach) error {
	if !c.Flags().Changed("sizes") {
		return nil
	}
	for _, size := range f.sizes {
		if size < 0 {
			return usagef("--sizes has %d, numbers of at least 0 are needed", size)
		}
	}
	slices.Sort(f.sizes)
	f.sizes = slices.Compact(f.sizes)
	switch n := len(f.sizes); {
	case n == 0:
		return usagef("--sizes is empty, at least one number is needed")
	case n > mostSizes:
		return usagef("--sizes has %d numbers, at most %d are possible", n, mostSizes)
	}
	untrained := func(a lrp.Approach) bool { return a.Control != nil || a.Learner != nil }
	if f.sizes[len(f.sizes)-1] == 0 && !slices.ContainsFunc(approaches, untrained) {
		return usagef("--sizes is 0 alone, another one is needed: none of the approaches predicts with nobody rated")
	}
	return nil
}

// manifest says what the curve came from. The sizes are in it where they were asked for.
func (f *curveFlags) manifest(specs []string, o lrp.Options, r *lrp.CurveReport) manifest {
	m := f.runFlags.manifest(specs, o, report.CurveFiles())
	m.Flags["sizes"] = f.sizes
	for i := range r.Datasets {
		m.add(&r.Datasets[i].DatasetReport)
	}
	return m
}
