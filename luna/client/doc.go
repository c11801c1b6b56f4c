// Package client speaks the wire interface of a Luna server, for machine players and other programs
// that play Luna Games.
//
// A [Client] has the token of one player. Its methods are safe for concurrent use and retry after
// temporary failures (no connection, 429, 502, 503, 504), after increasing random delays or the
// delay in the server's Retry-After header. A submission that must not take effect twice is not
// sent twice: if it is unknown whether it succeeded, the client fetches the game first.
//
// A refusal by the server is an [*Error] with its status and message. Texts and guesses that the
// rules do not allow are refused with a [*game.InvalidError] before anything is sent.
package client
