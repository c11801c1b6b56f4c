// Package mail writes to players, by SMTP and in plain text that does not track its readers.
// Except for the request to confirm an address, nothing is sent to an address that its owner has
// not confirmed by a signed link, and each letter has a link that ends them.
//
// A [Post] never blocks its callers: a bounded queue feeds one worker, which retries what fails
// for a temporary reason. Letters that are queued when the program ends are lost. They are a
// courtesy only; players see their games at their next visit.
package mail
