package features_test

import (
	"math"
	"testing"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

func TestMeanVectors(t *testing.T) {
	v, err := embed.New(embed.About{}, []string{"red", "car", "truck"},
		[][]float32{{1, 0}, {0, 1}, {0, -1}}, embed.Float32)
	if err != nil {
		t.Fatal(err)
	}
	m := features.MeanVectors(v)
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"red car", "red car", 1},
		{"red car", "red", math.Sqrt(0.5)},               // (.5, .5) and (1, 0)
		{"red car", "red car car", 1.5 / math.Sqrt(2.5)}, // (.5, .5) and (1/3, 2/3)
		{"red unknown", "red", 1},                        // unknown words are skipped
		{"car", "truck", 0},                              // a negative cosine
		{"unknown", "red", 0},                            // no known word
		{"unknown", "unknown", 1},                        // but equal texts are equal
		{"", "red", 0},
		{"", "", 1},
	} {
		got := m.Similarity(text.English.Doc(c.a), text.English.Doc(c.b))
		if math.Abs(got-c.want) > 1e-7 {
			t.Errorf("%q, %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	// The extractor of that name in the catalog is replaced by one with other vectors.
	replaced := features.WithMeasure(features.Catalog(), m)
	if len(replaced) != len(features.Catalog()) {
		t.Errorf("%d extractors, want %d", len(replaced), len(features.Catalog()))
	}
	want := value(features.KeySimilarity("WCS", "", m.Similarity), "red car", "red")
	if got := value(find(replaced, "WCS"), "red car", "red"); got != want {
		t.Errorf("WCS with other vectors: %v, want %v", got, want)
	}
}

func find(list []features.Extractor, name string) features.Extractor {
	for _, e := range list {
		if e.Name() == name {
			return e
		}
	}
	return nil
}

func TestEmbeddedVectors(t *testing.T) {
	near := value(features.WCS, "the president", "leader of the country")
	far := value(features.WCS, "a banana", "leader of the country")
	if !(near > far && near > 0.5) {
		t.Errorf("president %v, banana %v", near, far)
	}
}
