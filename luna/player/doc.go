// Package player is a machine that plays Luna Games over the wire: it asks a fixed set of five questions, has a [Responder] answer those of its
// opponents, and a [Guesser] guess their Smarts Ratings from the responses. What each game reveals joins its [Memory], from which the
// guesser learns.
package player
