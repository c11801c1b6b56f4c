package solver

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/luna-rating/luna/internal/wsc"
)

// samplesFile holds problems of our own, in blocks of three lines: a text with its pronoun in
// brackets and the special words of the problems in braces, separated by bars; the candidates,
// separated by semicolons; and the letter of the right candidate for each of the special words.
//
//go:embed samples.txt
var samplesFile string

// Samples returns the problems of our own from which the weights that come with the program are
// learned. The caller may change the list.
func Samples() []wsc.Problem {
	return append([]wsc.Problem(nil), loadSamples()...)
}

var loadSamples = sync.OnceValue(func() []wsc.Problem {
	problems, err := parseSamples(samplesFile)
	if err != nil {
		// The program was built from a damaged file, which the tests rule out.
		panic("solver: the embedded problems: " + err.Error())
	}
	return problems
})

func parseSamples(file string) ([]wsc.Problem, error) {
	var problems []wsc.Problem
	for block := range strings.SplitSeq(strings.TrimSpace(file), "\n\n") {
		lines := strings.Split(strings.TrimSpace(block), "\n")
		if strings.HasPrefix(block, "#") {
			continue
		}
		if len(lines) != 3 {
			return nil, fmt.Errorf("found a block of %d lines, expected 3: %q", len(lines), block)
		}
		start, end := strings.Index(lines[0], "["), strings.Index(lines[0], "]")
		if !(0 <= start && start < end) {
			return nil, fmt.Errorf("found %q, expected a pronoun in brackets", lines[0])
		}
		before, rest, _ := strings.Cut(lines[0], "{")
		special, after, _ := strings.Cut(rest, "}")
		words := strings.Split(special, "|")
		candidates := strings.Split(lines[1], "; ")
		if len(lines[2]) != len(words) || len(candidates) < 2 {
			return nil, fmt.Errorf("found %q for %d texts and %d candidates, expected a letter for each "+
				"text and two candidates or more", lines[2], len(words), len(candidates))
		}
		for i, word := range words {
			text := before + word + after
			start, end := strings.Index(text, "["), strings.Index(text, "]")
			right := int(lines[2][i] - 'A')
			if right < 0 || right >= len(candidates) {
				return nil, fmt.Errorf("found the letter %q, expected one of %d candidates", lines[2][i],
					len(candidates))
			}
			problems = append(problems, wsc.Problem{
				Number:     len(problems) + 1,
				Before:     strings.TrimSpace(text[:start]),
				Pronoun:    text[start+1 : end],
				After:      strings.TrimSpace(text[end+1:]),
				Candidates: candidates,
				Right:      right,
			})
		}
	}
	return problems, nil
}
