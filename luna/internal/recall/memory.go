// Package recall answers with the reply that somebody gave earlier to the most similar text.
//
// Texts are compared by their words, weighted by inverse document frequency: the similarity of two
// texts is the cosine of their vectors of ln(1 + tf)·ln(1 + N/df), where tf counts a word in the
// text, df the texts with the word, and N all texts. The similarity of the preceding texts adds a
// tenth of its value, so that it decides between replies to the same text.
package recall

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// Exchange is a text, the reply to it, and the text before it in the same conversation, if any.
type Exchange struct{ Before, Text, Reply string }

// Memory finds exchanges by their texts.
type Memory struct {
	exchanges []Exchange
	vectors   []vector // of the texts
	before    []vector // of what was said before
	postings  map[string][]posting
	weights   map[string]float64 // by word: inverse document frequency
	unseen    float64            // that of a word that no text has
}

type posting struct {
	exchange int
	weight   float64
}

// vector holds the weights of a text's words; its length is 1, or 0 if there are no words.
type vector map[string]float64

// contextShare is the weight of the similarity of the preceding texts.
const contextShare = 0.1

// New returns a memory of exchanges.
func New(exchanges []Exchange) *Memory {
	m := &Memory{exchanges: exchanges, postings: map[string][]posting{},
		weights: map[string]float64{}, unseen: math.Log(1 + float64(max(len(exchanges), 1)))}
	frequency := map[string]int{}
	for _, e := range exchanges {
		for w := range counts(e.Text) {
			frequency[w]++
		}
	}
	for w, df := range frequency {
		m.weights[w] = math.Log(1 + float64(len(exchanges))/float64(df))
	}
	for i, e := range exchanges {
		m.vectors = append(m.vectors, m.vector(e.Text))
		m.before = append(m.before, m.vector(e.Before))
		for w, x := range m.vectors[i] {
			m.postings[w] = append(m.postings[w], posting{i, x})
		}
	}
	return m
}

// Nearest returns at most max exchanges, in order of decreasing similarity of their text to the
// given one, with the similarities. Exchanges without a common word are left out; equally similar
// ones stay in order.
func (m *Memory) Nearest(before, text string, max int) ([]Exchange, []float64) {
	v, b := m.vector(text), m.vector(before)
	scores := map[int]float64{}
	for _, w := range words(v) {
		for _, p := range m.postings[w] {
			scores[p.exchange] += v[w] * p.weight
		}
	}
	type candidate struct {
		i     int
		score float64
	}
	list := make([]candidate, 0, len(scores))
	for i, s := range scores {
		list = append(list, candidate{i, s + contextShare*cosine(b, m.before[i])})
	}
	slices.SortFunc(list, func(x, y candidate) int {
		switch {
		case x.score > y.score:
			return -1
		case x.score < y.score:
			return 1
		}
		return x.i - y.i
	})
	list = list[:min(len(list), max)]
	found, similarity := make([]Exchange, len(list)), make([]float64, len(list))
	for n, c := range list {
		found[n], similarity[n] = m.exchanges[c.i], scores[c.i]
	}
	return found, similarity
}

func (m *Memory) vector(text string) vector {
	v := vector{}
	squares := 0.0
	tf := counts(text)
	for _, w := range words(tf) {
		weight, seen := m.weights[w]
		if !seen {
			weight = m.unseen
		}
		v[w] = math.Log1p(float64(tf[w])) * weight
		squares += v[w] * v[w]
	}
	for w := range v {
		v[w] /= math.Sqrt(squares)
	}
	return v
}

// words returns a map's words in order, so that sums do not depend on the order of the map.
func words[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for w := range m {
		list = append(list, w)
	}
	slices.Sort(list)
	return list
}

func cosine(a, b vector) float64 {
	sum := 0.0
	for _, w := range words(a) {
		sum += a[w] * b[w]
	}
	return sum
}

// maxWords is the maximum number of words of a text that are considered.
const maxWords = 500

// counts returns how often each word is in a text. Words are runs of letters, digits and
// apostrophes, in lower case.
func counts(text string) map[string]int {
	tf := map[string]int{}
	fields := strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
	for _, w := range fields[:min(len(fields), maxWords)] {
		if w = strings.Trim(w, "'"); w != "" {
			tf[w]++
		}
	}
	return tf
}
