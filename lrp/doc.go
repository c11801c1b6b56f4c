// Package lrp is Luna Rating Prediction as a whole: it predicts a respondent's overall rating,
// a number in [0,1], from answers in natural language to a fixed set of questions, and tells how well that goes.
//
//	sets, err := lrp.Load("sample-powergrading")
//	…
//	result, err := lrp.Evaluate(ctx, sets, lrp.Options{Seed: 1})
//	…
//	err = report.WriteTable(os.Stdout, result, report.Options{})
//	…
//	model, err := lrp.Train(ctx, sets[0], lrp.TrainOptions{Seed: 1})
//	…
//	prediction, err := model.Predict(responses)
//
// # Approaches
//
// An [Approach] is one way to predict: a control, which looks at no answer (RAN, CBG); features,
// whose columns a regressor of package regress gets (BOW, COM and so on); or a [Learner], which reads the texts
// itself (AUTO, of package grades). [Approaches] lists them, [SelectApproaches] takes them by name, and [ApproachesOf] adds
// features from anywhere; docs/extending.md shows how.
//
// # Experiments
//
// [Evaluate] splits the respondents at random many times, fits on one part and predicts the other.
// [CrossValidate] and [LeaveOneOut] predict every respondent once. All return a [Report]. [Curve] measures the error by the
// number of respondents rated, [Compare] tests whether approaches differ by more than chance. Package report
// shows what they return, package stats has the formulas.
//
// Nothing of the test part is known in fitting but the texts of its responses, from which
// no approach of this module learns. Results depend on data, options and seed, not on the number of workers.
//
// # Models
//
// [Train] fits one approach to all rated respondents of a data set. The [Model] predicts ([Model.Rating] the rating alone and fast,
// [Model.Predict] with its uncertainty), explains ([Model.Explain]), and is kept in a file ([Model.Save], [OpenModel]), from which it
// predicts the same to the bit. [Parts] names what models are made of besides the module's own features, vectors
// and regressors. Package batch answers streams of respondents, package serve requests over HTTP.
//
// # Designs
//
// [NewDesign] gives the numbers of one split to other programs.
package lrp
