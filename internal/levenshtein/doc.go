// Package levenshtein computes Levenshtein distances of one text to many, and of all pairs of many texts.
//
// An alphabet, [Runes] or [Words], numbers the symbols of the texts; a [Pattern] is made once of a text and
// compared with any number of others, each symbol of which takes a few instructions for 64 symbols of the pattern:
// G. Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic programming", JACM
// 46(3), 1999, in the form of H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit
// distances", Nordic Journal of Computing 10(1), 2003. For a single pair github.com/agnivade/levenshtein does as well; the
// tests hold this package against it.
package levenshtein
