// Package embed reads, trains and compares word vectors. Words that are used alike have vectors
// that point in similar directions.
//
// [Default] returns an embedded set of 50,000 English words. [Open] reads the formats of
// word2vec, GloVe and fastText, and Luna's own, which is smaller; [Write] writes it. [Train] learns
// vectors from text.
//
// # Similarity
//
// [Vectors.Cosine] compares two words, [Vectors.Nearest] a word with all others.
// [Vectors.Mean] returns one vector for a sentence; compare such vectors with [Cosine].
//
// # Unknown words
//
// No set has every word: the embedded one lacks "a", "i" and contractions such as "don't". A word
// without a vector is skipped. A sentence without any known word has the zero vector, whose cosine
// with every vector, including itself, is 0. Look words up in lower case if the set is in lower
// case.
//
// # Determinism
//
// Sums are computed in the order of the data, so that results do not depend on the number of
// workers. Lookups, means and cosines are the same on every machine; trained vectors are
// the same on machines of one architecture.
//
// # Errors
//
// A fault in a file is an [*Error] that names the file and the line or byte. Counts that a
// file declares are not trusted: memory grows with what is read.
package embed

//go:generate go run ./gen -out . -fixture ../testdata/embed
