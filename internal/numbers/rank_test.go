package numbers_test

import (
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/numbers"
)

func TestRanks(t *testing.T) {
	if got := numbers.Ranks([]float64{3, 1, 3, -2, 3}); !slices.Equal(got, []float64{4, 2, 4, 1, 4}) {
		t.Errorf("found ranks %v", got)
	}
	if got := numbers.Ranks([]float64{3, 1, 3, 7}); !slices.Equal(got, []float64{2.5, 1, 2.5, 4}) {
		t.Errorf("found ranks %v", got)
	}
	if got := numbers.Ranks(nil); len(got) != 0 {
		t.Errorf("found ranks %v of no numbers", got)
	}
}
