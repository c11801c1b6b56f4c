package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress/golearn"
)

// modelFlags are the flags of every command that uses a model.
type modelFlags struct {
	model   string
	vectors string
}

func (f *modelFlags) register(c *cobra.Command) {
	c.Flags().StringVarP(&f.model, "model", "m", "", "`MODEL`, a file that 'lrp train' wrote")
	c.Flags().StringVar(&f.vectors, "vectors", "", "`FILE` of the word vectors that the model was trained with, where these were not the embedded ones")
}

// given checks that there is a model.
func (f *modelFlags) given(c *cobra.Command) error {
	if f.model == "" {
		return usagef("%s needs -m MODEL, a file that 'lrp train' wrote", c.Name())
	}
	return nil
}

// open reads the model.
func (f *modelFlags) open(c *cobra.Command) (*lrp.Model, error) {
	if err := f.given(c); err != nil {
		return nil, err
	}
	return openModel(c.Context(), f.model, f.vectors)
}

func openModel(ctx context.Context, path, vectors string) (*lrp.Model, error) {
	p, err := parts(ctx, vectors)
	if err != nil {
		return nil, err
	}
	m, err := lrp.OpenModel(path, p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: found no such file, expected a model", path)
	}
	if r, ok := errors.AsType[*lrp.ResourceError](err); ok && r.Name == lrp.WordVectors {
		return nil, fmt.Errorf("%w; --vectors names those that it was trained with", err)
	}
	return m, err
}

// parts are all that the command line's models are made of.
func parts(ctx context.Context, vectors string) (lrp.Parts, error) {
	p := lrp.Parts{Models: golearn.ModelKinds()}
	if vectors == "" {
		return p, nil
	}
	var err error
	p.Vectors, err = openVectors(ctx, vectors, embed.Options{})
	return p, err
}
