package auto

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/luna-rating/luna/datasets"
)

// writer makes up texts from words that it made up before.
type writer struct {
	*rand.Rand
	words []string
}

func newWriter(seed uint64) *writer {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 1))}
	for range 4000 {
		var word strings.Builder
		for range 1 + w.IntN(4) {
			word.WriteByte("bcdfghjklmnprstvw"[w.IntN(17)])
			word.WriteByte("aeiou"[w.IntN(5)])
		}
		w.words = append(w.words, word.String())
	}
	return w
}

// sentence returns some words. As in a language, some words are far more frequent than others.
func (w *writer) sentence() []string {
	words := make([]string, 8+w.IntN(10))
	for i := range words {
		x := w.Float64()
		words[i] = w.words[int(x*x*x*float64(len(w.words)))]
	}
	return words
}

// altered returns the sentence with a tenth of the words replaced.
func (w *writer) altered(sentence []string) []string {
	words := make([]string, len(sentence))
	for i, word := range sentence {
		words[i] = word
		if w.IntN(10) == 0 {
			words[i] = w.words[w.IntN(len(w.words))]
		}
	}
	return words
}

// prose returns a text of that many characters, sentence by sentence.
func prose(characters int, sentence func() []string) string {
	var b strings.Builder
	for b.Len() < characters {
		b.WriteString(strings.Join(sentence(), " ") + ". ")
	}
	return b.String()[:characters]
}

// essays generates respondents with long responses. A respondent of skill s takes a share s of the
// sentences from those that good responses to the question have in common, of which the key
// consists if there is one. Lengths vary by a half.
func essays(respondents, questions, characters int, keyed bool, seed uint64) *datasets.Dataset {
	w := newWriter(seed)
	ds := &datasets.Dataset{Name: "essays", Synthetic: true}
	right := make([][][]string, questions)
	for j := range right {
		for range 1 + characters/60 {
			right[j] = append(right[j], w.sentence())
		}
		q := datasets.Question{ID: fmt.Sprint(j + 1)}
		if keyed {
			next := -1
			q.Key = append(q.Key, prose(characters, func() []string {
				next++
				return right[j][next%len(right[j])]
			}))
		}
		ds.Questions = append(ds.Questions, q)
	}
	for i := range respondents {
		skill := w.Float64()
		r := datasets.Respondent{
			ID: fmt.Sprint(i), Rating: min(1, max(0, skill+.1*w.NormFloat64())),
		}
		for _, sentences := range right {
			length := characters * (5 + w.IntN(11)) / 10
			r.Responses = append(r.Responses, prose(length, func() []string {
				if w.Float64() < skill {
					return w.altered(sentences[w.IntN(len(sentences))])
				}
				return w.sentence()
			}))
		}
		ds.Respondents = append(ds.Respondents, r)
	}
	return ds
}
