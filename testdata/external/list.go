package main

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// wordList is a bag of the words of a response that are in a list. A model of it is of use only
// with the same list.
type wordList struct {
	features.Extractor
	list string
}

// newWordList returns the feature LST for a list of words that blanks separate.
func newWordList(list string) features.Extractor {
	known := make(map[string]bool)
	for word := range strings.FieldsSeq(list) {
		known[word] = true
	}
	terms := func(d *text.Doc) []string {
		var found []string
		for _, w := range d.Set {
			if known[w] {
				found = append(found, w)
			}
		}
		return found
	}
	return wordList{features.Bag("LST", "bag of words of a list", terms), list}
}

// Resources identifies the list in model files.
func (l wordList) Resources() ([]features.Resource, error) {
	sum := sha256.Sum256([]byte(l.list))
	return []features.Resource{{Name: "word list", SHA256: hex.EncodeToString(sum[:])}}, nil
}

// Version is raised whenever the feature's values change: the first version had the words of the
// response that are not in the list.
func (wordList) Version() int { return 2 }
