package levenshtein

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// No text is nearer than Beyond says, and some are no farther.
func TestBeyond(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	exact := 0
	for range 3000 {
		alphabet := 1 + r.IntN(200)
		a := someText(r, 20, alphabet)
		b := changed(r, a, alphabet)
		x, y := NewSketch(a), NewSketch(b)
		distance := NewPattern(a, alphabet).Distance(b)
		if x.Beyond(&y, distance) || y.Beyond(&x, distance) {
			t.Fatalf("%v and %v are %d apart, not beyond", a, b, distance)
		}
		if x.Beyond(&y, distance-1) {
			exact++
		}
	}
	if exact < 1000 {
		t.Errorf("the bound is exact for %d of 3000 pairs, want a third", exact)
	}
}

func someText(r *rand.Rand, n, alphabet int) []int32 {
	a := make([]int32, r.IntN(n))
	for i := range a {
		a[i] = int32(1 + r.IntN(alphabet))
	}
	return a
}

// changed returns a text with some symbols left out or twice, and some others.
func changed(r *rand.Rand, a []int32, alphabet int) []int32 {
	b := append(a[:r.IntN(len(a)+1):len(a)], a[r.IntN(len(a)+1):]...)
	for range r.IntN(4) {
		if len(b) > 0 {
			b[r.IntN(len(b))] = int32(1 + r.IntN(alphabet))
		}
	}
	return b
}

// Near leaves out none that Beyond does not, and as many as the bits alone tell apart.
func TestNear(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	near, far, closer := 0, 0, 0
	for range 300 {
		alphabet := 1 + r.IntN(200)
		a := someText(r, 40, alphabet)
		sketches := func(n int) (list []Sketch, limits []int) {
			for range n {
				list = append(list, NewSketch(changed(r, a, alphabet)))
				limits = append(limits, r.IntN(14)-1)
			}
			return list, limits
		}
		rows, rowLimits := sketches(1 + r.IntN(Lanes))
		columns, columnLimits := sketches(r.IntN(20))
		marks := make([]uint8, len(columns))
		Near(marks, rows, columns, rowLimits, columnLimits)
		for k := range rows {
			for i := range columns {
				x, y, most := &rows[k], &columns[i], max(rowLimits[k], columnLimits[i])
				same, pairs := bitsApart(x, y, 0), bitsApart(x, y, 2)
				switch marked := marks[i]>>k&1 != 0; {
				case !marked && !x.Beyond(y, most):
					t.Fatalf("%v and %v may be %d apart, but are not marked", x.Symbols, y.Symbols, most)
				case marked && (same > 2*most || pairs > 4*most):
					t.Fatalf("%v and %v are marked for %d with %d and %d other bits",
						x.Symbols, y.Symbols, most, same, pairs)
				case !marked:
					far++
				case x.Beyond(y, most):
					closer++
				default:
					near++
				}
			}
		}
		for i, m := range marks {
			if m>>len(rows) != 0 {
				t.Fatalf("column %d is marked %b for %d rows", i, m, len(rows))
			}
		}
	}
	if near < 1000 || far < 1000 || hasAVX2 != (closer > 0) {
		t.Errorf("%d are near, %d far, %d only told apart later", near, far, closer)
	}
}

// bitsApart counts the bits of two words, from that number, that one sketch has and the other does
// not.
func bitsApart(t, u *Sketch, from int) (n int) {
	for k := from; k < from+2; k++ {
		n += bits.OnesCount64(t.bits[k] ^ u.bits[k])
	}
	return n
}
