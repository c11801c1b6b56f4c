// Package export publishes what was asked, answered and guessed in Luna Games, as data for Luna Rating Prediction and for research.
//
// A game is published when it is finished and both of its players consent, people and machines alike. Nothing tells who they are: a player
// has a number of her own in each game, in an order of chance, and there are no times. What players wrote stands as they wrote it.
//
// For each set of five questions that was answered at least twice there is a data set in the native form of package datasets. A
// respondent's rating there is what the asker guessed of her from these very responses, divided by 100; scores are there where the asker
// gave all five. Smarts Ratings themselves are withheld, since their distribution must be (Silver 2016, 3.4) while a tournament runs; an operator
// may have them for her own use by [Options].
package export
