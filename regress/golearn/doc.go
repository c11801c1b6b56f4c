// Package golearn makes [github.com/sjwhitworth/golearn] available to package regress: [Tree] fits
// golearn's regression tree behind the interface of package regress, and [Catalog] lists it.
//
// Golearn is no longer maintained and checks little: it sorts NaN anywhere, reads all columns of
// one name as the first, and predicts 0 for some rows with a tree that found no split. This package
// checks its input as package regress does, with the same errors, and corrects or refuses what
// golearn gets wrong. It uses only packages of golearn that need no C compiler.
//
// # Dependencies
//
// Golearn requires dataframe-go, tablewriter and asciigraph, which are therefore in this module's
// go.mod. A module of its own for this package would not change that, since cmd/lrp imports it.
// Modules that import package lrp or regress are not affected, as module graph pruning keeps golearn
// and what it requires out of their go.mod.
package golearn
