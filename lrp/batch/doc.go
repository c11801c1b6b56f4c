// Package batch predicts and explains the ratings of respondents that come as a stream: JSON lines or CSV, of any length, in constant
// memory, on all processors, in order.
//
// A bad record is reported with its line and left out; the others are answered as if it had not been there. Answers are
// written as soon as there is nothing more to read for now, so that a program at the other end of two pipes may wait for
// each of them.
package batch
