// Package mail tells players by mail that it is their turn. Mail goes out by SMTP, as plain text without anything that tells whether it was
// read, and to nobody who has not confirmed her address by a signed link; each letter has a link that ends it.
//
// A [Post] never makes its callers wait: it has a queue of bounded length and one worker, which tries again what fails for a passing
// reason. What waits when the program ends is not kept: the player sees her games at her next visit, and it is a courtesy only.
package mail
