// Package journal keeps the state of a game that follows from a log of events, for many callers
// at a time.
//
// Changes take effect one after the other, whole or not at all. A call that changes something
// returns when the change is on disk, and nobody sees it before. Changes that arrive while the
// disk is busy share the next commit.
//
// The state is held twice. The writer checks changes on a draft that nobody else sees, waits for
// the disk without holding any lock, and then repeats the events on the state that readers see.
// Readers thus wait for other readers' and the writer's work in memory, but never for the disk.
package journal
