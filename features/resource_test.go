package features_test

import (
	"slices"
	"testing"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/brown"
	"github.com/luna-rating/luna/internal/wordnet"
)

func resources(t *testing.T, e features.Extractor) []features.Resource {
	t.Helper()
	user, ok := e.(features.ResourceUser)
	if !ok {
		return nil
	}
	list, err := user.Resources()
	if err != nil {
		t.Fatalf("%s: %v", e.Name(), err)
	}
	return list
}

// The names and digests are written into model files.
func TestResources(t *testing.T) {
	_, net := wordnet.Checksum()
	_, counts := brown.Checksum()
	vectors, err := embed.Default()
	if err != nil {
		t.Fatal(err)
	}
	encoder, err := embed.Static()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]features.Resource{
		"ENC": {{Name: "encoder", SHA256: encoder.Identity().SHA256}},
		"WCS": {{Name: "word vectors", SHA256: vectors.Digest(), English: true}},
		"SNL": {
			{Name: "Brown counts", SHA256: counts, English: true},
			{Name: "WordNet", SHA256: net, English: true},
		},
		"SYN": {{Name: "WordNet", SHA256: net, English: true}},
		"ALN": {
			{Name: "embedded word vectors", SHA256: vectors.Digest(), English: true},
			{Name: "WordNet", SHA256: net, English: true},
		},
	}
	for _, e := range features.Catalog() {
		if got := resources(t, e); !slices.Equal(got, want[e.Name()]) {
			t.Errorf("%s uses %v, want %v", e.Name(), got, want[e.Name()])
		}
	}
}

// WCS with other vectors depends on those.
func TestResourcesOfMeanVectors(t *testing.T) {
	v, err := embed.New(embed.About{}, []string{"red"}, [][]float32{{1, 0}}, embed.Float32)
	if err != nil {
		t.Fatal(err)
	}
	e := features.WithMeasure([]features.Extractor{features.WCS}, features.MeanVectors(v))[0]
	want := []features.Resource{{Name: "word vectors", SHA256: v.Digest()}}
	if got := resources(t, e); !slices.Equal(got, want) {
		t.Errorf("WCS with other vectors uses %v, want %v", got, want)
	}
}
