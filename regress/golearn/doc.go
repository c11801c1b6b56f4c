// Package golearn is the bridge to [github.com/sjwhitworth/golearn], in both directions:
//
//   - [Instances] hands a design to golearn's users, [FromInstances] takes one from them;
//   - [Tree] fits golearn's regression tree behind the interface of package regress,
//     and [Catalog] and [ByName] list it as those of package regress list theirs.
//
// Golearn is no longer maintained, and checks little: NaN sorts anywhere, columns of one name are
// all read as the first, a tree that finds nothing to split predicts 0 for some rows. What this
// package takes in is checked as package regress checks it, with the same errors, and what golearn
// gets wrong is put right or refused. Of golearn only packages that need no C compiler are used.
package golearn
