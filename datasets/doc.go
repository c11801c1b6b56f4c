// Package datasets holds the data of Luna Rating Prediction: a fixed set of questions, the
// respondents who answered them in natural language, and each respondent's overall rating
// in [0,1].
//
// [Open] reads data sets by a specification KIND[:ARGUMENT]; [Formats] lists the kinds.
// [WriteJSONL] and [ReadJSONL] write and read the native format, which preserves floats
// exactly, and [Digest] identifies a data set by its content. [Splits] and [Folds] draw
// training and test sets.
//
// # Ratings
//
// Unless the source states ratings itself, they are computed from the grades. By default
// ([MinMax]), the sum t of a respondent's graded judgements is scaled over all respondents
// of the data set:
//
//	rating = (t - min t) / (max t - min t)
//
// [Fraction] divides by the highest attainable sum instead. If all sums are equal, min-max
// scaling is undefined: the rating is then the fraction, and the data set carries a warning.
// An answer that was not graded adds nothing to the sum. A respondent without any grade has
// no rating (NaN).
//
// # Texts
//
// Readers repair texts (see [RepairText] and [RepairResponse]) unless Options.Raw is set.
// The native format is never altered.
//
// # Errors
//
// A fault in a file is an [*Error] that names the file and the line. A fault in the
// specification or an option is a [*UsageError].
package datasets
