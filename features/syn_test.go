package features_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

func TestSynsets(t *testing.T) {
	cache := text.NewCache(text.English)
	train := []string{"a big automobile", "the wars"}
	q := features.NewQuestion("1", nil, append(train, "a large car", "warfare"), cache)
	var rated []features.Rated
	for _, s := range train {
		rated = append(rated, features.Rated{Doc: cache.Doc(s)})
	}
	prepared := features.SYN.Prepare(q)
	fitted := prepared.Fit(rated)
	if d := cmp.Diff([]string{"SYN/automobile", "SYN/big", "SYN/wars"}, fitted.Columns()); d != "" {
		t.Fatalf("columns (-want +got):\n%s", d)
	}
	for response, want := range map[string][]int32{
		"an automobile": {0},
		"cars":          {0}, // a form of a synonym
		"large":         {1},
		"warfare":       {2},
		"war":           {2}, // the base of the training word
		"xyzzy":         nil,
		"":              nil,
	} {
		var row features.Row
		fitted.Append(&row, cache.Doc(response))
		if d := cmp.Diff(want, row.Index); d != "" {
			t.Errorf("%q (-want +got):\n%s", response, d)
		}
	}
	// FitAll also has columns for "car", "large" and "warfare".
	want := []bool{true, true, false, false, false, true} // automobile big car large warfare wars
	if d := cmp.Diff(want, prepared.(features.Restricted).Kept(rated)); d != "" {
		t.Errorf("kept (-want +got):\n%s", d)
	}
}
