package main

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// FuzzSimilarity checks for any input that there is one score in [0,1] per line, up to the first
// line that is not a pair of sentences, or has the NUL byte of a binary file.
func FuzzSimilarity(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "a\tb\n", "a\tb", "a\tb\r\n\t\n", "no tab\n", "a\tb\tc\n", "\xff\t\x00\n",
		"a b\ta  b\ntab\t\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		pairs, wrong := 0, false
		for lines := bufio.NewScanner(bytes.NewReader(input)); lines.Scan(); pairs++ {
			if strings.Count(lines.Text(), "\t") != 1 || strings.Contains(lines.Text(), "\x00") {
				wrong = true
				break
			}
		}
		for _, m := range features.Measures() {
			var out bytes.Buffer
			err := similarities(t.Context(), &out, bytes.NewReader(input), "input", text.English, m, false)
			if (err != nil) != wrong {
				t.Fatalf("%s: error %v, wrong input %t", m.Name, err, wrong)
			}
			if n := bytes.Count(out.Bytes(), []byte("\n")); n != pairs {
				t.Fatalf("%s: %d lines out for %d pairs", m.Name, n, pairs)
			}
			for score := range strings.Lines(out.String()) {
				if score > "1.000000\n" || len(score) != len("0.000000\n") {
					t.Fatalf("%s: score %q", m.Name, score)
				}
			}
		}
	})
}
