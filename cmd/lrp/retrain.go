package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/golearn"
)

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
	flags.StringVar(&f.text.Vectors, "vectors", "",
		"`FILE` of word vectors to train with, if not the embedded ones")
	inputFiles(flags, "vectors")
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
	old, err := readModel(path)
	if err != nil {
		return err
	}
	return f.train(c, o, func(o lrp.TrainOptions) (*lrp.Model, error) {
		r := bytes.NewReader(old)
		m, err := lrp.Retrain(c.Context(), r, path, o, golearn.Catalog()...)
		if errors.Is(err, regress.ErrUnknown) {
			err = fmt.Errorf("%w; --regressor names another one", err)
		}
		return m, err
	})
}

// maxModel bounds a model file, in bytes.
const maxModel = 1 << 30

// readModel reads a model file. Of any other file, it reads only the beginning.
func readModel(path string) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: found no such file, expected a model", path)
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	if !isModelHead(in) {
		return nil, fmt.Errorf("%s: found no head of a model, expected a file of 'lrp train'", path)
	}
	return files.ReadAll(in, path, maxModel, "a model")
}
