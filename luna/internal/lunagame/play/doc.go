// Package play keeps a tournament of Luna Games for many players at a time: it is where a move
// is checked and carried out, whether it comes from a page or over the JSON interface. It joins
// the rules of package game, which know nothing of the world, with a log, a clock and the
// accounts of a site.
//
// Every method is safe for concurrent use. Methods that change something return when the change is
// on disk; see package journal.
//
// A player appears in the tournament with their first game. Before that they only have an account.
package play
