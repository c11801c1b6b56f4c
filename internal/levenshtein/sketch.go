package levenshtein

import "math/bits"

// Sketch is a text with what tells most texts apart without comparing them.
type Sketch struct {
	Symbols []int32
	Number  int32 // by which the caller knows the text
	counts  [2]int32
	// Two words with a bit for the first and the second of the symbols that have the same last
	// bits, and two with one for each such pair of neighbours.
	bits [4]uint64
}

// NewSketch returns the sketch of a text.
func NewSketch(symbols []int32) Sketch {
	t := Sketch{Symbols: symbols}
	for i, s := range symbols {
		bit := uint64(1) << (s % 64)
		t.bits[1] |= t.bits[0] & bit
		t.bits[0] |= bit
		if i > 0 {
			pair := symbols[i-1]*37 + s
			t.bits[2+pair/64%2] |= 1 << (pair % 64)
		}
	}
	for k, b := range t.bits {
		t.counts[k/2] += int32(bits.OnesCount64(b))
	}
	return t
}

// Beyond reports whether the distance is known to exceed most without comparing the texts. An edit
// changes their length by at most one, and adds at most one symbol, and two pairs of neighbours, to
// those that one text has and the other does not.
func (t *Sketch) Beyond(u *Sketch, most int) bool {
	longer := len(t.Symbols) - len(u.Symbols)
	return max(longer, -longer) > most || t.apart(u, 0) > 2*most || t.apart(u, 1) > 4*most
}

// apart returns twice the number of bits of two words that one sketch has and the other does not,
// where that is larger.
func (t *Sketch) apart(u *Sketch, k int) int {
	more := int(t.counts[k] - u.counts[k])
	return bits.OnesCount64(t.bits[2*k]^u.bits[2*k]) +
		bits.OnesCount64(t.bits[2*k+1]^u.bits[2*k+1]) + max(more, -more)
}

// Near sets bit k of near[i] unless the distance of the k-th of up to [Lanes] rows and the i-th
// column is known, as by [Sketch.Beyond] or less closely, to exceed the limits of both.
func Near(near []uint8, rows, columns []Sketch, rowLimits, columnLimits []int) {
	for k := range rows {
		if t := &rows[k]; hasAVX2 && len(columns) > 0 {
			nearAVX2(&near[0], 1<<k, t, rowLimits[k], &columns[0], &columnLimits[0], len(columns))
		} else {
			nearPlain(near, 1<<k, t, rowLimits[k], columns, columnLimits)
		}
	}
}

// Limits returns, for each row that lanes has a bit for, the larger of its limit and the column's,
// if the distance may be within it, else -1.
func Limits(lanes uint8, rows []Sketch, column *Sketch, rowLimits []int, limit int) [Lanes]int {
	limits := [Lanes]int{-1, -1, -1, -1}
	for k := range rows {
		most := max(rowLimits[k], limit)
		if lanes>>k&1 != 0 && !rows[k].Beyond(column, most) {
			limits[k] = most
		}
	}
	return limits
}

func nearPlain(near []uint8, bit uint8, t *Sketch, limit int, columns []Sketch, limits []int) {
	for i := range columns {
		if !t.Beyond(&columns[i], max(limit, limits[i])) {
			near[i] |= bit
		}
	}
}
