// Package play keeps the live games of Turing Trade: who waits for a game, who is in one, what
// happens there and when, and the archive of finished games. It applies the rules of package trade,
// to which it tells the time, and writes what happens to a log before anybody learns of it.
package play
