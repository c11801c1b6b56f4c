package world

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/luna-rating/luna/internal/wordnet"
)

//go:embed vocabulary.txt
var vocabularyText string

// Vocabulary returns the words that children know, by their class: noun, verb, adjective, adverb,
// other and number.
var Vocabulary = sync.OnceValue(func() map[string][]string { return named(vocabularyText) })

var common = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, words := range Vocabulary() {
		for _, w := range words {
			set[w] = true
		}
	}
	return set
})

// Common reports whether children know a word: it or one of its base forms is in the vocabulary.
func Common(word string) bool {
	word = strings.ToLower(word)
	if common()[word] {
		return true
	}
	for _, pos := range wordnet.AllPOS() {
		for _, base := range wordnet.Default().Morph(word, pos) {
			if common()[base] {
				return true
			}
		}
	}
	return false
}
