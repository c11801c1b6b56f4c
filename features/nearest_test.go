package features_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

//luna:race
func TestNearestByHand(t *testing.T) {
	cache := text.NewCache(text.English)
	train := []features.Rated{
		{Doc: cache.Doc("red car"), Rating: 0.1},
		{Doc: cache.Doc("red car"), Rating: 0.3},
		{Doc: cache.Doc("blue boat"), Rating: 0.8},
		{Doc: cache.Doc(""), Rating: 0.4},
	}
	mean := (0.1 + 0.3 + 0.8 + 0.4) / 4
	responses := []string{"red car", "blue boat", "", "red boat", "green"}
	q := features.NewQuestion("1", nil, responses, cache)
	fitted := features.NNO.Prepare(q).Fit(train)
	for i, want := range []float64{
		0.3, // the other "red car"
		0.1,
		(0.1 + 0.3 + 0.4) / 3, // shares no word with anyone: all others tie
		(0.1 + 0.3 + 0.8) / 3,
	} {
		var row features.Row
		fitted.AppendTrain(&row, i)
		if got := row.Value[0]; math.Abs(got-want) > 1e-15 {
			t.Errorf("training response %d: %v, want %v", i, got, want)
		}
	}
	for response, want := range map[string]float64{
		"red car":       0.2,
		"boat, blue":    0.8,
		"red boat":      (0.1 + 0.3 + 0.8) / 3, // one word with each
		"red car, boat": 0.2,                   // two words against one
		"green":         mean,
		"":              mean,
	} {
		var row features.Row
		fitted.Append(&row, cache.Doc(response))
		if got := row.Value[0]; math.Abs(got-want) > 1e-15 {
			t.Errorf("%q: %v, want %v", response, got, want)
		}
	}
	// By edit distance, an empty response is most similar to another empty one.
	var row features.Row
	features.NNC.Prepare(q).Fit(train).Append(&row, cache.Doc("!"))
	if row.Value[0] != 0.4 {
		t.Errorf("NNC of an empty response: %v, want 0.4", row.Value[0])
	}
}

// TestNearestAgainstAllPairs compares the ranked search with one that looks at every pair.
//
//luna:race
func TestNearestAgainstAllPairs(t *testing.T) {
	similarity := map[string]func(a, b *text.Doc) float64{
		"NNO": func(a, b *text.Doc) float64 {
			n := 0.0
			for _, x := range a.Set {
				for _, y := range b.Set {
					if x == y {
						n++
					}
				}
			}
			return n
		},
		"NNC": measure(t, "CED").Similarity,
		"NNW": measure(t, "WED").Similarity,
	}
	for _, e := range []features.Extractor{features.NNO, features.NNC, features.NNW} {
		rapid.Check(t, func(t *rapid.T) {
			texts := rapid.SliceOfN(sentences, 2, 12).Draw(t, "texts")
			cache := text.NewCache(text.English)
			q := features.NewQuestion("1", nil, texts, cache)
			var docs []*text.Doc
			var train []features.Rated
			nTrain := rapid.IntRange(1, len(texts)).Draw(t, "training responses")
			for i, s := range texts {
				docs = append(docs, cache.Doc(s))
				if i < nTrain {
					rating := rapid.Float64Range(0, 1).Draw(t, "rating")
					train = append(train, features.Rated{Doc: docs[i], Rating: rating})
				}
			}
			fitted := e.Prepare(q).Fit(train)
			for i, d := range docs {
				self := -1
				var row features.Row
				if i < nTrain {
					self = i
					fitted.AppendTrain(&row, i)
				} else {
					fitted.Append(&row, d)
				}
				got := 0.0
				if len(row.Value) > 0 {
					got = row.Value[0]
				}
				want := allPairs(similarity[e.Name()], d, train, self)
				if math.Abs(got-want) > 1e-12 {
					t.Fatalf("%s of response %d %q: %v, want %v", e.Name(), i, d.Raw, got, want)
				}
			}
		})
	}
}

// allPairs returns the mean rating of the nearest neighbours by comparing with everybody.
func allPairs(
	similarity func(a, b *text.Doc) float64, d *text.Doc, train []features.Rated, self int,
) float64 {
	best := math.Inf(-1)
	for i, r := range train {
		if i != self {
			best = max(best, similarity(d, r.Doc))
		}
	}
	sum, n := 0.0, 0.0
	for i, r := range train {
		if i != self && similarity(d, r.Doc) == best {
			sum += r.Rating
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}
