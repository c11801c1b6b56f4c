package published

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFirstVector compares with MT19937 by the rules of its authors, seeded with the 32 low bits of
// the hash of "a1".
func TestFirstVector(t *testing.T) {
	const hash = 2745208784
	if got := stringHash("a1") & math.MaxUint32; got != hash {
		t.Errorf("hash %d, expected %d", got, hash)
	}
	for i, want := range []float64{0.005876142376149451, -0.01167818293366547} {
		if got := firstVector("a")[i]; math.Abs(got-want) > 1e-15 {
			t.Errorf("number %d is %v, expected %v", i, got, want)
		}
	}
}

func TestKeyVectors(t *testing.T) {
	key := [][]*answer{newAnswers([]string{"the red car", "Blue boat."})}
	v := newKeyVectors(key, 1, 0)
	if len(v) != 5 {
		t.Errorf("%d words have vectors, expected 5", len(v))
	}
	if d := cmp.Diff(v, newKeyVectors(key, 1, 0)); d != "" {
		t.Errorf("the same training differs:\n%s", d)
	}
	same := v.similarity(newAnswer("car car, BLUE"), newAnswer("blue car car"))
	if math.Abs(same-1) > 1e-12 {
		t.Errorf("the same words have similarity %v", same)
	}
	for _, response := range []string{"", "the", "boat", "train"} { // none of the key's content words
		if got := v.similarity(newAnswer(response), newAnswer("red car")); got != 0 {
			t.Errorf("%q has similarity %v", response, got)
		}
	}
	if got := newKeyVectors(nil, 1, 0); len(got) != 0 {
		t.Errorf("without a key there are vectors of %v", got)
	}
}

// TestHuffman checks the lengths of paths by hand.
func TestHuffman(t *testing.T) {
	paths, inner := huffman(map[string]int{"a": 8, "b": 3, "c": 2, "d": 1})
	if inner != 3 {
		t.Errorf("%d inner nodes, expected 3", inner)
	}
	seen := make(map[string]bool)
	for word, want := range map[string]int{"a": 1, "b": 2, "c": 3, "d": 3} {
		path := paths[word]
		if len(path) != want || path[len(path)-1].node != inner-1 {
			t.Errorf("the path of %s is %v, expected %d turns to the root", word, path, want)
		}
		var turns []string
		for _, turn := range slices.Backward(path) {
			turns = append(turns, "rl"[int(turn.left):int(turn.left)+1])
		}
		seen[strings.Join(turns, "")] = true
	}
	if len(seen) != 4 {
		t.Errorf("words share a path: %v", seen)
	}
	if paths, _ := huffman(map[string]int{"a": 1}); len(paths["a"]) != 0 {
		t.Errorf("a single word has the path %v", paths["a"])
	}
}
