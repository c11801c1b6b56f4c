// Package regress fits regression models to sparse design matrices.
//
// It knows matrices and targets, but nothing of texts. A [Regressor] holds hyper-parameters; Fit
// turns a [Problem] into a [Model]. [Catalog] lists the regressors and [ByName] makes one. These
// are linear:
//
//   - [OLS]: least squares with an intercept, of minimum norm if the columns outnumber the rows or
//     are linearly dependent;
//   - [Ridge]: least squares with an L2 penalty, chosen by leave-one-out cross-validation;
//   - [Lasso]: least squares with an L1 penalty;
//   - [ElasticNet]: both penalties, chosen by cross-validation;
//   - [Huber]: robust to outlying targets.
//
// These are not linear:
//
//   - [KernelRidge]: ridge regression in the feature space of a kernel;
//   - [GP]: Gaussian processes, which weight groups of columns and have a predictive variance.
//
// Every fit is a fixed sequence of floating-point operations: the same problem gives the same bits,
// whatever GOMAXPROCS is and however many fits run concurrently.
//
// [EncodeModel] writes a model to bytes. [DecodeModel] reads it back and checks the bytes, which
// need not be trusted.
//
// To add a regressor, write one file with its type and add one line to [Catalog]; the conformance
// tests range over the catalog. If its model is of a new type, give that a method Check and add one
// line to the table in codec.go. A regressor from another module is any type with the methods of
// [Regressor]; package regresstest checks it and docs/extending.md shows how.
package regress
