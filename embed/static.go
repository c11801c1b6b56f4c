package embed

import (
	"context"
	"strings"
	"sync"
	"unicode"
)

// Static returns the memory of the encoder inside the program, which all who call it share.
func Static() (*Memory, error) { return static() }

var static = sync.OnceValues(func() (*Memory, error) {
	v, err := Default()
	if err != nil {
		return nil, err
	}
	return Remember(meanEncoder{v, "static", strings.Fields}), nil
})

// meanEncoder encodes a text by the mean of its words' vectors. A text without a known word has the
// zero vector.
type meanEncoder struct {
	vectors *Vectors
	name    string
	words   func(text string) []string // of a text in lower case
}

func (e meanEncoder) Identity() Identity {
	return Identity{Name: e.name, Dim: e.vectors.Dim(), SHA256: e.vectors.Digest()}
}

func (e meanEncoder) Encode(_ context.Context, texts []string) ([][]float32, error) {
	list := make([][]float32, len(texts))
	for i, s := range texts {
		mean, _ := e.vectors.Mean(e.words(strings.ToLower(s)))
		list[i] = make([]float32, len(mean))
		for k, x := range mean {
			list[i][k] = float32(x)
		}
	}
	return list, nil
}

// words returns the words of a text, which consist of letters, their marks and digits.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	})
}
