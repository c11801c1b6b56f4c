package lrp

import (
	"slices"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/regress"
)

// Parts are what approaches and models are made of. The zero value is what comes with the module. A model that was
// trained with other parts is opened with the same ones.
type Parts struct {
	// Extractors are the features; nil means [features.Catalog].
	Extractors []features.Extractor
	// Vectors are the word vectors of WCS and AUTO; nil means [embed.Default].
	Vectors *embed.Vectors
	// More are approaches besides those of [ApproachesOf].
	More []Approach
	// Analyzers are known by their names besides [text.English] and the zero value.
	Analyzers []text.Analyzer
	// Models are the kinds of regressors' models besides those of package regress.
	Models []regress.ModelKind
}

// Approaches are all approaches that can be made of the parts.
func (p Parts) Approaches() []Approach {
	all := ApproachesOf(p.extractors())
	if p.Vectors != nil {
		all = WithLearner(all, autoName, AutoWith(p.Vectors))
	}
	return append(all, p.More...)
}

func (p Parts) extractors() []features.Extractor {
	list := p.Extractors
	if list == nil {
		list = features.Catalog()
	}
	if p.Vectors != nil {
		list = features.WithMeasure(list, features.MeanVectors(p.Vectors))
	}
	return list
}

// extractor returns the feature of that name, nil where there is none.
func (p Parts) extractor(name string) features.Extractor {
	list := p.extractors()
	for _, a := range p.More {
		list = append(list, a.Extractors...)
	}
	if i := slices.IndexFunc(list, func(e features.Extractor) bool { return e.Name() == name }); i >= 0 {
		return list[i]
	}
	return nil
}

// analyzer returns the analyzer of that name, nil where there is none.
func (p Parts) analyzer(name string) *text.Analyzer {
	for _, a := range append([]text.Analyzer{{}, text.English}, p.Analyzers...) {
		if a.Name == name {
			return &a
		}
	}
	return nil
}
