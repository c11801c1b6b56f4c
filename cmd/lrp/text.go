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

// textFlags are the flags of every command that analyzes texts.
type textFlags struct {
	stopwords string
	vectors   string
	base      base // that a relative path starts at
}

func (f *textFlags) register(c *cobra.Command) {
	cli.EnumVar(c.Flags(), &f.stopwords, "stopwords", "stop words to remove: %s",
		cli.Names("english", "none"))
	c.Flags().StringVar(&f.vectors, "vectors", "",
		"`FILE` of word vectors for WCS and AUTO, instead of the embedded ones")
	cli.CompleteFlags(c.Flags(), cli.Files, "vectors")
}

// analyzer returns the text analyzer with the chosen stop words.
func (f *textFlags) analyzer() text.Analyzer {
	if f.stopwords == "none" {
		return text.Analyzer{}
	}
	return text.English
}

// userVectors opens the vectors that --vectors names, nil if it names none.
func (f *textFlags) userVectors(ctx context.Context) (*embed.Vectors, error) {
	return openUserVectors(ctx, f.base.path(f.vectors))
}

// openUserVectors opens a file of vectors, nil if its name is "".
func openUserVectors(ctx context.Context, file string) (*embed.Vectors, error) {
	if file == "" {
		return nil, nil
	}
	return openVectors(ctx, file, embed.Options{})
}

// measures lists the similarity measures, with the user's vectors if there are any.
func (f *textFlags) measures(ctx context.Context) ([]features.Measure, error) {
	list := features.Measures()
	v, err := f.userVectors(ctx)
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

// approaches lists the approaches, with the user's vectors if there are any.
func (f *textFlags) approaches(ctx context.Context) ([]lrp.Approach, error) {
	v, err := f.userVectors(ctx)
	if err != nil {
		return nil, err
	}
	return lrp.Parts{Vectors: v}.Approaches()
}
