// Package wire holds what goes over the wire between the rating system's server and its players, people's pages aside: the forms in
// JSON of answers that are no [game.View], and the paths. It is the interface of the website of Silver (2016), chapter 6.2.2, so that a machine
// player written for that site works unchanged; package luna/client speaks it, luna/api serves it.
//
// Requests carry “Authorization: Bearer TOKEN” and have a body in JSON or form-encoded, where lists are repeated fields. An answer
// of a status that is not 2xx has a [Message].
package wire
