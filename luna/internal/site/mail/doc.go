// Package mail writes to players, by SMTP and in plain text that does not track its readers.
// Except for the request to confirm an address, nothing is sent to an address that its owner has
// not confirmed by a signed link, and each letter has a link that ends them.
//
// A [Post] never blocks its callers: letters wait in a bounded queue. Several are sent at a time, few
// of them to the same host, so that a mail server that is slow with some holds up no others. What
// fails for a temporary reason is tried again later and meanwhile is in nobody's way. Letters that
// wait when the program ends are lost. They are a courtesy only: players see their games at their
// next visit, and can ask for another link.
package mail
