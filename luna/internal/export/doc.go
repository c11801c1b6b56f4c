// Package export publishes what was asked, answered and guessed in Luna Games, as data for Luna
// Rating Prediction and for research, without giving a rating away that is still to be guessed.
//
// A rating is the mean of guesses, so whoever finds the guesses about their opponent wins. A player
// is recognized by questions or responses that they repeat. Hence [Build] applies these rules:
//
//   - A record has one player's responses, the questions to which they respond, and the asker's
//     scores and guess. The responder's own questions, which the other half of the game has, are in
//     another record at another place, and nothing links the two.
//   - A record is published when the responder has retired: they have had no active game, and have
//     entered none, for [Options.After]. Players are published at the beginning of a month, at least
//     [Options.Together] at a time, so that what is new is not that of one player. A player who
//     returns before that waits until they retire again.
//   - What is published remains so if the player returns. Records that disappeared would show which
//     ones are theirs. Their later games are never published.
//   - Of the records of a player, one has the guess and the scores, chosen by a secret key. Whoever
//     recognizes a player by repeated answers thus learns one guess at most.
//   - Both players of the game consent. If one withdraws or deletes their account, the records of
//     their games disappear with the next build.
//
// Nothing identifies players. There are no times, the order depends on a secret key, and texts are
// published as written. The same rules hold for machines.
//
// For each of the largest sets of five questions there is a data set in the native form of package
// datasets. A respondent's rating there is the asker's guess, made from these very responses,
// divided by 100, and unknown where it is not published. Smarts Ratings themselves are withheld, since
// their distribution must be secret while a tournament runs (Silver 2016, 3.4); operators may have
// them for their own use by [Options].
package export
