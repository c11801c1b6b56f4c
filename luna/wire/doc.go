// Package wire defines the JSON of the interface between a rating system's server and programs
// that play: the bodies of requests and of answers. It is the interface of the website of Silver
// (2016), chapter 6.2.2, so that machine players written for that site work unchanged. Package
// luna/client speaks it; docs/playing.md lists the paths.
//
// Requests carry “Authorization: Bearer TOKEN” and a body in JSON or form-encoded, where lists
// are repeated fields. An answer whose status is not 2xx is a [Message].
package wire
