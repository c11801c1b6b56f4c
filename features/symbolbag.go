package features

import "math/bits"

// symbolBag is a set of few bits that stands for the bag of a text's symbols: the k-th occurrence
// of a symbol sets the bit symbol + 32 k, modulo the number of bits.
type symbolBag [2]uint64

const (
	bagWordSize      = 64
	occurrenceStride = 32
)

// bagBuilder builds bags with the same memory.
type bagBuilder struct {
	count []uint32 // by symbol; all zero between texts
}

func (c *bagBuilder) build(symbols []int32) symbolBag {
	var b symbolBag
	for _, s := range symbols {
		if int(s) >= len(c.count) {
			c.count = append(c.count, make([]uint32, int(s)+1-len(c.count))...)
		}
		bit := uint32(s) + occurrenceStride*c.count[s]
		c.count[s]++
		b[bit/bagWordSize%2] |= 1 << (bit % bagWordSize)
	}
	for _, s := range symbols {
		c.count[s] = 0
	}
	return b
}

// minDistance is a lower bound of the texts' edit distance, because a change of one symbol removes
// at most one bit from a bag and adds at most one.
func (b symbolBag) minDistance(other symbolBag) int {
	return max(
		bits.OnesCount64(b[0]&^other[0])+bits.OnesCount64(b[1]&^other[1]),
		bits.OnesCount64(other[0]&^b[0])+bits.OnesCount64(other[1]&^b[1]))
}
