package features_test

import (
	"math"
	"testing"

	"github.com/luna-rating/luna/features"
)

// The values are worked out by hand from the definition in the docstring.
func TestAlignment(t *testing.T) {
	for _, c := range []struct {
		response string
		key      []string
		want     float64
	}{
		{"the speaker of the house", []string{"House Speaker"}, 1},
		// Stems; one of two words and one.
		{"speakers", []string{"house speaker"}, 2.0 / 3},
		// One letter of eight.
		{"congrees", []string{"congress"}, 1 - 1.0/8},
		// One synset of depth 11.
		{"automobile", []string{"car"}, math.Tanh(.45 * 11)},
		// Each word is paired once.
		{"tax", []string{"tax taxes"}, 2.0 / 3},
		{"qwx", []string{"zzy"}, 0},
		{"", []string{"congress"}, 0},
		{"congress", nil, 0},
		{"congress", []string{"court", "congress"}, 1},
	} {
		if got := value(features.ALN, c.response, c.key...); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%q to %q: %v, want %v", c.response, c.key, got, c.want)
		}
	}
}
