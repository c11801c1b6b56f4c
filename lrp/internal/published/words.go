package published

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
)

var wordRuns = regexp.MustCompile(`[\p{L}\p{N}_]+`)

// normalise is the published run's preprocessing of a raw text.
func normalise(raw string) string {
	return strings.TrimRight(strings.ToLower(strings.ReplaceAll(raw, "<br>", "")), " \t\r\n\v\f")
}

// answer is one processed text.
type answer struct {
	text    string   // normalised
	spaced  string   // its characters joined by spaces
	all     []string // distinct words, sorted
	content []string // content words, in their order
	pieces  []string // blank-separated
	words   []string // distinct content words, sorted: the terms of BOW
	grams   []string // words and distinct pairs of consecutive content words: the terms of BIG
}

func newAnswer(raw string) *answer {
	a := &answer{text: normalise(raw)}
	a.spaced = strings.Join(strings.Split(a.text, ""), " ")
	a.all = distinct(wordRuns.FindAllString(a.text, -1))
	a.content = slices.DeleteFunc(wordRuns.FindAllString(a.text, -1), english.IsStopWord)
	a.pieces = strings.Fields(a.text)
	words := slices.Clone(a.content)
	var pairs []string
	for k := 1; k < len(words); k++ {
		pairs = append(pairs, words[k-1]+" "+words[k])
	}
	a.words = distinct(words)
	a.grams = slices.Concat(a.words, distinct(pairs))
	return a
}

func newAnswers(raw []string) []*answer {
	var list []*answer
	for _, r := range raw {
		list = append(list, newAnswer(r))
	}
	return list
}

// distinct sorts the terms in place and drops what stands twice.
func distinct(terms []string) []string {
	slices.Sort(terms)
	return slices.Compact(terms)
}
