// Package embed holds word vectors: a vector of numbers for each word, such that words
// used alike have vectors of a small angle.
//
// [Default] is an embedded set of 50,000 English words. [Open] reads the formats of
// word2vec, GloVe and fastText and the package's own, which is smaller and mapped into memory;
// [Write] converts to it. [Train] makes vectors from texts.
//
// # Similarity
//
// [Vectors.Cosine] compares two words, [Vectors.Nearest] a word with all others.
// [Vectors.Mean] is one vector for a whole sentence, to be compared by [Cosine].
//
// # Unknown words
//
// No set has all words: the embedded one lacks "a", "i" and contractions such as "don't". A
// word without a vector is skipped. A sentence without any known word has
// the zero vector, and the zero vector has similarity 0 with everything, itself
// included. Words are compared as they are: lower-case them for a set in lower case.
//
// # Determinism
//
// Sums run in the order of the data, so that results do not depend on the number of
// workers. Lookups, means and cosines are the same on every machine; trained vectors are
// the same on machines of one architecture.
//
// # Errors
//
// What is wrong with a file is an [*Error] that names the file and the line or byte.
// Counts that a file declares are not trusted: memory grows with what is read.
package embed

//go:generate go run ./gen -out . -fixture ../testdata/embed
