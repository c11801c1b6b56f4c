// Package dict reads the dictionary files of WordNet, and writes and reads a compact table of the
// parts that it keeps: words, synsets, senses, hypernyms and irregular forms, but no glosses.
package dict

import "slices"

// Parts is the number of parts of speech.
const Parts = 4

// Name lists the parts of speech in the order of the dictionary, as in the files' names.
var Name = [Parts]string{"noun", "verb", "adj", "adv"}

// Letter holds the letters of the parts of speech in the files. Satellite adjectives have s there.
const Letter = "nvar"

// Dictionary is the content of the files. Synsets are numbered from 0, in the order of the parts of
// speech and, within each, of their offsets; words in the order of compare.
type Dictionary struct {
	// Version is the version in the copyright notice, such as "3.0".
	Version string
	// Start holds the first synset of each part and, at the end, the number of synsets.
	Start [Parts + 1]uint32
	// Offset holds each synset's offset in its file, which identifies it.
	Offset []uint32
	// Words holds the different spellings; case is significant.
	Words Strings
	// Lemma holds the first word of each group of words that are equal in lower case and, at the
	// end, the number of words.
	Lemma []uint32
	// Members lists each synset's words in the order of the file.
	Members Lists
	// Hypernyms lists each synset's direct hypernyms, instance hypernyms included.
	Hypernyms Lists
	// Senses lists the synsets of lemma l and part p at Parts*l+p in the order of senses.
	Senses Lists
	// Exceptions holds each part's irregular forms with their base forms.
	Exceptions [Parts]map[string][]string
}

// Part returns the part of speech of synset s.
func (d *Dictionary) Part(s uint32) int {
	p := 0
	for s >= d.Start[p+1] {
		p++
	}
	return p
}

// Synset returns the synset of a part of speech with the given offset.
func (d *Dictionary) Synset(part int, offset uint32) (uint32, bool) {
	first := d.Start[part]
	i, ok := slices.BinarySearch(d.Offset[first:d.Start[part+1]], offset)
	return first + uint32(i), ok
}

// Lemmas returns the number of lemmas.
func (d *Dictionary) Lemmas() int { return len(d.Lemma) - 1 }
