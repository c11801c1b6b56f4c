package main

import (
	"context"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/lrp"
)

// parts are what this module's models are made of. Whoever opens one needs the same.
var parts = lrp.Parts{Extractors: append(features.Catalog(), RGL, FST)}

// train learns from all respondents with every feature and PLS, writes the model and opens it again.
func train(d *datasets.Dataset, path string) (*lrp.Model, error) {
	model, err := lrp.Train(context.Background(), d, lrp.TrainOptions{Approach: "COM", Regressor: PLS{}, Parts: parts})
	if err != nil {
		return nil, err
	}
	if err := model.Save(path); err != nil {
		return nil, err
	}
	return lrp.OpenModel(path, parts)
}
