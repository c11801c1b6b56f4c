// Package dict reads the dictionary files of WordNet and writes and reads a compact table
// of what it keeps of them: words, synsets, senses, hypernyms and exceptional forms, but
// no glosses.
package dict

import "slices"

// Parts is the number of parts of speech.
const Parts = 4

// Name and Letter name the parts of speech in the order of the dictionary: the ends of the
// files' names, and the letters within them.
var Name = [Parts]string{"noun", "verb", "adj", "adv"}

// Letter holds n, v, a and r. The letter s of satellite adjectives stands for a too.
const Letter = "nvar"

// Dictionary is what is kept of the files. Synsets are numbered from 0 through the parts of
// speech and, within each, in the order of their offsets; words in the order of compare.
type Dictionary struct {
	// Version is that of the copyright notice, such as "3.0".
	Version string
	// Start holds each part's first synset, and the number of all synsets at the end.
	Start [Parts + 1]uint32
	// Offset holds each synset's place in its file, which identifies it.
	Offset []uint32
	// Words holds the different spellings, in which capitals count.
	Words Strings
	// Lemma holds the first of the words that are the same without capitals, of each such
	// group, and the number of words at the end.
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

// Synset returns the synset of a part of speech that has an offset.
func (d *Dictionary) Synset(part int, offset uint32) (uint32, bool) {
	first := d.Start[part]
	i, ok := slices.BinarySearch(d.Offset[first:d.Start[part+1]], offset)
	return first + uint32(i), ok
}

// Lemmas returns the number of lemmas.
func (d *Dictionary) Lemmas() int { return len(d.Lemma) - 1 }

// Find returns the number of a lemma in small letters.
func (d *Dictionary) Find(lemma string) (int, bool) {
	lo, hi := 0, d.Lemmas()
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if fold(d.Words.At(d.Lemma[mid]), lemma) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < d.Lemmas() && fold(d.Words.At(d.Lemma[lo]), lemma) == 0
}
