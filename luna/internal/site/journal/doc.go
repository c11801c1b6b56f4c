// Package journal continues a log of events, and with it the state of a game to which they lead, for
// many callers at a time.
//
// Changes take effect one after the other, whole or not at all. A call that changes something
// returns when the change is on disk, and nobody sees it before. Changes that arrive while the
// disk is busy share the next commit.
//
// The state is in tables of the same database. It is written in the transaction that adds the events
// to the log, with the position that the tables have reached ([store.Position]). So nothing is
// replayed when a journal is opened, unless the tables are behind the log, as they are when they are
// new: then they catch up, in steps that last even if the process does not.
//
// The writer alone keeps a state in memory, the rules' S: what it needs to check changes. If a write
// fails, it is loaded from the tables again. Readers read the tables, and wait neither for the writer
// nor for the disk.
package journal
