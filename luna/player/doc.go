// Package player plays Luna Games over the wire. It asks a fixed set of five questions, lets a
// [Responder] answer the questions of its opponents, and lets a [Guesser] guess their Smarts
// Ratings from the responses. What each game reveals is added to its [Memory], from which the
// guesser learns.
package player
