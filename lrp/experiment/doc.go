// Package experiment measures how well approaches predict ratings.
//
// There are four protocols. [Evaluate] splits the respondents at random many times, fits on one
// part and predicts the other. [CrossValidate] and [LeaveOneOut] predict every respondent once.
// [Published] repeats the experiment behind the printed figures of Silver (2016). All return a
// [Report], and [Compare] tests whether its approaches differ by more than chance. [Curve] measures
// the error by the number of respondents rated.
//
// Fitting knows nothing of the test part but the texts of its responses, from which no approach of
// this module learns. Results depend on data, options and seed, not on the number of workers.
//
// [NewDesign] gives the numbers of one split to other programs. Package report shows results,
// package stats has the formulas.
package experiment
