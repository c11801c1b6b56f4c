// Package lrp predicts the overall rating of a respondent, a number from 0 to 1, from answers in
// natural language to a fixed set of questions.
//
//	sets, err := lrp.Load("sample-powergrading")
//	result, err := lrp.Evaluate(ctx, sets, lrp.Options{Seed: 1})
//	err = report.WriteTable(os.Stdout, result, report.Options{})
//	model, err := lrp.Train(ctx, sets[0], lrp.TrainOptions{Seed: 1})
//	prediction, err := model.Predict(responses)
//
// Packages approach and experiment declare the types that are not here.
package lrp
