package grade

import (
	"math"
	"slices"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// On a scale whose lowest rating is the best, the same respondents get the same ratings, seen from
// the other end.
func TestBestLow(t *testing.T) {
	ds, _ := exam(30, 20)
	high := grade(t, ds, Options{})
	ds.Scale = datasets.Scale{Zero: 20}
	ds.Points = slices.Repeat([]float64{2}, len(ds.Questions)) // which nothing is the sum of
	low := grade(t, ds, Options{})
	for i, row := range low.Rows {
		want := high.Rows[i]
		for _, pair := range [][2]float64{{row.Given, want.Given}, {row.Rating, want.Rating},
			{row.Low, want.High}, {row.High, want.Low}} {
			if math.IsNaN(pair[0]) != math.IsNaN(pair[1]) || math.Abs(20-pair[0]-pair[1]) > 1e-9 {
				t.Errorf("row %d: %+v, expected %+v seen from 20", i, row, want)
			}
		}
		if row.First != want.First || row.Odd() != want.Odd() || low.Round(row.Low) > low.Round(row.High) {
			t.Errorf("row %d: %+v, expected %+v", i, row, want)
		}
		if row.Points != nil && slices.Max(row.Points) > 1 {
			t.Errorf("row %d: points %v", i, row.Points)
		}
	}
	if low.Trust.MAE != high.Trust.MAE || low.Decimals() != high.Decimals() || low.step() != high.step() {
		t.Errorf("%+v, expected %+v", low.Trust, high.Trust)
	}
}
