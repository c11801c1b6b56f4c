package numbers_test

import (
	"math"
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

func TestSpearman(t *testing.T) {
	// By hand: ranks of y are 1, 2.5, 2.5, 4.
	x, y := []float64{1, 2, 3, 4}, []float64{1, 5, 5, 100}
	if got, want := numbers.Spearman(x, y), 4.5/math.Sqrt(5*4.5); math.Abs(got-want) > 1e-12 {
		t.Errorf("found %v, want %v", got, want)
	}
	if got := numbers.Spearman(x, []float64{2, 2, 2, 2}); !math.IsNaN(got) {
		t.Errorf("found %v for equal numbers", got)
	}
}
