package parallel

import (
	"sync/atomic"
	"testing"
)

// Each number is called once, whatever the chunk.
//
//luna:race
func TestEachOf(t *testing.T) {
	for _, n := range []int{0, 1, 5, 16, 1000} {
		for _, chunk := range []int{1, 3, 16, 2000} {
			calls := make([]atomic.Int32, n)
			EachOf(n, chunk, func(i int) { calls[i].Add(1) })
			for i := range calls {
				if c := calls[i].Load(); c != 1 {
					t.Fatalf("n = %d, chunk %d: %d calls of %d", n, chunk, c, i)
				}
			}
		}
	}
}
