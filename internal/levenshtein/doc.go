// Package levenshtein computes the Levenshtein distances of one text to many.
//
// An [Alphabet] numbers the symbols of the texts, characters or words. A [Pattern] is made of one
// text and compared with any number of others; each symbol of these takes a few instructions per
// 64 symbols of the pattern (G. Myers, "A fast bit-vector algorithm for approximate string
// matching based on dynamic programming", JACM 46(3), 1999, in the form of H. Hyyrö, "A
// bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic Journal of
// Computing 10(1), 2003).
//
// # Why not a library
//
// The module uses github.com/agnivade/levenshtein for single pairs of words, and the tests
// compare this package with it. The features of edit distances compare each text with many: CED
// and WED all responses to a question with its key, NNC and NNW with one another. Milliseconds
// for all questions of a data set, on one core of a Xeon, the fastest of six runs
// (go test -run - -bench EditDistances -cpu 1 ./features):
//
//	               Powergrading          Mohler et al.
//	         this package  agnivade  this package  agnivade
//	CED                 9        26             9        59
//	WED                 2        12             2        13
//	NNC               154      2214            79       533
//	NNW                51      1313            21       165
//
// A whole evaluation of both data sets takes some 4,000 ms of processor time. Of the differences,
// those of NNC and NNW also have other causes: an index by length and [Pattern.Within] spare most
// of the comparisons. Words are characters to agnivade, which has to number them for each pair.
package levenshtein
