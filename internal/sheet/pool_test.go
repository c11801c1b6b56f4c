package sheet

import (
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// TestPool shares cells that come again, changes none, and lets texts go of which little is left.
func TestPool(t *testing.T) {
	p, r := pool{seed: maphash.MakeSeed()}, rand.New(rand.NewPCG(1, 1))
	left := 0
	for i := range 50_000 {
		row := fmt.Sprintf("%d;;word %d;a longer answer %d", i, r.IntN(9), r.IntN(50))
		if i%10 == 0 {
			row += ";" + strings.Repeat("x", 60)
		}
		cells := strings.Split(row, ";")
		want := slices.Clone(cells)
		p.share(cells)
		if !slices.Equal(cells, want) {
			t.Fatalf("found %q, expected %q", cells, want)
		}
		if !slices.ContainsFunc(cells, func(c string) bool {
			at := uintptr(unsafe.Pointer(unsafe.StringData(c)))
			from := uintptr(unsafe.Pointer(unsafe.StringData(row)))
			return at >= from && at < from+uintptr(len(row))
		}) {
			left++
		}
	}
	if left < 40_000 {
		t.Errorf("only %d rows let their texts go", left)
	}
}
