package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp"
)

type curveFlags struct {
	runFlags
	Sizes []int `toml:"sizes,omitempty"`
}

func curveCommand() *cobra.Command {
	f := &curveFlags{}
	c := &cobra.Command{
		Use:   "curve [DATASET...]",
		Short: "how many respondents have to be rated before each approach predicts well?",
		Long: `Curve splits the respondents as eval does with the same seed. In each trial it predicts the test
set after training on a few respondents of the training set, then on more, up to all of them. The
respondents of a smaller size are also among those of a larger one. Size 0 means that nobody has
been rated: only approaches that need no training take part. A size above that of the training set
means all of it. The default data sets are the embedded synthetic samples.`,
		Example: `  lrp curve
  lrp curve powergrading:DIR --regressor ols --trials 20 --out learning
  lrp curve jsonl:mine.jsonl --sizes 0,10,30,100 --approach CBG,BOW,COM --format csv`,
		RunE: func(c *cobra.Command, specs []string) error { return f.run(c, specs) },
	}
	f.register(c, formatChoices(formats))
	f.registerOut(c)
	return c
}

func (f *curveFlags) register(c *cobra.Command, formats []cli.Choice) {
	f.runFlags.register(c, formats)
	c.Flags().IntSliceVar(&f.Sizes, "sizes", nil,
		"numbers of respondents to train on (default 0,5,10,20,50,100,… and all)")
}

func (f *curveFlags) run(c *cobra.Command, specs []string) error {
	x := experimentRun{
		command: "curve", sources: sourcesOf(orSamples(specs), &f.dataFlags), curve: f,
		format: f.format, out: f.Out,
	}
	return x.run(c)
}

// prepare checks the flags and returns the options they stand for.
func (f *curveFlags) prepare(ctx context.Context, at base) (lrp.Options, error) {
	o, err := f.options(ctx, at, false)
	if err != nil {
		return lrp.Options{}, err
	}
	if err := f.checkSizes(o.Approaches); err != nil {
		return lrp.Options{}, err
	}
	o.Sizes = f.Sizes
	return o, nil
}

// maxSizes bounds the number of sizes: together with the number of trials, it determines how much
// is kept in memory.
const maxSizes = 1000

// checkSizes checks the sizes and sorts them.
func (f *curveFlags) checkSizes(approaches []lrp.Approach) error {
	if !f.given("sizes") {
		return nil
	}
	for _, size := range f.Sizes {
		if size < 0 {
			return cli.Settingf("sizes", "has %d, numbers of at least 0 are needed", size)
		}
	}
	slices.Sort(f.Sizes)
	f.Sizes = slices.Compact(f.Sizes)
	switch n := len(f.Sizes); {
	case n == 0:
		return cli.Settingf("sizes", "is empty, at least one number is needed")
	case n > maxSizes:
		return cli.Settingf("sizes", "has %d numbers, at most %d are possible", n, maxSizes)
	}
	untrained := func(a lrp.Approach) bool { return !a.NeedsRegressor() }
	if f.Sizes[len(f.Sizes)-1] == 0 && !slices.ContainsFunc(approaches, untrained) {
		return cli.Settingf("sizes",
			"is 0 alone, another one is needed: none of the approaches predicts with nobody rated")
	}
	return nil
}
