package levenshtein

import "math/bits"

// Sketch is a text with what tells most texts apart without comparing them.
type Sketch struct {
	Symbols []int32
	// A bit for the first and the second symbol, and one for each pair of neighbours, that have the
	// same last bits.
	single, pairs bitSet
}

// bitSet is a set of bits with their number.
type bitSet struct {
	bits [2]uint64
	n    int
}

func (s *bitSet) count() { s.n = bits.OnesCount64(s.bits[0]) + bits.OnesCount64(s.bits[1]) }

// NewSketch returns the sketch of a text.
func NewSketch(symbols []int32) Sketch {
	t := Sketch{Symbols: symbols}
	for i, s := range symbols {
		bit := uint64(1) << (s % 64)
		t.single.bits[1] |= t.single.bits[0] & bit
		t.single.bits[0] |= bit
		if i > 0 {
			pair := symbols[i-1]*37 + s
			t.pairs.bits[pair/64%2] |= 1 << (pair % 64)
		}
	}
	t.single.count()
	t.pairs.count()
	return t
}

// Beyond reports whether the distance is known to exceed most without comparing the texts. An edit
// changes their length by at most one, and adds at most one symbol, and two pairs of neighbours, to
// those that one text has and the other does not.
func (t *Sketch) Beyond(u *Sketch, most int) bool {
	longer := len(t.Symbols) - len(u.Symbols)
	return max(longer, -longer) > most || t.single.apart(&u.single) > 2*most ||
		t.pairs.apart(&u.pairs) > 4*most
}

// apart returns twice the number of bits that one set has and the other does not, where that is
// larger.
func (s *bitSet) apart(o *bitSet) int {
	more := s.n - o.n
	return bits.OnesCount64(s.bits[0]^o.bits[0]) + bits.OnesCount64(s.bits[1]^o.bits[1]) +
		max(more, -more)
}
