package features_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

func TestBags(t *testing.T) {
	cache := text.NewCache(text.English)
	train := []string{"freedom of speech", "Speech, and freedom of religion", "", "speech"}
	q := features.NewQuestion("1", nil, append(train, "press freedom of speech", "press"), cache)
	var rated []features.Rated
	for _, s := range train {
		rated = append(rated, features.Rated{Doc: cache.Doc(s)})
	}
	for _, c := range []struct {
		e       features.Extractor
		columns []string
		rows    map[string][]int32 // columns that are 1
	}{
		{features.BOW, []string{"BOW/freedom", "BOW/religion", "BOW/speech"}, map[string][]int32{
			"freedom of speech": {0, 2}, "Speech, and freedom of religion": {0, 1, 2},
			"": nil, "speech": {2},
			// No training response has "press".
			"press freedom of speech": {0, 2}, "press": nil, "religion religion": {1},
		}},
		{features.BIG, []string{
			"BIG/freedom religion", "BIG/freedom speech", "BIG/speech freedom",
		}, map[string][]int32{
			"freedom of speech": {1}, "Speech, and freedom of religion": {0, 2},
			"": nil, "speech": nil,
			"press freedom of speech": {1}, "speech freedom speech freedom": {1, 2},
		}},
	} {
		f := c.e.Prepare(q).Fit(rated)
		if d := cmp.Diff(c.columns, f.Columns()); d != "" {
			t.Errorf("%s: columns (-want +got):\n%s", c.e.Name(), d)
		}
		for response, want := range c.rows {
			var row features.Row
			f.Append(&row, cache.Doc(response))
			if d := cmp.Diff(want, row.Index); d != "" {
				t.Errorf("%s of %q (-want +got):\n%s", c.e.Name(), response, d)
			}
			for _, v := range row.Value {
				if v != 1 {
					t.Errorf("%s of %q has value %v", c.e.Name(), response, v)
				}
			}
		}
	}
}
