package published

import (
	"maps"
	"slices"
	"sync"

	"github.com/luna-rating/luna/internal/wordnet"
	"github.com/luna-rating/luna/regress"
)

// bag is a feature that counts, over all questions, the responses with each term of one
// vocabulary.
type bag struct {
	terms func(*answer) []string
	// synonyms lists what else stands for a term of the vocabulary; nil for nothing else.
	synonyms func(term string) []string
}

var bags = map[string]*bag{
	"BOW": {terms: func(a *answer) []string { return a.words }},
	"BIG": {terms: func(a *answer) []string { return a.grams }},
	"SYN": {terms: func(a *answer) []string { return a.words }, synonyms: synonyms},
}

// matrices counts, for each respondent, in how many questions each term of the training
// part's vocabulary occurs.
func (b *bag) matrices(answers [][]*answer, train, test []int) (trainX, testX *regress.Matrix) {
	vocabulary := make(map[string]bool)
	for _, i := range train {
		for j := range answers {
			for _, t := range b.terms(answers[j][i]) {
				vocabulary[t] = true
			}
		}
	}
	column := b.columns(slices.Sorted(maps.Keys(vocabulary)))
	matrix := func(respondents []int) *regress.Matrix {
		m := regress.NewMatrix(len(respondents), len(vocabulary))
		for _, i := range respondents {
			m.Append(b.row(answers, i, column))
		}
		return m
	}
	return matrix(train), matrix(test)
}

// columns gives each term of the vocabulary and each synonym its column; a synonym of
// several terms has that of the last one.
func (b *bag) columns(vocabulary []string) map[string]int32 {
	column := make(map[string]int32)
	for k, t := range vocabulary {
		column[t] = int32(k)
		if b.synonyms == nil {
			continue
		}
		for _, s := range b.synonyms(t) {
			column[s] = int32(k)
		}
	}
	return column
}

func (b *bag) row(answers [][]*answer, respondent int, column map[string]int32) regress.Row {
	counts := make(map[int32]float64)
	for j := range answers {
		active := make(map[int32]bool)
		for _, t := range b.terms(answers[j][respondent]) {
			if k, ok := column[t]; ok {
				active[k] = true
			}
		}
		for k := range active {
			counts[k]++
		}
	}
	var row regress.Row
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		row.Index = append(row.Index, k)
		row.Value = append(row.Value, counts[k])
	}
	return row
}

var knownSynonyms sync.Map

// synonyms returns all lemmas of all senses of a word.
func synonyms(word string) []string {
	if s, ok := knownSynonyms.Load(word); ok {
		return s.([]string)
	}
	s := wordnet.Default().Synonyms(word)
	knownSynonyms.Store(word, s)
	return s
}
