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
		A, B           string
		Path, Rooted   *int
		Root, Min, Max [2]int
		Lowest         []string
		LowestMin      []string `json:"lowest_min"`
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
	shorter := 0
	for _, p := range readFixture(t).Pairs {
		a, okA := n.ByID(p.A)
		b, okB := n.ByID(p.B)
		if !okA || !okB {
			t.Fatalf("no synset %s or %s", p.A, p.B)
		}
		length, ok := n.PathLength(a, b, false)
		if ok != (p.Path != nil) || ok && length != *p.Path {
			t.Errorf("%s %s: path %d %v, want %v", p.A, p.B, length, ok, p.Path)
		}
		// Where the farthest ancestor is no nearest root NLTK's path is not the shortest.
		want := *p.Rooted
		if n.POSOf(a) == Verb && a != b && p.Root != [2]int{p.Min[0] + 1, p.Min[1] + 1} {
			want = p.Min[0] + p.Min[1] + 2
			if p.Path != nil {
				want = min(want, *p.Path)
			}
			if want != *p.Rooted {
				shorter++
			}
		}
		if length, ok := n.PathLength(a, b, true); !ok || length != want {
			t.Errorf("%s %s: path with a virtual root %d %v, want %d", p.A, p.B, length, ok, want)
		}
		if got := [2]int{n.MinDepth(a), n.MinDepth(b)}; got != p.Min {
			t.Errorf("%s %s: smallest depths %v, want %v", p.A, p.B, got, p.Min)
		}
		if got := [2]int{n.MaxDepth(a), n.MaxDepth(b)}; got != p.Max {
			t.Errorf("%s %s: largest depths %v, want %v", p.A, p.B, got, p.Max)
		}
		for useMin, want := range map[bool][]string{false: p.Lowest, true: p.LowestMin} {
			var got []string
			for _, s := range n.LowestCommonHypernyms(a, b, useMin) {
				got = append(got, n.ID(s))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s %s: lowest common hypernyms (%v) %v, want %v", p.A, p.B, useMin, got, want)
			}
		}
	}
	t.Logf("%d paths through the virtual root are shorter than NLTK's", shorter)
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
			t.Errorf("%s %q: %q, want %q", pos, word, got, want)
		}
	}
}
