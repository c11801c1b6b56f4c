// Package winograd takes part in the Winograd Schema Challenge and grades answers to it, by the
// rules of the contest of 2016.
//
// A [Problem] asks which of several candidates a pronoun in a text refers to. [Read] reads problems,
// a [Solver] answers them, [WriteOutput] writes the answers in the contest's form, and [Grade] grades
// them.
package winograd
