package main

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/regress"
)

type exportFlags struct {
	data     dataFlags
	text     textFlags
	name     string
	approach string
	trial    int
	seed     uint64
	train    float64
	splits   string
	out      string
}

func exportCommand() *cobra.Command {
	f := &exportFlags{}
	c := &cobra.Command{
		Use:   "export --out DIR DATASET",
		Short: "write the design matrices of one trial for other tools",
		Long: `Export writes the input of a regressor in one trial of 'lrp eval' with the same seed: train.mtx and
test.mtx (Matrix Market), train_y.txt and test_y.txt (ratings), train_ids.txt and test_ids.txt
(respondents), columns.txt (names), and predictions_ols.txt: the predictions of OLS for the test
rows, not clipped. With --splits the parts are those of a file that 'lrp eval --splits-out' wrote,
by any protocol, with groups or strata.`,
		Example: `  lrp export --out design sample-powergrading
  lrp export --approach BOW --trial 3 --out design powergrading:DIR`,
		Args: oneDataset,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	flags := c.Flags()
	flags.StringVar(&f.approach, "approach", "COM", "approach whose features are written")
	flags.IntVar(&f.trial, "trial", 0, "number of the trial, from 0; predictions.csv of 'lrp eval' "+
		"counts from 1: N is its trial N+1")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the trial, as for eval")
	flags.Float64Var(&f.train, "train", 0.8,
		"share of the respondents in the training set, between 0 and 1")
	flags.StringVar(&f.splits, "splits", "", "`FILE` with the parts of each trial, as of 'lrp eval --splits-out'")
	inputFiles(flags, "splits")
	cli.AtLeast(flags, 0, "trial")
	cli.Bound(flags, cli.Above0, cli.Below1, share, "train")
	flags.StringVarP(&f.out, "out", "o", "", "`DIR` to write to")
	flags.StringVar(&f.name, "name", "", "which data set, if DATASET names several")
	f.data.register(c)
	f.text.register(c)
	f.text.answers = f.data.answers
	return c
}

func (f *exportFlags) run(c *cobra.Command, spec string) error {
	if f.out == "" {
		return usagef("export needs --out DIR")
	}
	for _, name := range []string{"seed", "train"} {
		if f.splits != "" && c.Flags().Changed(name) {
			return cli.Settingf(name, "found with --splits, which has the parts")
		}
	}
	approach, err := f.selectApproach(c)
	if err != nil {
		return err
	}
	dir, err := atomicdir.Create(f.out)
	if err != nil {
		return err
	}
	defer dir.Abort()
	sets, err := f.data.openRated([]string{spec}, false)
	if err != nil {
		return err
	}
	ds, err := choose(sets, spec, f.name)
	if err != nil {
		return err
	}
	if err := f.write(ds, approach, dir); err != nil {
		return err
	}
	if err := c.Context().Err(); err != nil {
		return err
	}
	if err := dir.Commit(); err != nil {
		return err
	}
	tell(c, ds)
	warn(c, ds.Warnings)
	cli.Wrote(c, "the design matrices of trial %d to %s", f.trial, f.out)
	return nil
}

// selectApproach returns the approach that --approach names.
func (f *exportFlags) selectApproach(c *cobra.Command) (lrp.Approach, error) {
	all, err := f.text.approaches(c, nil)
	if err != nil {
		return lrp.Approach{}, err
	}
	// In capitals, as "all" would name every approach rather than ALL.
	approaches, err := approach.Select(all, strings.ToUpper(f.approach))
	switch {
	case err != nil:
		return lrp.Approach{}, err
	case !approaches[0].NeedsRegressor():
		return lrp.Approach{}, usagef("--approach %s has no features to export", f.approach)
	}
	return approaches[0], nil
}

// write writes the design of the trial and the predictions of OLS.
func (f *exportFlags) write(ds *datasets.Dataset, approach lrp.Approach, dir *atomicdir.Dir) error {
	if err := ds.CheckRated(); err != nil {
		return err
	}
	split, err := f.split(ds)
	if err != nil {
		return err
	}
	var o lrp.Options
	if o.Analyzer, o.AllWords, err = f.text.analyzer(); err != nil {
		return err
	}
	design, err := experiment.NewDesign(ds, o.AnalyzerFor(ds), approach, split)
	if err != nil {
		return err
	}
	model, err := regress.OLS{}.Fit(regress.Problem{X: design.Train, Y: design.TrainY})
	if err != nil {
		return err
	}
	_, err = writeFiles(dir, []file{
		{"train.mtx", func(w io.Writer) error {
			return regress.WriteMatrixMarket(w, design.Train)
		}},
		{"test.mtx", func(w io.Writer) error { return regress.WriteMatrixMarket(w, design.Test) }},
		{"train_y.txt", func(w io.Writer) error { return lines(w, design.TrainY, exact) }},
		{"test_y.txt", func(w io.Writer) error { return lines(w, design.TestY, exact) }},
		{"train_ids.txt", func(w io.Writer) error { return lines(w, design.TrainIDs, oneLine) }},
		{"test_ids.txt", func(w io.Writer) error { return lines(w, design.TestIDs, oneLine) }},
		{"columns.txt", func(w io.Writer) error { return lines(w, design.Columns, oneLine) }},
		{"predictions_ols.txt",
			func(w io.Writer) error { return lines(w, model.Predict(design.Test), exact) }},
	})
	return err
}

// split returns the split of the trial: that of a file, or that of eval with the same seed.
func (f *exportFlags) split(ds *datasets.Dataset) (datasets.Split, error) {
	if f.splits != "" {
		return readSplit(f.splits, ds, f.trial)
	}
	splitter, err := datasets.NewSplitter(len(ds.Respondents), f.train, f.seed)
	if err != nil {
		return datasets.Split{}, err
	}
	return splitter.Split(f.trial), nil
}

// lines writes one value per line.
func lines[T any](w io.Writer, values []T, show func(T) string) error {
	b := bufio.NewWriter(w)
	for _, v := range values {
		fmt.Fprintln(b, show(v))
	}
	return b.Flush()
}

// exact formats a number with as many digits as are needed to read it back unchanged.
func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// oneLine escapes line breaks.
func oneLine(s string) string {
	return strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(s)
}
