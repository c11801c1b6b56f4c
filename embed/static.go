package embed

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/luna-rating/luna/embed/internal/bert"
	"github.com/luna-rating/luna/internal/numbers"
)

// Static returns the memory of the encoder inside the program, which all who call it share. A text
// has the mean of the vectors of its pieces; see embed/README.md for their origin and quality.
func Static() (*Memory, error) { return loadStatic() }

//go:generate go run ./gen/static

//go:embed static-30k-256d.luv
var staticFile []byte

// StaticChecksum returns the size of the embedded encoder's file in bytes and its SHA-256 in
// hexadecimal digits.
func StaticChecksum() (size int, digest string) {
	sum := sha256.Sum256(staticFile)
	return len(staticFile), hex.EncodeToString(sum[:])
}

var loadStatic = sync.OnceValues(func() (*Memory, error) {
	v, err := decode(staticFile, "the embedded encoder", true)
	if err != nil {
		return nil, err
	}
	cut, err := bert.Pieces(v.words.words)
	if err != nil {
		return nil, fmt.Errorf("the embedded encoder: %w", err)
	}
	return Remember(meanEncoder{v, "static", cut}), nil
})

// meanEncoder encodes a text by the mean of its words' vectors. A text without a known word has the
// zero vector.
type meanEncoder struct {
	vectors *Vectors
	name    string
	rows    func(text string) []int // the numbers of the words of a text
}

// Identity implements [Encoder].
func (e meanEncoder) Identity() Identity {
	return Identity{Name: e.name, Dim: e.vectors.Dim(), SHA256: e.vectors.Digest()}
}

// Encode implements [Encoder].
func (e meanEncoder) Encode(_ context.Context, texts []string) ([][]float32, error) {
	list := make([][]float32, len(texts))
	for i, s := range texts {
		mean := e.vectors.mean(e.rows(s))
		list[i] = numbers.Map(mean, func(x float64) float32 { return float32(x) })
	}
	return list, nil
}

// words returns the words of a text in lower case, which consist of letters, their marks and
// digits.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	})
}
