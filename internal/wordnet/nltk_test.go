package wordnet

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// nltkFixture is described in testdata/wordnet/make_fixture.py.
type nltkFixture struct {
	Pairs []struct {
		A, B   string
		Path   *int
		Max    [2]int
		Lowest []string
	}
	Morph [][3]any
}

func readFixture(t *testing.T) nltkFixture {
	f, err := os.Open("../../testdata/wordnet/nltk.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var fixture nltkFixture
	if err := json.NewDecoder(z).Decode(&fixture); err != nil {
		t.Fatal(err)
	}
	return fixture
}

func TestPairsAgreeWithNLTK(t *testing.T) {
	n := Default()
	synsets := synsetsByID(n)
	for _, p := range readFixture(t).Pairs {
		a, okA := synsets[p.A]
		b, okB := synsets[p.B]
		if !okA || !okB {
			t.Fatalf("no synset %s or %s", p.A, p.B)
		}
		c, ok := n.Common(a, b)
		if ok != (p.Path != nil) || ok && c.Length != *p.Path {
			t.Errorf("%s %s: path %d %v, want %v", p.A, p.B, c.Length, ok, p.Path)
		}
		if got := [2]int{n.Depth(a), n.Depth(b)}; got != p.Max {
			t.Errorf("%s %s: depths %v, want %v", p.A, p.B, got, p.Max)
		}
		// Of several lowest common hypernyms the first counts.
		if ok != (len(p.Lowest) > 0) || ok && n.ID(c.Subsumer) != p.Lowest[0] {
			t.Errorf("%s %s: subsumer %s %v, want the first of %v",
				p.A, p.B, n.ID(c.Subsumer), ok, p.Lowest)
		}
	}
}

func TestMorphAgreesWithNLTK(t *testing.T) {
	n := Default()
	for _, m := range readFixture(t).Morph {
		pos := POS(slices.Index([]string{"n", "v", "a", "r"}, m[0].(string)))
		word := m[1].(string)
		var want []string
		for _, base := range m[2].([]any) {
			want = append(want, base.(string))
		}
		if got := n.Morph(word, pos); !slices.Equal(got, want) {
			t.Errorf("part of speech %d, %q: %q, want %q", pos, word, got, want)
		}
	}
}
