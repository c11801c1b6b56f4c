// Package journal continues a log of events, and the state of a game to which they lead, for many
// callers at a time.
//
// Changes take effect one after another, each completely or not at all. A call that changes
// something returns when the change is on disk, and nobody sees the change before that. Changes
// that arrive while the disk is busy share the next commit.
//
// The state is in tables of the same database. It is written in the transaction that adds the
// events to the log, with the position that the tables have reached ([store.Position]). So nothing
// is replayed when a journal is opened, unless the tables are behind the log, as they are when they
// are new: then they catch up, in steps that persist even if the process is killed.
//
// Only the writer keeps a state in memory, the S of the rules: what it needs to check changes. If a
// write fails, the state is loaded from the tables again. Readers read the tables, and wait neither
// for the writer nor for the disk.
package journal
