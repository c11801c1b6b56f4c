package embed

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/embed/internal/wordsim"
	"github.com/luna-rating/luna/internal/numbers"
)

func byDefault(t testing.TB) *Vectors {
	t.Helper()
	v, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestDefault(t *testing.T) {
	v := byDefault(t)
	if v.Len() != 50_000 || v.Dim() != 100 || v.Storage() != Int8 || v.word(0) != "the" {
		t.Errorf("%d words of %d numbers as %v, the first %q", v.Len(), v.Dim(), v.Storage(),
			v.word(0))
	}
	if v.About().Name == "" || v.About().Source == "" || v.About().Licence == "" {
		t.Errorf("%+v", v.About())
	}
	if len(glove) > 8<<20 {
		t.Errorf("%d bytes embedded", len(glove))
	}
	if _, err := decode(glove, "f", false); err != nil {
		t.Error(err)
	}
	const want = "97f7afaf810d50ec0635f9aecd12f05534a6d7d80f25a217232be21079a2d3c8"
	if v.Digest() != want || DefaultDigest() != want {
		t.Errorf("digest %s, stated %s, want %s", v.Digest(), DefaultDigest(), want)
	}
	for _, missing := range []string{"a", "i", "don't", "The"} {
		if _, ok := v.Lookup(missing); ok {
			t.Errorf("%q is there; the documentation says otherwise", missing)
		}
	}
}

// BenchmarkDefault measures how long the embedded vectors take to load. Programs pay it at start.
func BenchmarkDefault(b *testing.B) {
	for b.Loop() {
		if _, err := decode(glove, "f", true); err != nil {
			b.Fatal(err)
		}
	}
}

// recorded is the content of testdata/embed/pairs.json.gz, which the generator writes.
type recorded struct {
	Pairs [][2]int
	Float []float64
	RG65  []float64
}

func readRecorded(t *testing.T) recorded {
	t.Helper()
	f, err := os.Open("../testdata/embed/pairs.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var r recorded
	if err := json.NewDecoder(z).Decode(&r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestInt8CosinesAreNearFloat(t *testing.T) {
	v, r := byDefault(t), readRecorded(t)
	if len(r.Pairs) != 10_000 || len(r.Float) != len(r.Pairs) {
		t.Fatalf("%d pairs, %d cosines", len(r.Pairs), len(r.Float))
	}
	var worst, sum float64
	for n, p := range r.Pairs {
		got, ok := v.Cosine(v.word(p[0]), v.word(p[1]))
		if !ok {
			t.Fatalf("pair %v", p)
		}
		d := math.Abs(got - r.Float[n])
		worst, sum = max(worst, d), sum+d
	}
	t.Logf("mean error %.5f, largest %.5f", sum/float64(len(r.Pairs)), worst)
	if worst > .005 {
		t.Errorf("a cosine differs by %v", worst)
	}
}

func readRG65(t *testing.T) []wordsim.Pair {
	t.Helper()
	b, err := os.ReadFile("../testdata/embed/rg65.tsv")
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := wordsim.Read(bytes.NewReader(b), "rg65.tsv")
	if err != nil || len(pairs) != 65 {
		t.Fatalf("%d pairs: %v", len(pairs), err)
	}
	return pairs
}

func TestWordSimilarityRG65(t *testing.T) {
	v, all := byDefault(t), readRecorded(t).RG65
	var people, compact, float, everybody []float64
	for n, p := range readRG65(t) {
		everybody = append(everybody, p.Mean)
		if c, ok := v.Cosine(p.A, p.B); ok {
			people, compact, float = append(people, p.Mean), append(compact, c), append(float,
				all[n])
		}
	}
	for _, c := range []struct {
		what              string
		x, y              []float64
		pearson, spearman float64 // as in the README
	}{
		{"all words in float, 65 pairs", everybody, all, .6736, .6762},
		{"all words in float, the pairs embedded", people, float, .7346, .7168},
		{"embedded in int8", people, compact, .7345, .7164},
	} {
		pearson, spearman := stat.Correlation(c.x, c.y, nil), numbers.Spearman(c.x, c.y)
		t.Logf("%s (%d): Pearson %.4f, Spearman %.4f", c.what, len(c.x), pearson, spearman)
		if math.Abs(pearson-c.pearson) > 1e-4 || math.Abs(spearman-c.spearman) > 1e-4 {
			t.Errorf("%s: Pearson %.4f, want %.4f; Spearman %.4f, want %.4f", c.what, pearson,
				c.pearson, spearman, c.spearman)
		}
	}
}
