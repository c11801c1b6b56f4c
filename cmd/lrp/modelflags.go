package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress/golearn"
)

// modelFlags are the flags of every command that uses a model.
type modelFlags struct {
	model   string
	vectors string
}

func (f *modelFlags) register(c *cobra.Command) {
	c.Flags().StringVarP(&f.model, "model", "m", "", "`MODEL` file written by 'lrp train'")
	inputFiles(c.Flags(), "model")
	f.registerVectors(c)
}

// registerVectors adds --vectors, the only flag of commands that take the model as an argument.
func (f *modelFlags) registerVectors(c *cobra.Command) {
	c.Flags().StringVar(&f.vectors, "vectors", "",
		"`FILE` of word vectors that the model was trained with, if not the embedded ones")
	inputFiles(c.Flags(), "vectors")
}

// checkGiven checks that a model is named.
func (f *modelFlags) checkGiven(c *cobra.Command) error {
	if f.model == "" {
		return usagef("%s needs -m MODEL, a file written by 'lrp train'", c.Name())
	}
	return nil
}

// open opens the model.
func (f *modelFlags) open(c *cobra.Command) (*lrp.Model, error) {
	if err := f.checkGiven(c); err != nil {
		return nil, err
	}
	return openModel(c.Context(), f.model, f.vectors)
}

func openModel(ctx context.Context, path, vectors string) (*lrp.Model, error) {
	p, err := modelParts(ctx, vectors)
	if err != nil {
		return nil, err
	}
	m, err := lrp.OpenModel(path, p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: found no such file, expected a model", path)
	}
	if r, ok := errors.AsType[*lrp.ResourceError](err); ok && r.Name == "word vectors" {
		return nil, fmt.Errorf("%w; --vectors names those that it was trained with", err)
	}
	return m, cureModel(path, err)
}

// modelParts returns what the models of this program can consist of.
func modelParts(ctx context.Context, vectors string) (lrp.Parts, error) {
	v, err := openUserVectors(ctx, vectors)
	return lrp.Parts{Models: golearn.ModelKinds(), Vectors: v}, err
}

// unitFlags are the flags of every command that writes a model's ratings.
type unitFlags struct{ units string }

func (f *unitFlags) register(c *cobra.Command) {
	cli.EnumVar(c.Flags(), &f.units, "units", "what ratings are written in: %s", []cli.Choice{
		{Name: "unit", Description: "0 to 1"},
		{Name: "own", Description: "the units of the training data, such as points"},
	})
}

// scale returns the scale in which ratings are to be written.
func (f *unitFlags) scale(m *lrp.Model) datasets.Scale {
	if f.units == "own" {
		return m.Scale()
	}
	return datasets.Scale{}
}

// note says on standard error what the ratings mean, if the model knows other units than 0 to 1.
func (f *unitFlags) note(c *cobra.Command, s datasets.Scale) {
	switch {
	case f.units == "own" && s.Unit():
		fmt.Fprintln(c.ErrOrStderr(), "lrp: ratings are from 0 to 1: "+
			"the training data have no other units")
	case s.Unit():
	case f.units == "own":
		fmt.Fprintf(c.ErrOrStderr(), "lrp: ratings are in the units of the training data, "+
			"from %.6g to %.6g\n", s.Zero, s.Full)
	default:
		fmt.Fprintf(c.ErrOrStderr(), "lrp: ratings are from 0 to 1: %s in the units of the "+
			"training data; --units own converts them\n", s)
	}
}

// meaning says how the ratings of a training set came about and what they stand for.
func meaning(d lrp.ModelDataset) string {
	switch {
	case d.Scale.Unit():
		return cli.InLine(d.Note)
	case d.Note == "":
		return d.Scale.String()
	}
	return cli.InLine(d.Note) + "; " + d.Scale.String()
}
