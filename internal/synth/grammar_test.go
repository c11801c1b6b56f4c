package synth

import (
	"slices"
	"strings"
	"testing"
)

// expand lists every wording of a sequence.
func expand(s sequence) []string {
	out := []string{""}
	for _, nd := range s {
		var parts []string
		switch {
		case nd.alternatives == nil:
			parts = []string{nd.word}
		default:
			if nd.optional {
				parts = []string{""}
			}
			for _, a := range nd.alternatives {
				parts = append(parts, expand(a)...)
			}
		}
		var next []string
		for _, head := range out {
			for _, tail := range parts {
				switch {
				case head == "" || tail == "":
					next = append(next, head+tail)
				case tail[0] == ',':
					next = append(next, head+tail)
				default:
					next = append(next, head+" "+tail)
				}
			}
		}
		out = next
	}
	return out
}

func TestPhrase(t *testing.T) {
	p, err := parsePhrase("[the|a] (big (red|blue)|small) ball, [or not]")
	if err != nil {
		t.Fatal(err)
	}
	got := expand(p.body)
	if len(got) != 18 || !slices.Contains(got, "a big blue ball, or not") ||
		!slices.Contains(got, "small ball,") {
		t.Errorf("expanded to %q", got)
	}
	if p.length != 2 {
		t.Errorf("length %v, want 2", p.length)
	}
	for _, bad := range []string{"", "a|b", "(a", "a)", "(a]", "a(b)", "(a)b"} {
		if _, err := parsePhrase(bad); err == nil {
			t.Errorf("phrase %q: no error", bad)
		}
	}
}

// Wordings of different quality must differ, even after fillers.
func TestWordingsTellTheQuality(t *testing.T) {
	for _, e := range exams() {
		for _, q := range e.Questions {
			quality := map[string]float64{}
			owner := map[string]int{}
			each := func(f func(text string, point int, quality float64)) {
				for i, pt := range q.points {
					for _, lv := range pt.levels {
						for _, ph := range lv.phrases {
							for _, text := range expand(ph.body) {
								if strings.Contains(text, ". ") || strings.Contains(text, "<") {
									t.Errorf("%s %s: %q holds a separator", e.Name, q.ID, text)
								}
								f(plainText(strings.ReplaceAll(text, "'", "")), i, lv.quality)
							}
						}
					}
				}
			}
			each(func(text string, point int, x float64) {
				if old, ok := quality[text]; ok && text != "" &&
					(old != x || owner[text] != point) {
					t.Errorf("%s %s: %q has quality %v and %v", e.Name, q.ID, text, old, x)
				}
				quality[text], owner[text] = x, point
			})
			each(func(text string, _ int, x float64) {
				for _, filler := range q.fillers {
					rest, ok := strings.CutPrefix(text, plainText(strings.Join(filler, " "))+" ")
					if y, known := quality[rest]; ok && known && x != y {
						t.Errorf("%s %s: %q has quality %v, without its filler %v", e.Name, q.ID,
							text, x, y)
					}
				}
				for _, tail := range e.tails {
					rest, ok := strings.CutSuffix(text, " "+plainText(strings.Join(tail, " ")))
					if y, known := quality[rest]; ok && known && x != y {
						t.Errorf("%s %s: %q has quality %v, without its tail %v", e.Name, q.ID,
							text, x, y)
					}
				}
			})
			for _, ph := range e.unsure {
				for _, text := range expand(ph.body) {
					if x, ok := quality[plainText(text)]; ok && x != 0 {
						t.Errorf("%s %s: %q has quality %v", e.Name, q.ID, text, x)
					}
				}
			}
		}
	}
}
