// Package regress learns maps, linear and other, from sparse rows to numbers.
//
// It knows matrices and targets only, nothing of texts. A [Regressor] holds
// hyper-parameters; Fit turns a [Problem] into a [Model]; [Catalog] lists the
// regressors and [ByName] makes one:
//
//   - [OLS], least squares with an intercept, of minimum norm where the columns
//     outnumber the rows or depend on one another;
//   - [Ridge], least squares with an L2 penalty, chosen by leave-one-out; [RidgePath];
//   - [Lasso], least squares with an L1 penalty, and [lassoCV], which chooses it by
//     cross-validation; [LassoPath];
//   - [ElasticNet], both penalties, chosen by cross-validation; [ElasticNetPath];
//   - [Huber], robust to outlying targets.
//
// These are not linear:
//
//   - [KNN], the mean of the nearest rows;
//   - [KernelRidge], ridge regression in the space of a kernel;
//   - [GP], Gaussian processes that weigh groups of columns, and tell how sure they are;
//   - [SVR], support vector regression;
//   - [GBT], gradient-boosted trees.
//
// Every fit is a fixed sequence of floating-point operations: the same problem
// gives the same bits, whatever GOMAXPROCS is and however many fits run at once.
//
// [EncodeModel] writes a model to bytes; [DecodeModel] reads it back, checking bytes that
// need not be trusted.
//
// A further regressor is one file with its type and one line in the table of
// catalog.go; the conformance tests range over that table. A model of a further type has a
// method Check and one line in the table of codec.go. One from outside is any type with the methods of
// [Regressor]; package regresstest checks it and docs/extending.md shows how.
package regress
