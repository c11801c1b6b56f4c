// Package export publishes what was asked, answered and guessed in Luna Games, as data for Luna
// Rating Prediction and for research.
//
// A game is published if it is finished and both of its players consent, people and machines
// alike. Nothing identifies them: a player has a new number in each game, in random order, and
// there are no times. Texts are published as written.
//
// For each set of five questions that was answered at least twice there is a data set in the
// native form of package datasets. A respondent's rating there is the asker's guess, made from
// these very responses, divided by 100; scores are present if the asker gave all five. Smarts
// Ratings themselves are withheld, since their distribution must be secret while a tournament runs
// (Silver 2016, 3.4); operators may add them for their own use by [Options].
package export
