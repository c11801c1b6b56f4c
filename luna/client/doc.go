// Package client speaks the wire interface of a Luna server, for machine players and other programs that play Luna Games.
//
// A [Client] carries one player's token. Its methods take a context, are safe for concurrent use, and retry what fails for a passing reason
// (no connection, 429, 502, 503, 504), with waits that grow and are never the same, or as long as the server's Retry-After says. What must not
// be done twice is not sent twice: after a submission whose fate is not known, a Client looks at the game first.
//
// A refusal of the server is an [*Error] with its status and message; texts and guesses that the rules of package game do not allow are
// refused with a [*game.InvalidError] before anything is sent.
package client
