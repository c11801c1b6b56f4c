package predictor

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/suite"
)

// TestMemoIsBounded checks that the memo keeps to its bound with many texts and with long ones.
func TestMemoIsBounded(t *testing.T) {
	suite.Slow(t, "predicts many texts")
	const texts, most = 60_000, 1 << 20
	for _, c := range []struct {
		name, filler string
		columns      int
	}{{"short texts", "", 0}, {"long texts", strings.Repeat("x", 1000), 0}, {"columns", "", 60}, {"documents", strings.Repeat("two words ", 50), -1}} {
		memo := NewMemo(0)
		memo.Limit = most
		heap := heapInUse()
		for i := range texts / max(1, len(c.filler)/20, c.columns/4) {
			memo.Get(
				i%7,
				(strings.Repeat(" ", 3000) + fmt.Sprint(c.filler, i))[3000:],
				func(response string) Part {
					switch {
					case c.columns == 0:
						return Part{grade: 1}
					case c.columns < 0:
						return Part{doc: text.English.Doc(response)}
					}
					row := features.Row{
						Index: make([]int32, c.columns),
						Value: make([]float64, c.columns),
					}
					return Part{rows: []features.Row{row}}
				},
			)
		}
		grown := int(heapInUse()) - int(heap)
		runtime.KeepAlive(memo)
		if grown > most+most/2 {
			t.Errorf(
				"%s: the heap grew by %d bytes, expected at most about %d", c.name, grown, most,
			)
		}
		if grown < most/8 {
			t.Errorf(
				"%s: the heap grew by %d bytes, expected some of %d to be used", c.name, grown,
				most,
			)
		}
	}
}

func heapInUse() uint64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}
