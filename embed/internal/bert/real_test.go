package bert

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// reference is what sentence-transformers makes of a text.
type reference struct {
	Text   string
	IDs    []int
	Vector []float64
}

func references(t *testing.T) []reference {
	t.Helper()
	f, err := os.Open(suite.Data(t, "encoders", "all-MiniLM-L6-v2.reference.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []reference
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r reference
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	if len(list) == 0 {
		t.Fatal("no references")
	}
	return list
}

func cosine(a []float32, b []float64) float64 {
	var ab, aa, bb float64
	for i, x := range b {
		v := float64(a[i])
		ab, aa, bb = ab+v*x, aa+v*v, bb+x*x
	}
	return ab / math.Sqrt(aa*bb)
}

// TestReference compares a published model with the vectors that sentence-transformers computes,
// and the vectors of different batches and numbers of processors with each other.
func TestReference(t *testing.T) {
	list := references(t)
	m, err := Open(suite.Data(t, "encoders", "all-MiniLM-L6-v2"))
	if err != nil {
		t.Fatal(err)
	}
	texts := make([]string, len(list))
	for i, r := range list {
		texts[i] = r.Text
		if ids := m.Tokens(r.Text); !slices.Equal(ids, r.IDs) {
			t.Errorf("%q: tokens %v, expected %v", r.Text, ids, r.IDs)
		}
	}
	vectors, err := m.Encode(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	least := 1.0
	for i, r := range list {
		c := cosine(vectors[i], r.Vector)
		least = min(least, c)
		if !(c >= 0.99999) || len(vectors[i]) != m.Dim() {
			t.Errorf("%q: cosine %v, expected 1", r.Text, c)
		}
	}
	t.Logf("least cosine %.8f, digest %s", least, m.Digest())
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, workers := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(workers)
		again, err := m.Encode(t.Context(), texts[:10*workers])
		if err != nil {
			t.Fatal(err)
		}
		for i := range again {
			if !slices.Equal(again[i], vectors[i]) {
				t.Errorf("%d workers, %q: other numbers", workers, texts[i])
			}
		}
	}
}
