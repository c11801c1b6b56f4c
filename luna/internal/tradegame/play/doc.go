// Package play keeps the live games of Turing Trade: who waits for a game, who is in one, what
// happens there and when. It applies the rules of package trade, to which it tells the time, and
// writes what happens to a log before anybody learns of it.
//
// The [Referee] keeps all of them. An entrant waits in the lobby. A seat is somebody's place in a
// game, as a bettor or as the target. Of a live game, package archive has the state to which the
// log leads, which only the journal's writer touches; a live is the part that its players may see.
package play
