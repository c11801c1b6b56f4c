package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp"
)

// textFlags are the flags of every command that looks at words.
type textFlags struct {
	stopwords string
	vectors   string
	base      base // where a relative path starts
}

func (f *textFlags) register(c *cobra.Command) {
	cli.EnumVar(c.Flags(), &f.stopwords, "stopwords", "words to leave out: %s", cli.Names("english", "none"))
	c.Flags().StringVar(&f.vectors, "vectors", "", "`FILE` of word vectors for WCS and AUTO, in place of the embedded ones")
	cli.CompleteFlags(c.Flags(), cli.Files, "vectors")
}

// analyzer splits texts into words.
func (f *textFlags) analyzer() text.Analyzer {
	if f.stopwords == "none" {
		return text.Analyzer{}
	}
	return text.English
}

// own are the user's own vectors, nil where there are none.
func (f *textFlags) own(ctx context.Context) (*embed.Vectors, error) {
	return ownVectors(ctx, f.base.path(f.vectors))
}

// ownVectors opens the vectors of a file, nil where it has no name.
func ownVectors(ctx context.Context, file string) (*embed.Vectors, error) {
	if file == "" {
		return nil, nil
	}
	return openVectors(ctx, file, embed.Options{})
}

// measures lists the similarities of two texts.
func (f *textFlags) measures(ctx context.Context) ([]features.Measure, error) {
	list := features.Measures()
	v, err := f.own(ctx)
	if v == nil {
		return list, err
	}
	m := features.MeanVectors(v)
	for i := range list {
		if list[i].Name == m.Name {
			list[i] = m
		}
	}
	return list, nil
}

// approaches lists the approaches, with the user's own vectors wherever vectors are used.
func (f *textFlags) approaches(ctx context.Context) ([]lrp.Approach, error) {
	v, err := f.own(ctx)
	if err != nil {
		return nil, err
	}
	return lrp.Parts{Vectors: v}.Approaches(), nil
}
