// Package batch predicts and explains the ratings of a stream of respondents in JSON lines or CSV.
// It works in constant memory, on all processors, and answers in the order of the input.
//
// An invalid record is reported with its line and skipped. Answers are written as soon as no more
// input is ready, so a program at the other end of two pipes may wait for each answer.
package batch
