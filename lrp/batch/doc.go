// Package batch predicts and explains the ratings of respondents in JSON lines or a table. It uses
// all processors, and answers in the order of the input. JSON lines are a stream, read in constant
// memory; a table is read as a whole first.
//
// An invalid record is reported with its line and skipped. Answers are written as soon as no more
// input is ready, so a program at the other end of two pipes may wait for each answer.
package batch
