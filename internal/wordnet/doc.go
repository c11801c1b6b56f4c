// Package wordnet answers questions about the words of WordNet and the hierarchy of their
// meanings, such as the similarities of words by Li et al. (2006) need.
//
// [Default] is WordNet 3.0 (Fellbaum, WordNet: An Electronic Lexical Database, 1998), which
// comes with the package: its words, senses, hypernyms and irregular forms, without
// glosses. [ReadDir] reads the dictionary files of another release.
//
// # Synsets
//
// A [Synset] is a set of words with one meaning, of one part of speech. Words are lemmas in the
// dictionary's spelling, with underscores for blanks; queries may have blanks
// and capitals. Satellite adjectives are adjectives.
//
// # Hierarchy
//
// A hypernym is a more general synset. Instance hypernyms, of a proper name's meaning, count
// as hypernyms throughout. All nouns have one root, "entity"; verbs have some 560; adjectives
// and adverbs have no hypernyms, so that each is its own root. A synset may have several
// hypernyms. Then every path counts: lengths are those of the shortest path, ancestors those on
// any path, and the depth is the number of edges to a root on the shortest
// ([Net.MinDepth]) or longest path ([Net.MaxDepth]), 0 for a root. These are
// the conventions of NLTK's WordNet reader.
//
// A hypernym that would close a circle is left out when the files are read. There is none
// in the table of this package.
//
// # Licence
//
// WordNet is the property of Princeton University; [License] returns its terms.
package wordnet
