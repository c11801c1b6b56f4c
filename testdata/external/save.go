package main

import (
	"context"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/lrp"
)

// parts are what this module's models are made of. To open one takes the same parts.
var parts = partsWith("first last line stack queue")

func partsWith(list string) lrp.Parts {
	return lrp.Parts{Extractors: append(features.Catalog(), RGL, FST, newWordList(list))}
}

// train learns from all respondents with every feature and PLS, writes the model and opens it
// again.
func train(d *datasets.Dataset, path string) (*lrp.Model, error) {
	o := lrp.TrainOptions{Approach: "ALL", Regressor: PLS{}, Parts: parts}
	model, err := lrp.Train(context.Background(), d, o)
	if err != nil {
		return nil, err
	}
	if err := model.Save(path); err != nil {
		return nil, err
	}
	return lrp.OpenModel(path, parts)
}
