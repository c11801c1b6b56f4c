package lrp

import (
	"context"
	"fmt"
	"io"

	"github.com/luna-rating/luna/regress"
)

// Retrain trains a model again from the training part of a model file, for which name stands in
// errors. It does not need what was learned, so it also reads files that [ReadModel] refuses: after
// a change of the analyzer, a feature, word vectors or a regressor's model.
//
// The approach, regressor, analyzer, seed, AUTO's prior and how AUTO counts questions without an
// answer are those of the file unless the options name others; a seed of 0 means that of the file.
// A regressor is looked up by its name in package regress and in more, and has the default
// settings; the Lasso has the penalty that it was given, if it was not chosen by cross-validation.
// Warnings in the file are not kept.
func Retrain(
	ctx context.Context, r io.Reader, name string, o TrainOptions, more ...regress.Entry,
) (*Model, error) {
	given := o.Analyzer
	old := &Model{}
	if _, err := old.readTraining(r, name); err != nil {
		return nil, err
	}
	a, err := old.fillOptions(&o, more)
	if err != nil {
		return nil, modelError(name, 1, err)
	}
	m, err := trainModel(ctx, old.training, a, o)
	if err != nil {
		return nil, err
	}
	if given == nil {
		m.info.Language = old.info.Language
	}
	m.info.Dataset.SHA256 = old.info.Dataset.SHA256
	return m, nil
}

// fillOptions fills in the options from the head of the file and returns the approach.
func (m *Model) fillOptions(o *TrainOptions, more []regress.Entry) (a Approach, err error) {
	if o.Seed == 0 {
		o.Seed = m.info.Seed
	}
	if o.Parts.Prior == nil {
		o.Parts.Prior = m.info.Prior
	}
	if o.Parts.Blank == nil {
		o.Parts.Blank = &m.info.Blank
	}
	if o.Analyzer == nil {
		if o.Analyzer = o.Parts.analyzer(m.info.Analyzer); o.Analyzer == nil {
			return a, fmt.Errorf("found analyzer %q, which is not among the parts", m.info.Analyzer)
		}
	}
	if o.Approach != "" {
		a, err = o.approach()
	} else {
		a, err = m.findApproach(o.Parts)
	}
	if err != nil || o.Regressor != nil || !a.NeedsRegressor() || len(m.info.Features) == 0 {
		return a, err
	}
	o.Regressor, err = regress.ByName(m.info.Regressor, regress.Options{Alpha: m.alpha()}, more...)
	return a, err
}

// alpha is the penalty that the Lasso was given; 0 if it was chosen by cross-validation. Files of
// versions that did not record it have the default of the time.
func (m *Model) alpha() float64 {
	switch {
	case m.info.AlphaChosen:
		return 0
	case m.info.Alpha == 0:
		return regress.DefaultAlpha
	}
	return m.info.Alpha
}
