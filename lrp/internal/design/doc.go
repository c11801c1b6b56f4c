// Package design builds design matrices: a row for each respondent, a column for each column of
// each feature on each question.
//
// A [Builder] prepares the features of an experiment or a model once for all texts of a [Corpus].
// There are two ways to go on. [Builder.Fit] fits features to one training part; the [Fitted]
// design has the columns of that part alone, and rows of any response, known or new. It serves
// models and exports. [Builder.Share] and [Builder.Split] serve experiments, which fit the same
// features to many training parts: what does not depend on the split is computed once, and what
// several approaches have in common once for each split. Both give the same predictions.
package design
