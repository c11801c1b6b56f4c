// Package loebner holds the rules of contests for the Loebner Prize: who is admitted, which judge
// compares which entry with which confederate and when, what ballots may say, and who wins what.
//
// The rules of a year are data, [Rules], read from a TOML file; those of years from 2004 to 2017 are
// embedded. A contest has a [Matrix], which says with which confederate a judge compares an entry,
// and a [Schedule], which says in which round. [Make] finds a schedule and [Check] checks any given
// one. [Score] turns ballots into a [Result].
//
// Nothing here reads a clock, a file or the network, except through an [io.Reader].
//
// The rules of another contest or study are one file in the folder rules.
package loebner
