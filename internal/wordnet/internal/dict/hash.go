package dict

// Index finds lemmas by a hash table, some twenty times as fast as a binary search.
type Index struct {
	d     *Dictionary
	slots []uint32 // 1 + number of the lemma, 0 if free; their number is a power of two
}

// NewIndex makes the index of a dictionary's lemmas.
func NewIndex(d *Dictionary) *Index {
	size := 16
	for size < 2*d.Lemmas() {
		size *= 2
	}
	x := &Index{d: d, slots: make([]uint32, size)}
	for l := range d.Lemmas() {
		at := spread(fnv(offset, d.Words.At(d.Lemma[l]))) & uint64(size-1)
		for x.slots[at] != 0 {
			at = (at + 1) & uint64(size-1)
		}
		x.slots[at] = uint32(l + 1)
	}
	return x
}

// Find returns the number of a lemma in lower case, and whether there is one.
func (x *Index) Find(lemma string) (int, bool) { return x.FindJoined(lemma, "") }

// FindJoined is Find for the concatenation of a stem and an ending.
func (x *Index) FindJoined(stem, ending string) (int, bool) {
	mask := uint64(len(x.slots) - 1)
	for at := spread(fnv(fnv(offset, stem), ending)) & mask; x.slots[at] != 0; at = (at + 1) & mask {
		l := int(x.slots[at] - 1)
		w := x.d.Words.At(x.d.Lemma[l])
		if len(w) == len(stem)+len(ending) &&
			fold(w[:len(stem)], stem) == 0 && fold(w[len(stem):], ending) == 0 {
			return l, true
		}
	}
	return 0, false
}

// fnv continues the hash FNV-1a with a word converted to lower case.
func fnv(h uint64, word string) uint64 {
	for i := range len(word) {
		h = (h ^ uint64(lower(word[i]))) * 0x100000001b3
	}
	return h
}

// offset is the offset basis of FNV-1a.
const offset = 0xcbf29ce484222325

// spread mixes the upper half of a hash into the lower.
func spread(h uint64) uint64 { return h ^ h>>32 }

// LemmaOfWords returns the number of each word's lemma.
func (d *Dictionary) LemmaOfWords() []uint32 {
	lemmaOf := make([]uint32, d.Words.Len())
	for l := range uint32(d.Lemmas()) {
		for w := d.Lemma[l]; w < d.Lemma[l+1]; w++ {
			lemmaOf[w] = l
		}
	}
	return lemmaOf
}
