// Package lrpbeam predicts ratings and evaluates approaches in pipelines of Apache Beam
// (https://beam.apache.org), with the results of package lrp to the last digit.
//
// [Predict] is a transform for pipelines of others. [Job.Predict] and [Job.Evaluate] run whole jobs
// whose work is divided into parts: files with a manifest each, which 'lrp merge' can join where
// they are in a local folder. A part is written once and then never changed, so that a bundle that
// a runner tries again, or a job that is started again, adds nothing twice.
//
// Programs call beam.Init first, and import the file systems that they need.
package lrpbeam
