// Package wordnet answers questions about the words of WordNet 3.0 (Fellbaum, WordNet: An
// Electronic Lexical Database, 1998) and the hierarchy of their meanings. Its words, senses,
// hypernyms and irregular forms are embedded, without glosses; package gen makes the table from
// the dictionary files.
//
// # Synsets
//
// A [Synset] is a set of words with one meaning and one part of speech. Words are lemmas in the
// dictionary's spelling, with underscores for blanks; queries may have blanks and capitals.
// Satellite adjectives are adjectives.
//
// # Hierarchy
//
// A hypernym is a more general synset. Instance hypernyms, of a proper name's meaning, count as
// hypernyms throughout. All nouns have one root, "entity"; verbs have some 560; adjectives and
// adverbs have no hypernyms, so that each is its own root. A synset may have several hypernyms.
// Then every path counts: lengths are those of the shortest path, ancestors those on any path,
// and the depth is the number of edges on the longest path to a root, 0 for a root. These are
// the conventions of NLTK's WordNet reader.
//
// A hypernym that would close a cycle is left out when the files are read. The embedded table
// has none.
//
// # Licence
//
// WordNet is the property of Princeton University; its terms are in the file WORDNET-LICENSE.
package wordnet
