package pages_test

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// TestContrast computes the contrast of the colors by WCAG 2: at least 4.5 for text and 3 for
// borders and other indicators.
func TestContrast(t *testing.T) {
	css := suite.Must(os.ReadFile("../../site/pages/static/luna.css"))(t)
	blocks := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(string(css), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d color schemes", len(blocks))
	}
	for i, scheme := range []string{"light", "dark"} {
		colors := map[string]float64{}
		for _, m := range regexp.MustCompile(
			`--([a-z-]+): #([0-9a-f]{6});`).FindAllStringSubmatch(blocks[i][1], -1) {
			n := suite.Must(strconv.ParseUint(m[2], 16, 32))(t)
			colors[m[1]] = luminance(n)
		}
		if len(colors) != 17 {
			t.Errorf("%s: %d colors", scheme, len(colors))
		}
		for _, pair := range []struct {
			front, back string
			least       float64
		}{
			{"ink", "page", 4.5}, {"ink", "card", 4.5}, {"ink", "theirs", 4.5},
			{"ink", "bad-back", 4.5}, {"ink", "good-back", 4.5},
			{"soft", "page", 4.5}, {"soft", "card", 4.5}, {"accent", "page", 4.5},
			{"accent", "card", 4.5}, {"on-accent", "accent", 4.5},
			{"bad", "page", 4.5}, {"bad", "card", 4.5}, {"on-sky", "sky", 4.5},
			{"moon", "sky", 4.5},
			{"edge", "card", 3}, {"edge", "page", 3}, {"focus", "page", 3}, {"focus", "card", 3},
			{"good", "good-back", 3}, {"bad", "bad-back", 3}, {"accent", "theirs", 3},
		} {
			a, b := colors[pair.front], colors[pair.back]
			if c := (max(a, b) + 0.05) / (min(a, b) + 0.05); c < pair.least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", scheme, pair.front,
					pair.back, c, pair.least)
			}
		}
	}
}

func luminance(rgb uint64) float64 {
	l := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v := float64(rgb>>(16-8*i)&255) / 255
		if v <= 0.04045 {
			l += weight * v / 12.92
		} else {
			l += weight * math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return l
}
