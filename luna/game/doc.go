// Package game implements the rules of the Luna Game and of the rating system built on it, as
// described in Silver (2016), chapter 2 (“The Luna Game”), with additions from chapters 3 and 6. It
// only applies rules: it reads and writes nothing, and the time comes with each event.
//
// # The rules and their sources
//
// Phases (2.1): “During the Interview Phase, each player creates a set of five questions to pose to
// the opponent. In the Response Phase, each player responds to the other's questions. Finally, in
// the Guess Phase, each player receives responses back from [the] opponent, and must use the
// responses to guess [the] opponent's Smarts Rating.”
//
// Questions (2.2): “The only constraint I impose is a limit of 5000 characters per question. I do
// not insist that questions be actual questions, nor that they be in any particular language, nor
// that they expect a particular form of response.” A question without visible characters does not
// count as one of five and is refused.
//
// Responses (2.3): “Like questions in the Interview Phase, responses are unconstrained in form, and
// only limited in length to 5000 characters each.” An empty response is therefore valid. “Questions
// are received as soon as both players have finished the Interview Phase.” “Responses are not
// returned until both players have finished answering all questions.”
//
// Characters are counted as Unicode code points. Grapheme clusters, which readers call characters,
// would not limit the length, because a cluster can be arbitrarily long. Texts must be valid UTF-8
// and are stored unchanged.
//
// Scores (2.4.1): “I provide functionality that encourages the player to evaluate each question
// individually on a sliding scale from 0 to 100. … This process is optional.”
//
// Outcome (2.5): “The winner of the game is the player whose guess is closest (in terms of L1
// distance) to the actual Smarts Rating of their opponent. It is possible, though unlikely, for the
// game to end in a tie if the distance between guess and actual is equal for both players. In
// addition to reporting the outcome of the game, the system reveals the actual Smarts Rating of the
// opponent and the opponent's guess.” The actual rating is the one when the game ends, before the
// guesses of the game are counted: players may be in several games at a time, each of which changes
// their rating when it ends.
//
// Ratings (2.5): “The system also updates the players' Smarts Ratings so that it is the mean of all
// previous human opponent Guesses … Machine guesses are not factored into Smarts Ratings.” (2.5.2):
// “New players do not have Smarts Ratings until the end of their first game, at which point they
// are assigned the guess of their first opponent.” A player who has only played machines has no
// rating and is still a first-time player.
//
// First games (3.2.3): “a Luna Game between a first time player and a non-first time player will
// result in a win for the latter, but will not be counted as a loss for the first time player. A
// Luna Game between two first time players will result in a tie.” For the first-time player, the
// outcome of the first kind of game is a tie, too.
//
// Stalled games (6.5): “The remaining player is left waiting until the game expires due to
// inactivity (which currently occurs after 3 days).” A game that expires or is deactivated has no
// outcome and changes no rating, unless the opponent of the player who leaves, or falls silent, has
// guessed: then it is forfeited. The guess counts, and the game is lost for the player who leaves
// and, if that player is rated, won for the other. Otherwise a low guess could be undone. It could
// also be avoided by leaving earlier, after reading the questions. A server holds players
// responsible for that: see [Tournament.Stallers] and [Stall]. It may end games earlier that nobody
// answers, and let those who wait play others: see [Pairing.Release].
//
// A player is in at most [MaxActive] games, and in at most one with the same opponent: this is how
// the website of chapter 6 worked. There, a player joined another player's oldest open game;
// [Pairing] prefers people. Machines take turns, as those of 6.2.2 did, “alternating one at a time
// against randomly selected human opponents”. Chapter 3.4 recommends withholding the distribution
// of ratings: a [View] says nothing about other players.
//
// # Fair ratings
//
// The thesis relies on honest players: “LRS is tolerant to a small minority of Minimum Guessing
// players, but measures should be taken to discourage and prevent wide use of the strategy”
// (3.2.2). On the internet one person can be many players, so these rules are added:
//
// Each guess has a weight from 0 to 1, which the program around the rules sets when the guess is
// made. Guesses about a player from one network, or by one account from several, weigh as much
// together as the heaviest of them. A player has a full rating once the guesses weigh [MinWeight]
// together; one guess of an experienced player is enough. Until then the rating is provisional: it
// decides games, but neither wins nor streaks of its owner, and others do not lose to it, since an
// account is easily misjudged on purpose. A special event damps the guesses of a player, or
// makes them count fully again. Wins over players of the same network neither count nor continue a
// streak, and losses to them do not end one. Events name the version of the rules, [Rules], so
// that logs of earlier versions lead to the same ratings and outcomes as then, to the bit.
//
// # How it works
//
// A [Tournament] is the state of all players and games (1.4.1: “a never-ending tournament of a
// two-player game”). Only an [Event] changes it: [Tournament.Check] checks it against the rules,
// [Tournament.Apply] applies it. Events are plain values with a JSON form. The log of applied
// events, in order, is the whole state: a tournament that applies them again is the same. Ratings
// are the same to the bit on one kind of processor and with the same [Aggregate]; those of the mean
// are the same on all. A tournament keeps no texts, and finds in its [Source] what it has let go.
//
// [Tournament.View] alone decides what players see of a game. Other results of a Tournament are for
// the program around it and must not be shown to players as they are.
//
// A Tournament is not safe for concurrent use, but methods other than [Tournament.Apply] and
// [Tournament.Overdue] only read and may run at the same time. Callers may keep the results but
// must not write through their pointers.
package game
