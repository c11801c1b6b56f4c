// Package game holds the rules of the Luna Game and of the rating system made of it, as Silver (2016) describes them in
// chapter 2 (“The Luna Game”), with what chapters 3 and 6 add. It does nothing but apply rules: it reads and
// writes nothing, and time comes in with each event.
//
// # The rules, and where they stand
//
// The phases (2.1): “During the Interview Phase, each player creates a set of five questions to pose to the opponent. In the Response
// Phase, each player responds to the other's questions. Finally, in the Guess Phase, each player receives responses back
// from her opponent, and must use the responses to guess her opponent's Smarts Rating.”
//
// Questions (2.2): “The only constraint I impose is a limit of 5000 characters per question. I do not insist that questions be actual
// questions, nor that they be in any particular language, nor that they expect a particular form of response.” A
// question in which nothing can be read is none of five, and is refused.
//
// Responses (2.3): “Like questions in the Interview Phase, responses are unconstrained in form, and only limited in length to 5000
// characters each.” An empty response is therefore one. “Questions are received as soon as both players have
// finished the Interview Phase.” “Responses are not returned until both players have finished answering all questions.”
//
// Characters are counted as Unicode code points. A limit in grapheme clusters, what a reader calls a character, would be
// none: a cluster may be of any length. Texts must be valid UTF-8 and are kept as they came.
//
// Scores (2.4.1): “I provide functionality that encourages the player to evaluate each question individually on a sliding scale from 0 to 100. …
// This process is optional.”
//
// The outcome (2.5): “The winner of the game is the player whose guess is closest (in terms of L1 distance) to the actual Smarts
// Rating of their opponent. It is possible, though unlikely, for the game to end in a tie if the distance between guess and
// actual is equal for both players. In addition to reporting the outcome of the game, the system reveals the actual
// Smarts Rating of the opponent and the opponent's guess.” The actual rating is the one that stands when the game
// ends, before its own guesses are counted: a player may be in several games at a time, and each that ends moves her rating.
//
// Ratings (2.5): “The system also updates the players' Smarts Ratings so that it is the mean of all previous human opponent
// Guesses … Machine guesses are not factored into Smarts Ratings.” (2.5.2): “New players do not have Smarts Ratings until the
// end of their first game, at which point they are assigned the guess of their first opponent.” Whom only machines have met has
// no rating yet, and is a first-time player still.
//
// First games (3.2.3): “a Luna Game between a first time player and a non-first time player will result in a win for the latter, but
// will not be counted as a loss for the first time player. A Luna Game between two first time players will result in a
// tie.” The first-time player's own outcome is then a tie too.
//
// Stalled games (6.5): “The remaining player is left waiting until the game expires due to inactivity (which currently occurs after 3
// days).” A game that expires or is deactivated has no outcome and changes no rating, not by a guess either that one of its
// players had made.
//
// That a player joins the oldest open game of another one, is in [MaxActive] games at most, and in one game at a time
// with the same player, is how the website of chapter 6 worked. Chapter 3.4 advises to withhold the distribution of ratings: a
// [View] tells of no player but the two.
//
// # How it works
//
// A [Tournament] is the state of all players and games (1.4.1: “a never-ending tournament of a two-player game”). It changes by
// an [Event] only: [Tournament.Check] says whether the rules allow one, [Tournament.Apply] makes it so. Events are
// plain values with a form in JSON. A server that keeps those applied, in their order, has the whole state: [Replay] makes it
// again, ratings equal to the bit (on one kind of processor and with one [Aggregate]; the mean is equal on all).
//
// [Tournament.View] is the one place that decides what a player sees of a game. All else that a Tournament tells is for the program around
// it and must not be shown to players as it is.
//
// A Tournament is not safe for concurrent use; methods other than [Tournament.Apply] and [Tournament.Overdue] only read, and may run at the
// same time. What they return may be kept, but not be written to through its pointers.
package game
