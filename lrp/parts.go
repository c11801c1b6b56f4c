package lrp

import (
	"slices"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/regress"
)

// Parts are what approaches and models are made of. The zero value stands for what comes with the
// module. A model that was trained with other parts must be opened with the same ones.
type Parts struct {
	// Extractors are the features; none means [features.Catalog].
	Extractors []features.Extractor
	// Vectors are the word vectors of WCS and AUTO; nil means [embed.Default].
	Vectors *embed.Vectors
	// Encoder is the encoder of ENC and AUTO with the vectors of texts; nil means [embed.Static].
	Encoder *embed.Memory
	// Prior is AUTO's; nil means [auto.DefaultPrior]. A model keeps the one that it was trained
	// with.
	Prior *auto.Prior
	// Blank says how AUTO counts a question without an answer; nil means [auto.BlankAuto]. A
	// model keeps the one that it was trained with.
	Blank *auto.Blank
	// Judges are other raters or systems whose grades ([datasets.Respondent].External) are cues of
	// AUTO. A model keeps those that it was trained with.
	Judges []string
	// More are approaches besides those of [approach.All].
	More []Approach
	// Analyzers are further analyzers, found by name like those of [text.Analyzers] and the zero
	// value.
	Analyzers []text.Analyzer
	// Models are the kinds of regressors' models besides those of package regress.
	Models []regress.ModelKind
}

// Approaches returns the approaches of the parts with the given names, or all of them if no name is
// given. Case does not matter. An unknown name is an [UnknownError].
func (p Parts) Approaches(names ...string) ([]Approach, error) {
	return approach.Select(p.approaches(), names...)
}

func (p Parts) approaches() []Approach {
	extractors := p.Extractors
	if len(extractors) == 0 {
		extractors = features.Catalog()
	}
	extractors = features.WithEncoder(extractors, p.Encoder)
	if p.Vectors != nil {
		extractors = features.WithMeasure(extractors, features.MeanVectors(p.Vectors))
	}
	all := approach.All(extractors...)
	for i := range all {
		if slices.ContainsFunc(all[i].Extractors(), usesVectors) {
			all[i].Vectors = p.Vectors
		}
		if _, ok := all[i].Learner().(approach.Auto); ok {
			auto := approach.Auto{Model: auto.Model{Vectors: p.Vectors, Encoder: p.Encoder, Prior: p.Prior,
				Judges: p.Judges}}
			if p.Blank != nil {
				auto.Model.Blank = *p.Blank
			}
			all[i].Method = approach.Learning{Learner: auto}
		}
	}
	return append(all, p.More...)
}

// usesVectors reports whether a feature is the one whose word vectors can be chosen.
func usesVectors(e features.Extractor) bool { return e.Name() == features.WCS.Name() }

// extractor returns the feature of that name, nil if there is none.
func (p Parts) extractor(name string) features.Extractor {
	for _, a := range p.approaches() {
		for _, e := range a.Extractors() {
			if e.Name() == name {
				return e
			}
		}
	}
	return nil
}

// analyzer returns the analyzer of that name, nil if there is none.
func (p Parts) analyzer(name string) *text.Analyzer {
	known := []text.Analyzer{{}}
	for _, a := range text.Analyzers() {
		known = append(known, a, a.AllWords())
	}
	known = append(known, p.Analyzers...)
	if i := slices.IndexFunc(known, func(a text.Analyzer) bool { return a.Name == name }); i >= 0 {
		return &known[i]
	}
	return nil
}
