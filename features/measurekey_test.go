package features_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// TestKeyAgainstMeasure compares the features that prepare the answers of a key with the measures
// of pairs of texts.
func TestKeyAgainstMeasure(t *testing.T) {
	for _, e := range []features.Extractor{features.CED, features.WED, features.SNL, features.WCS} {
		similarity := measure(t, e.Name()).Similarity
		rapid.Check(t, func(t *rapid.T) {
			cache := text.NewCache(text.English)
			q := features.NewQuestion("1", manyTexts(t, 4), manyTexts(t, 3), cache)
			fitted := e.Prepare(q).Fit(nil)
			for _, s := range append(manyTexts(t, 4), "words that no answer has") {
				d := cache.Doc(s)
				want := 0.0
				for _, a := range q.Key {
					if !d.Empty() {
						want = max(want, similarity(d, a))
					}
				}
				var row features.Row
				fitted.Append(&row, d)
				got := 0.0
				if len(row.Value) > 0 {
					got = row.Value[0]
				}
				if got != want {
					t.Fatalf("%s of %q: %v, want %v", e.Name(), s, got, want)
				}
			}
		})
	}
}
