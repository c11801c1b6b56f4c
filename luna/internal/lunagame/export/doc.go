// Package export publishes what was asked, answered and guessed in Luna Games, as data for Luna
// Rating Prediction and for research, without giving away a rating that is still to be guessed.
//
// A rating is the mean of guesses, so a player who finds the guesses about their opponent wins.
// Players can be recognized by questions or responses that they repeat. Hence [Build] applies these
// rules:
//
//   - A record has one player's responses, the questions to which they respond, and the asker's
//     scores and guess. The responder's own questions, which belong to the other half of the game,
//     are in another record at another place, and nothing links the two.
//   - A record is published when the responder has retired: they have had no active game, and have
//     entered none, for [Options.After]. Players are published at the beginning of a month, at
//     least [Options.Together] at a time, so that new records never come from a single player.
//     Players who return before that wait until they retire again.
//   - What is published stays published if the player returns, since records that disappeared would
//     show which ones are theirs. The player's later games are never published.
//   - Of the records of a player, one, chosen by a secret key, has the guess and the scores.
//     Somebody who recognizes a player by repeated answers thus learns one guess at most.
//   - Both players of the game must consent. If one withdraws or deletes their account, the records
//     of their games disappear with the next build.
//
// Nothing identifies players. There are no times, the order depends on a secret key, and texts are
// published as written. The same rules hold for machines.
//
// For each of the largest sets of five questions there is a data set in the native form of package
// datasets. A respondent's rating there is the asker's guess, made from these very responses,
// divided by 100; it is unknown where the guess is not published. Smarts Ratings themselves are
// withheld, since their distribution must be secret while a tournament runs (Silver 2016, 3.4);
// operators can export them for their own use with [Options].
package export
