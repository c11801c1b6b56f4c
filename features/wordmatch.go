package features

import (
	"cmp"
	"slices"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

const (
	minMeaning = 0.8 // WordSimilarity of words of one meaning
	minCosine  = 0.6 // of the vectors of words of one meaning
)

// sameMeaning returns the largest of [sameForm], of [WordSimilarity] if that is at least .8, and
// of the cosine of the words' vectors ([embed.Default]) if that is at least .6.
func sameMeaning(a, b *lexeme) float64 {
	if a == b {
		return 1
	}
	return meanings.get(a, b, computeSameMeaning)
}

// meanings remembers the values of sameMeaning.
var meanings pairCache

func computeSameMeaning(a, b *lexeme) float64 {
	first, second := forms.get(wordOf{text: a.text}), forms.get(wordOf{text: b.text})
	s := sameForm(&first, &second)
	if s == 1 {
		return s
	}
	if w := a.similarity(b); w >= minMeaning {
		s = max(s, w)
	}
	if c, ok := embedded(embed.Default()).Cosine(a.text, b.text); ok && c >= minCosine {
		s = max(s, min(c, 1))
	}
	return s
}

// matched is two words, by their indices, that are similar.
type matched struct {
	i, j int
	s    float64
}

// alignment pairs the words of a with those of b one to one, the most similar first and of equally
// similar pairs the first, and returns the sum of the pairs' similarities.
func alignment[W any](a, b []W, similarity func(a, b *W) float64) float64 {
	var buffer [16]matched
	pairs := buffer[:0]
	for i := range a {
		for j := range b {
			if s := similarity(&a[i], &b[j]); s > 0 {
				pairs = append(pairs, matched{i, j, s})
			}
		}
	}
	return aligned(pairs, len(a), len(b))
}

// alignForms is [alignment] by [sameForm]. Words too short to be misspelt are looked up, as long
// texts without spaces have hundreds of these.
func alignForms(a, b []form) float64 {
	if len(a)*len(b) < minLookups {
		return alignment(a, b, sameForm)
	}
	var pairs []matched
	stems := make(map[string][]int, len(b))
	for j := range b {
		stems[b[j].stem] = append(stems[b[j].stem], j)
	}
	short := func(j int) bool { return b[j].letters < minSpellingLetters }
	long := slices.DeleteFunc(numbers.UpTo(len(b)), short)
	for i := range a {
		same := stems[a[i].stem]
		for _, j := range same {
			pairs = append(pairs, matched{i, j, 1})
		}
		if a[i].letters < minSpellingLetters {
			continue
		}
		for _, j := range long {
			if s := sameForm(&a[i], &b[j]); s > 0 && !slices.Contains(same, j) {
				pairs = append(pairs, matched{i, j, s})
			}
		}
	}
	return aligned(pairs, len(a), len(b))
}

// minLookups is the number of pairs of words from which lookups take less time.
const minLookups = 1000

// aligned returns the sum for pairs that are sorted by i, and those of one similarity also by j.
func aligned(pairs []matched, n, m int) float64 {
	slices.SortStableFunc(pairs, func(p, q matched) int { return cmp.Compare(q.s, p.s) })
	var buffer [64]bool // few words need no memory from the heap
	used := append(buffer[:0], make([]bool, n+m)...)
	usedA, usedB := used[:n], used[n:]
	sum := 0.0
	for _, p := range pairs {
		if !usedA[p.i] && !usedB[p.j] {
			usedA[p.i], usedB[p.j] = true, true
			sum += p.s
		}
	}
	return sum
}

// demoted is a key-based feature like [KeySimilarity], of the sets of content words of the
// response and an acceptable answer without those of the question ("question demoting": Sultan,
// Salazar and Sumner, "Fast and Easy Short Answer Grading with High Accuracy", NAACL 2016). A word
// counts as one of the question's if it has the same stem as one of them. An answer that consists
// of words of the question alone is compared with all words of the response, and so is every answer
// if the question's text is not known. The answer passed to similarity has at least one word; the
// response may have none.
type demoted struct {
	info
	similarity func(response, answer []form) float64
}

// Prepare implements [Extractor].
func (e demoted) Prepare(q *Question) Prepared {
	question := make(map[string]bool) // the stems of its words
	if q.Text != nil {
		for _, w := range formsOf(q.Text) {
			question[w.stem] = true
		}
	}
	prepare := func(d *text.Doc) demotedForms {
		all := formsOf(d)
		rest := slices.DeleteFunc(slices.Clone(all), func(w form) bool { return question[w.stem] })
		return demotedForms{all, rest}
	}
	return keySimilarity{e.info, largest(prepare, func(response, answer demotedForms) float64 {
		if len(answer.rest) == 0 {
			return e.similarity(response.all, answer.all)
		}
		return e.similarity(response.rest, answer.rest)
	})}.Prepare(q)
}

// demotedForms are the forms of a text's words, and those of words that the question has not.
type demotedForms struct{ all, rest []form }
