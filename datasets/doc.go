// Package datasets holds the data of Luna Rating Prediction: fixed sets of
// questions, the respondents who answered them in natural language, and the
// respondents' overall ratings in [0,1].
//
// [Open] reads every supported format by a specification KIND[:ARGUMENT]; [Formats] lists
// them. [WriteJSONL] and [ReadJSONL] are the native form, which round-trips floats
// exactly, and [Digest] names a data set by its content. [Splits] draws training
// and test parts.
//
// # Ratings
//
// Unless the source states a rating itself, a respondent's rating is made of the
// grades. By default ([MinMax]) the sum t of the respondent's graded judgements is
// scaled over all respondents of the data set:
//
//	rating = (t - min t) / (max t - min t)
//
// [Fraction] divides by the maximum attainable sum instead. Where all sums are
// equal there is nothing to scale by; the rating is then the fraction and the data
// set carries a warning. An answer that was not graded adds nothing to the sum; a
// respondent without any grade has no rating (NaN).
//
// # Texts
//
// Texts are repaired on the way in (see [RepairText] and [RepairResponse]) unless
// Options.Raw is set. The native form is never altered.
//
// # Errors
//
// What is wrong with a file is an [*Error] that names the file and the line; what
// is wrong with the specification is a [*UsageError].
package datasets
