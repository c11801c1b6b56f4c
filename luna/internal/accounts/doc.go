// Package accounts lets players in: it registers them, checks passwords and tokens, and limits how often somebody may try, alike for
// the interface of machines and the pages of people.
//
// What an address or a name has tried counts by [auth.Guard], whichever way it came. A name that is not there, one that
// cannot log in and a wrong password are the same [ErrLogin] after the same time.
package accounts
