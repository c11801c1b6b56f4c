// Package mail sends letters to players over SMTP, in plain text that does not track its readers.
// Except for the request to confirm an address, nothing is sent to an address that its owner has
// not confirmed with a signed link, and each letter has a link to unsubscribe.
//
// A [Post] never blocks its callers: letters wait in a bounded queue. Several are sent at a time,
// but only a few to the same host, so that a mail server that is slow with some of them does not
// hold up others. A letter that fails for a temporary reason is tried again later, without holding
// up others in the meantime. Letters that are waiting when the program ends are lost. They are only
// a courtesy: players see their games at their next visit, and can ask for another link.
package mail
