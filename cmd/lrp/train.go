package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/parallel"
	phrase "github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/golearn"
)

type trainFlags struct {
	data      dataFlags
	text      textFlags
	auto      autoFlags
	systems   systemFiles
	name      string
	model     string
	approach  string
	regressor string
	alpha     float64
	seed      uint64
	folds     int
	workers   int
}

// foldSeed is the seed of the folds for estimates of errors unless a flag names another.
const foldSeed = 1

func trainCommand() *cobra.Command {
	f := &trainFlags{}
	c := &cobra.Command{
		Use:   "train -m MODEL DATASET",
		Short: "train a model on the rated respondents of a data set",
		Long: `Train fits one approach to all rated respondents of a data set and writes a model, which 'lrp
predict', 'lrp explain' and 'lrp serve' use. The default approach is AUTO, which needs no regressor
and uses the answer key alone if nobody is rated. A cross-validation estimates the model's error.
The same data and flags give the same file.

A model contains the texts that it was trained on, without the respondents' identifiers.`,
		Example: `  lrp train -m civics.lrp powergrading:DIR
  lrp train -m com.lrp --approach COM --regressor ridge jsonl:mine.jsonl`,
		Args: oneDataset,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	flags := c.Flags()
	flags.StringVarP(&f.model, "model", "m", "", "`MODEL`, the file to write")
	flags.StringVar(&f.approach, "approach", "AUTO", "approach to train (see lrp list approaches)")
	flags.StringVar(&f.regressor, "regressor", "ridge",
		"regressor of all approaches but AUTO and CBG")
	flags.Uint64Var(&f.seed, "seed", foldSeed, "seed of the cross-validation's folds")
	flags.StringVar(&f.name, "name", "", "which data set, if DATASET names several")
	f.registerFit(flags)
	f.systems.registerGrades(flags)
	f.data.register(c)
	f.text.register(c)
	f.text.answers = f.data.answers
	return c
}

// registerFit adds the flags of every command that trains a model, after those for the approach and
// the regressor.
func (f *trainFlags) registerFit(flags *pflag.FlagSet) {
	registerAlpha(flags, &f.alpha)
	f.auto.register(flags)
	flags.IntVar(&f.folds, "folds", 0, "number of folds for the error estimate, if not by the number "+
		"of rated respondents (0: no estimate)")
	cli.WorkersVar(flags, &f.workers, "parallel fits")
}

// options checks the flags and returns the options they stand for.
func (f *trainFlags) options(c *cobra.Command) (lrp.TrainOptions, error) {
	switch {
	case f.model == "":
		return lrp.TrainOptions{}, usagef("train needs -m MODEL, the file to write")
	case strings.TrimSpace(f.approach) == "":
		return lrp.TrainOptions{},
			usagef("--approach names none; 'lrp list approaches' lists them")
	case f.systems.Judge != "" && !strings.EqualFold(strings.TrimSpace(f.approach), "AUTO"):
		return lrp.TrainOptions{}, cli.Settingf("judge", "has no effect on %s, AUTO is needed", f.approach)
	case strings.TrimSpace(f.regressor) == "":
		return lrp.TrainOptions{}, usagef("--regressor names none; known: %s",
			strings.Join(regressorNames(), ", "))
	}
	o, err := f.fitOptions(c)
	if err == nil {
		o.Analyzer, o.AllWords, err = f.text.analyzer()
	}
	return o, err
}

// fitOptions checks the flags of every command that trains a model and returns their options. An
// empty --regressor leaves the regressor open.
func (f *trainFlags) fitOptions(c *cobra.Command) (lrp.TrainOptions, error) {
	o := lrp.TrainOptions{Approach: f.approach, Seed: f.seed, Folds: f.folds, Workers: f.workers,
		Learn: f.auto.learn()}
	if f.folds < 0 || f.folds == 1 || f.folds > maxTrials {
		return o, usagef("--folds is %d, 0 or a number from 2 to %d is needed", f.folds, maxTrials)
	}
	if f.folds == 0 && c.Flags().Changed("folds") {
		o.Folds = -1
	}
	if err := atomicdir.CheckFolder(f.model); err != nil {
		return o, err
	}
	if f.regressor != "" {
		list, err := selectRegressors([]string{f.regressor}, f.alpha)
		if err != nil {
			return o, err
		}
		o.Regressor = list[0]
	}
	var err error
	if o.Parts, err = f.text.parts(c, nil); err != nil {
		return o, err
	}
	if o.Parts.Judges, err = f.systems.judges(); err != nil {
		return o, err
	}
	o.Parts.Blank = f.auto.blanks()
	o.Parts.Prior, err = f.auto.open()
	return o, err
}

func (f *trainFlags) run(c *cobra.Command, spec string) error {
	o, err := f.options(c)
	if err != nil {
		return err
	}
	ds, err := f.data.openOne(spec, f.name)
	if err != nil {
		return err
	}
	if err := somethingKnown(ds); err != nil {
		return err
	}
	if err := f.systems.grade(c, ds); err != nil {
		return err
	}
	defer parallel.SaveMemory(len(ds.Respondents))()
	return f.train(c, o, func(o lrp.TrainOptions) (*lrp.Model, error) {
		return lrp.Train(c.Context(), ds, o)
	})
}

// train trains a model with a progress bar, writes it and describes it.
func (f *trainFlags) train(
	c *cobra.Command, o lrp.TrainOptions, train func(lrp.TrainOptions) (*lrp.Model, error),
) error {
	bar := newProgress(c.ErrOrStderr())
	o.Progress, f.text.bar = bar.trials, bar
	m, err := train(o)
	bar.clear()
	if err != nil {
		return err
	}
	if err := m.Save(f.model); err != nil {
		return err
	}
	info := m.Info()
	tell(c, f.data.opened...)
	if l := info.Language; l != "" {
		cli.Note(c, "%s", decision(l, info.Analyzer != text.For(l).Name))
	}
	warn(c, info.Warnings)
	cli.Wrote(c, "%s", f.model)
	return f.printSummary(c, info)
}

// printSummary describes the trained model and its expected error.
func (f *trainFlags) printSummary(c *cobra.Command, info lrp.ModelInfo) error {
	size := ""
	if s, err := os.Stat(f.model); err == nil && s.Mode().IsRegular() {
		size = fmt.Sprintf(", %d kB", max(1, s.Size()/1e3))
		if s.Size() >= 1e6 {
			size = fmt.Sprintf(", %.1f MB", float64(s.Size())/1e6)
		}
	}
	w := bufio.NewWriter(cli.Readable(c.OutOrStdout()))
	fmt.Fprintf(w, "%s: %s, learned from %s of %s%s%s\n",
		f.model, approachOf(info), respondentsOf(info.Dataset), cli.InLine(info.Dataset.Name),
		synthetic(info.Dataset.Synthetic), size)
	if text := meaning(info.Dataset); text != "" {
		fmt.Fprintf(w, "ratings: %s\n", cli.InLine(text))
	}
	if text := info.Learn.Phrase(); text != "" {
		fmt.Fprintln(w, text)
	}
	fmt.Fprintf(w, "expected error: %s\n", expectedError(info))
	if own := ownError(info); own != "" {
		fmt.Fprintf(w, "in the units of the data: %s\n", own)
	}
	return w.Flush()
}

// respondentsOf says how many respondents a model learned from.
func respondentsOf(d lrp.ModelDataset) string {
	text := phrase.Count(d.Respondents, "respondent")
	if d.Unrated > 0 {
		text += fmt.Sprintf(" and the grades of %d unrated ones", d.Unrated)
	}
	return text
}

func approachOf(info lrp.ModelInfo) string {
	if len(info.Features) > 0 {
		return info.Approach + " with " + info.Regressor
	}
	return info.Approach
}

func synthetic(is bool) string {
	if is {
		return " (synthetic)"
	}
	return ""
}

// expectedError describes the estimated error.
func expectedError(info lrp.ModelInfo) string {
	e := info.Expected
	if e == nil {
		return "not estimated"
	}
	return fmt.Sprintf(
		"RMSE %.4f, mean absolute error %.4f by %s; the constant best guess has RMSE %.4f",
		e.RMSE, e.MAE, e.Method, e.Baseline)
}

// ownError describes the estimated error in the units of the data. It returns "" if these are the
// units of ratings.
func ownError(info lrp.ModelInfo) string {
	e, s := info.Expected, info.Dataset.Scale
	if e == nil || s.Unit() {
		return ""
	}
	span := s.Span()
	return fmt.Sprintf("RMSE %.3g, mean absolute error %.3g; the constant best guess has RMSE %.3g",
		span*e.RMSE, span*e.MAE, span*e.Baseline)
}

// retrainCommand returns the command that trains a model again from the data in its file.
func retrainCommand() *cobra.Command {
	f := &trainFlags{}
	c := &cobra.Command{
		Use:   "retrain OLD -o NEW",
		Short: "train a model again from the data in its file",
		Long: `Retrain reads the training data in a model file and trains on them again, with the
approach, the regressor, the prior and the seed of that file unless flags name others. It also reads
files that this version of lrp refuses, because a feature, the word vectors or the regressor's model
have changed since. A regressor is fitted with its default settings, the Lasso with the penalty that
OLD was given. NEW may be OLD.`,
		Example: `  lrp retrain civics.lrp -o civics2.lrp
  lrp retrain com.lrp -o com.lrp --regressor lasso --alpha 0.05`,
		Args: cli.OneArgument("OLD"),
		RunE: func(c *cobra.Command, args []string) error {
			return f.retrain(c, args[0])
		},
	}
	flags := c.Flags()
	flags.StringVarP(&f.model, "out", "o", "", "`NEW`, the file to write")
	flags.StringVar(&f.approach, "approach", "", "approach to train, if not that of the file")
	flags.StringVar(&f.regressor, "regressor", "", "regressor to fit, if not that of the file")
	flags.Uint64Var(
		&f.seed, "seed", 0, "seed of the cross-validation's folds (0: that of the file)",
	)
	f.text.encoderFlags.register(flags)
	f.registerFit(flags)
	return c
}

// retrain trains on the data in a model file.
func (f *trainFlags) retrain(c *cobra.Command, path string) error {
	switch {
	case f.model == "":
		return usagef("retrain needs -o NEW, the file to write")
	case c.Flags().Changed("alpha") && f.regressor == "":
		return usagef("--alpha needs --regressor lasso")
	}
	o, err := f.fitOptions(c)
	if err != nil {
		return err
	}
	return f.train(c, o, func(o lrp.TrainOptions) (*lrp.Model, error) {
		old, err := files.Open(path, "a model")
		if err != nil {
			return nil, err
		}
		defer old.Close() // before NEW, which may be OLD, is written
		m, err := lrp.Retrain(c.Context(), old, path, o, golearn.Catalog()...)
		if errors.Is(err, regress.ErrUnknown) {
			err = fmt.Errorf("%w; --regressor names another one", err)
		}
		return m, cureModel(path, err)
	})
}
