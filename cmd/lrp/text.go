package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// textFlags are the flags of every command that looks at words.
type textFlags struct {
	stopwords string
	vectors   string
}

func (f *textFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.stopwords, "stopwords", "english", "words to leave out: english or none")
	c.Flags().StringVar(&f.vectors, "vectors", "", "`FILE` of word vectors for WCS, in place of the embedded ones")
}

// analyzer splits texts into words.
func (f *textFlags) analyzer() (text.Analyzer, error) {
	switch f.stopwords {
	case "english":
		return text.English, nil
	case "none":
		return text.Analyzer{}, nil
	}
	return text.Analyzer{}, usagef("--stopwords is %q, known: english, none", f.stopwords)
}

// wcs is the measure of the user's own vectors, if there are any.
func (f *textFlags) wcs(ctx context.Context) (m features.Measure, own bool, err error) {
	if f.vectors == "" {
		return m, false, nil
	}
	v, err := openVectors(ctx, f.vectors, embed.Options{})
	if err != nil {
		return m, false, err
	}
	return features.MeanVectors(v), true, nil
}

// measures lists the similarities of two texts.
func (f *textFlags) measures(ctx context.Context) ([]features.Measure, error) {
	list := features.Measures()
	m, own, err := f.wcs(ctx)
	for i := range list {
		if own && list[i].Name == m.Name {
			list[i] = m
		}
	}
	return list, err
}

// extractors lists the features.
func (f *textFlags) extractors(ctx context.Context) ([]features.Extractor, error) {
	list := features.Catalog()
	m, own, err := f.wcs(ctx)
	if own {
		list = features.WithMeasure(list, m)
	}
	return list, err
}
