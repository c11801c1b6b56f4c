package published

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"github.com/kljensen/snowball/english"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// similarity compares a response with an answer of the key or with another response.
type similarity func(response, other *answer) float64

// substringOverlap is BWO: 1 where a piece of the response is a substring of the answer.
func substringOverlap(response, other *answer) float64 {
	for _, piece := range strings.Fields(response.text) {
		if strings.Contains(other.text, piece) {
			return 1
		}
	}
	return 0
}

// allWordsJaccard is FWO: the Jaccard coefficient of the sets of all words, stop words among
// them. That they stayed is inferred from the published number on Mohler, .454: it comes out
// as .46 with stop words and as .42 without.
func allWordsJaccard(a, b *answer) float64 { return jaccard(a.all, b.all) }

// contentJaccard is the similarity of NNO: the Jaccard coefficient of the sets of content words.
func contentJaccard(a, b *answer) float64 { return jaccard(a.words, b.words) }

// jaccard compares two sorted sets; two empty ones are 0 alike.
func jaccard(a, b []string) float64 {
	shared := 0
	for _, w := range a {
		if _, ok := slices.BinarySearch(b, w); ok {
			shared++
		}
	}
	union := len(a) + len(b) - shared
	if union == 0 {
		return 0
	}
	return float64(shared) / float64(union)
}

// spacedEdits is CED and the similarity of NNC.
func spacedEdits(a, b *answer) float64 { return editSimilarity(a.spaced, b.spaced) }

// characterEdits is WED and the similarity of NNW.
func characterEdits(a, b *answer) float64 { return editSimilarity(a.text, b.text) }

func editSimilarity(a, b string) float64 {
	longer := max(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	if longer == 0 {
		return 0
	}
	return 1 - float64(levenshtein.ComputeDistance(a, b))/float64(longer)
}

var wordRuns = text.Pattern(`[\p{L}\p{N}_]+`)

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
	a.all = distinct(wordRuns().FindAllString(a.text, -1))
	a.content = slices.DeleteFunc(wordRuns().FindAllString(a.text, -1), english.IsStopWord)
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
	return numbers.Map(raw, newAnswer)
}

// distinct sorts the terms in place and drops what stands twice.
func distinct(terms []string) []string {
	slices.Sort(terms)
	return slices.Compact(terms)
}

// neighbours compares the responses to each question with each other, each pair once.
type neighbours struct {
	similarity similarity
	answers    [][]*answer // [question][respondent]
	mu         sync.Mutex
	known      map[[2]*answer]float64
}

func newNeighbours(s similarity, answers [][]*answer) *neighbours {
	return &neighbours{similarity: s, answers: answers, known: make(map[[2]*answer]float64)}
}

func (n *neighbours) compare(a, b *answer) float64 {
	pair := [2]*answer{a, b}
	n.mu.Lock()
	s, ok := n.known[pair]
	n.mu.Unlock()
	if ok {
		return s
	}
	s = n.similarity(a, b)
	n.mu.Lock()
	n.known[pair], n.known[[2]*answer{b, a}] = s, s
	n.mu.Unlock()
	return s
}

// ratings returns, for each question, the rating of the training respondent other than i
// whose response is most similar to i's: the first of equally similar ones, 0 where none is
// similar at all.
func (n *neighbours) ratings(i int, train []int, rating []float64) []float64 {
	nearest := make([]float64, len(n.answers))
	for j, answers := range n.answers {
		best := 0.0
		for _, t := range train {
			if t == i {
				continue
			}
			if s := n.compare(answers[i], answers[t]); s > best {
				best, nearest[j] = s, rating[t]
			}
		}
	}
	return nearest
}
