// Package winograd takes part in the Winograd Schema Challenge and grades answers to it, by the
// rules of the contest of 2016. Package wsc has the problems and the files of answers.
//
// A [Solver] answers problems by [Answer], and [GradeRound] grades answers.
//
// A new solver is a [Solver] and one case in open.go.
package winograd
