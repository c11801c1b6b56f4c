package features_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

func TestCharacterGrams(t *testing.T) {
	cache := text.NewCache(text.English)
	train := []string{"taxes", "é"}
	q := features.NewQuestion("1", nil, append(train, "taxis"), cache)
	var rated []features.Rated
	for _, s := range train {
		rated = append(rated, features.Rated{Doc: cache.Doc(s)})
	}
	f := features.CNG.Prepare(q).Fit(rated)
	want := []string{"CNG/ ta", "CNG/ é ", "CNG/axe", "CNG/es ", "CNG/tax", "CNG/xes"}
	if d := cmp.Diff(want, f.Columns()); d != "" {
		t.Fatalf("columns (-want +got):\n%s", d)
	}
	five := 2 / math.Sqrt(5)
	for response, want := range map[string]features.Row{
		"taxes":       {Index: []int32{0, 2, 3, 4, 5}, Value: []float64{five, five, five, five, five}},
		"taxes taxes": {Index: []int32{0, 2, 3, 4, 5}, Value: []float64{five, five, five, five, five}},
		// Of " ta", "tax", "axi", "xis", "is " the first two are known.
		"taxis": {Index: []int32{0, 4}, Value: []float64{five, five}},
		"é":     {Index: []int32{1}, Value: []float64{2}},
		"zzz":   {},
		"":      {},
	} {
		var row features.Row
		f.Append(&row, cache.Doc(response))
		d := cmp.Diff(want, row,
			cmpopts.IgnoreUnexported(features.Row{}), cmpopts.EquateApprox(0, 1e-15))
		if d != "" {
			t.Errorf("%q (-want +got):\n%s", response, d)
		}
	}
}
