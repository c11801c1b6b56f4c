package wordnet

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"strings"
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

// TestMorphAgreesWithNLTK leaves out nouns of two letters and in -ss, to which the recorded version
// of NLTK applies the rules, unlike Princeton's program.
func TestMorphAgreesWithNLTK(t *testing.T) {
	n := Default()
	for _, m := range readFixture(t).Morph {
		pos := POS(slices.Index([]string{"n", "v", "a", "r"}, m[0].(string)))
		word := m[1].(string)
		if pos == Noun && (len(word) <= 2 || strings.HasSuffix(word, "ss")) {
			continue
		}
		var want []string
		for _, base := range m[2].([]any) {
			want = append(want, base.(string))
		}
		if got := n.Morph(word, pos); !slices.Equal(got, want) {
			t.Errorf("part of speech %d, %q: %q, want %q", pos, word, got, want)
		}
	}
}

// TestMorphIsPrincetons has words that a second application of the rules, or a first one to nouns
// in -ss, would give the bases of other words.
func TestMorphIsPrincetons(t *testing.T) {
	n := Default()
	for _, word := range []string{"assess", "discuss", "possess", "needless", "obsess", "us", "catss",
		"mass", "pass"} {
		for _, pos := range AllPOS() {
			for _, base := range n.Morph(word, pos) {
				if base != word {
					t.Errorf("%q as a %v has base %q", word, pos, base)
				}
			}
		}
	}
	for word, want := range map[string]string{"cats": "cat", "masses": "mass", "boxes": "box"} {
		if got := n.Morph(word, Noun); !slices.Contains(got, want) {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
