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
	minSpellingLetters = 4    // shorter words are not compared by edit distance
	minSpelling        = 0.75 // edit similarity of a word and its misspelling
	minMeaning         = 0.8  // WordSimilarity of words of one meaning
	minCosine          = 0.6  // of the vectors of words of one meaning
)

// sameForm returns the similarity of two words in lower case as forms of one word, in [0,1]: 1
// for equal words and for words of one English stem (Porter2); else the edit similarity
// 1 - d/max(|a|,|b|), where d is their Levenshtein distance, if both have at least four letters
// and it is at least .75; else 0.
func sameForm(a, b string) float64 {
	if a == b || sameStem(a, b) {
		return 1
	}
	n, m := utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	short, long := min(n, m), max(n, m)
	if short < minSpellingLetters || editSimilarity(long-short, n, m) < minSpelling {
		return 0
	}
	if s := editSimilarity(levenshtein.ComputeDistance(a, b), n, m); s >= minSpelling {
		return s
	}
	return 0
}

// stems remembers the Porter2 stems of words, as stemming takes a microsecond or more.
var stems = newMemo(maxLexemes, func(word string) string { return english.Stem(word, true) })

// sameStem reports whether two nonempty words have one stem. Stemming keeps the first letter.
func sameStem(a, b string) bool {
	return a[0] == b[0] && stems.get(a) == stems.get(b)
}

// sameMeaning returns the largest of [sameForm], of [WordSimilarity] if that is at least .8, and
// of the cosine of the words' vectors ([embed.Default]) if that is at least .6.
func sameMeaning(a, b *lexeme) float64 {
	if a == b {
		return 1
	}
	slot, s, ok := meanings.lookup(a, b)
	if !ok {
		s = computeSameMeaning(a, b)
		slot.Store(&lexemePair{a, b, s})
	}
	return s
}

// meanings remembers the values of sameMeaning.
var meanings pairCache

func computeSameMeaning(a, b *lexeme) float64 {
	s := sameForm(a.text, b.text)
	if s == 1 {
		return 1
	}
	index := senseIndexes.Get().(*senseIndex)
	defer senseIndexes.Put(index)
	if w := a.similarity(b, index); w >= minMeaning {
		s = max(s, w)
	}
	if c, ok := defaultVectors().Cosine(a.text, b.text); ok && c >= minCosine {
		s = max(s, min(c, 1))
	}
	return s
}

// alignment pairs the words of a with those of b one to one, the most similar first and of equally
// similar pairs the first, and returns the sum of the pairs' similarities.
func alignment[W any](a, b []W, similarity func(a, b W) float64) float64 {
	type pair struct {
		i, j int
		s    float64
	}
	var pairBuffer [16]pair
	pairs := pairBuffer[:0]
	for i, x := range a {
		for j, y := range b {
			if s := similarity(x, y); s > 0 {
				pairs = append(pairs, pair{i, j, s})
			}
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int { return cmp.Compare(q.s, p.s) })
	var usedBuffer [64]bool
	used := usedBuffer[:]
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

// demoted returns a question-based feature like [KeySimilarity], of the sets of content words of
// the response and an acceptable answer without those of the question ("question demoting":
// Sultan, Salazar and Sumner, "Fast and Easy Short Answer Grading with High Accuracy", NAACL
// 2016). A word counts as one of the question if it has the same stem. An answer that consists of
// words of the question alone is compared with all words of the response, and so is every answer
// if the question's text is not known. The answer passed to similarity has at least one word; the
// response may have none.
func demoted(
	name, description string, similarity func(response, answer []string) float64,
) Extractor {
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

// without returns the words that do not have the stem of a word of the question.
func without(words, question []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		asked := func(q string) bool { return w == q || sameStem(w, q) }
		return slices.ContainsFunc(question, asked)
	})
}
