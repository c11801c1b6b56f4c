// Package archive keeps what happened in games of Turing Trade: the log of their records, the live
// games to which it leads, and tables of finished games, their texts and their players' results.
//
// Invariants: the tables follow from the log alone, but for what players consent to
// ([Archive.Verify] makes them again and compares). A game is public once it is finished, all of
// its texts have been released, and all of its players agree.
package archive
