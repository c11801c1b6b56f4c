package features

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"github.com/kljensen/snowball/english"

	"github.com/luna-rating/luna/features/text"
)

const (
	spellingWord      = 4    // letters that a word needs to be taken for a misspelling
	spellingThreshold = 0.75 // least edit similarity of a word and its misspelling
	meaningThreshold  = 0.8  // least WordSimilarity of words of one meaning
	vectorThreshold   = 0.6  // least cosine of words of one meaning
)

// sameForm returns how surely two words in lower case are forms of one word, in [0,1]: 1 for
// equal words and for words of one English stem (Porter2), else the edit similarity
// 1 - d/max(|a|,|b|), d being their Levenshtein distance, where both have at least four letters
// and it is at least .75, else 0.
func sameForm(a, b string) float64 {
	if a == b || sameStem(a, b) {
		return 1
	}
	n, m := utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	short, long := min(n, m), max(n, m)
	if short < spellingWord || editSimilarity(long-short, n, m) < spellingThreshold {
		return 0
	}
	if s := editSimilarity(levenshtein.ComputeDistance(a, b), n, m); s >= spellingThreshold {
		return s
	}
	return 0
}

// stems are the Porter2 stems of words; stemming takes a microsecond or more.
var stems = newMemo(1<<16, func(word string) string { return english.Stem(word, true) })

// sameStem reports whether two words that are not empty have one stem. Stemming leaves the first letter as it is.
func sameStem(a, b string) bool {
	return a[0] == b[0] && stems.get(a) == stems.get(b)
}

// sameMeaning is the largest of [sameForm], of [WordSimilarity] where that is at least .8, and of the
// cosine of the words' vectors ([embed.Default]) where that is at least .6.
func sameMeaning(a, b *lexeme) float64 {
	if a == b {
		return 1
	}
	place, s, ok := meanings.place(a, b)
	if !ok {
		s = newSameMeaning(a, b)
		place.Store(&lexemePair{a, b, s})
	}
	return s
}

// meanings are the values of sameMeaning.
var meanings pairCache

func newSameMeaning(a, b *lexeme) float64 {
	s := sameForm(a.text, b.text)
	if s == 1 {
		return 1
	}
	lens := senseLenses.Get().(*senseLens)
	defer senseLenses.Put(lens)
	if w := a.similarity(b, lens); w >= meaningThreshold {
		s = max(s, w)
	}
	if c, ok := defaultVectors().Cosine(a.text, b.text); ok && c >= vectorThreshold {
		s = max(s, min(c, 1))
	}
	return s
}

// aligned pairs the words of a with those of b one to one, the most similar first, of equally
// similar pairs the first ones, and returns the sum of the pairs' similarities.
func aligned[W any](a, b []W, similarity func(a, b W) float64) float64 {
	type pair struct {
		i, j int
		s    float64
	}
	var onStack [16]pair
	pairs := onStack[:0]
	for i, x := range a {
		for j, y := range b {
			if s := similarity(x, y); s > 0 {
				pairs = append(pairs, pair{i, j, s})
			}
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int { return cmp.Compare(q.s, p.s) })
	var usedOnStack [64]bool
	used := usedOnStack[:]
	if len(a)+len(b) > len(used) {
		used = make([]bool, len(a)+len(b))
	}
	usedA, usedB := used[:len(a)], used[len(a):]
	sum := 0.0
	for _, p := range pairs {
		if !usedA[p.i] && !usedB[p.j] {
			usedA[p.i], usedB[p.j] = true, true
			sum += p.s
		}
	}
	return sum
}

// demoted returns a question-based feature as [KeySimilarity], of the sets of content words of the
// response and an acceptable answer without those of the question ("question demoting": Sultan,
// Salazar and Sumner, "Fast and Easy Short Answer Grading with High Accuracy", NAACL 2016). A
// word counts as one of the question where it has the same stem. An answer that is made of words of the
// question alone is compared with all words of the response, and so is every answer where the
// question's text is not known. The answer's words are never none; the response's may be.
func demoted(name, description string, similarity func(response, answer []string) float64) Extractor {
	return demotedSimilarity{info{name, description, QuestionBased}, similarity}
}

type demotedSimilarity struct {
	info
	similarity func(response, answer []string) float64
}

// Prepare implements [Extractor].
func (e demotedSimilarity) Prepare(q *Question) Prepared {
	var question []string
	if q.Text != nil {
		question = q.Text.Set
	}
	return keySimilarity{e.info, func(answers []*text.Doc) keyComparison {
		rest := make([][]string, len(answers))
		for k, a := range answers {
			rest[k] = without(a.Set, question)
		}
		return func(response *text.Doc) float64 {
			best, own := 0.0, without(response.Set, question)
			for k, a := range answers {
				if len(rest[k]) > 0 {
					best = max(best, e.similarity(own, rest[k]))
				} else {
					best = max(best, e.similarity(response.Set, a.Set))
				}
			}
			return best
		}
	}}.Prepare(q)
}

// without returns the words that are not among those of the question.
func without(words, question []string) []string {
	var rest []string
	for _, w := range words {
		if !slices.ContainsFunc(question, func(q string) bool { return w == q || sameStem(w, q) }) {
			rest = append(rest, w)
		}
	}
	return rest
}
