// Package wordsim compares cosines of word vectors with human judgements of word similarity.
package wordsim

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Pair is a pair of words with the mean of the judgements.
type Pair struct {
	A, B string
	Mean float64
}

// Read reads lines of two words and a number, separated by tabs; lines that begin with #
// are comments.
func Read(r io.Reader, name string) ([]Pair, error) {
	var pairs []Pair
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("%s:%d: found %d fields, expected 3", name, n, len(fields))
		}
		mean, err := strconv.ParseFloat(fields[2], 64)
		if err != nil || math.IsNaN(mean) || math.IsInf(mean, 0) {
			return nil, fmt.Errorf("%s:%d: found %q, expected a number", name, n, fields[2])
		}
		pairs = append(pairs, Pair{fields[0], fields[1], mean})
	}
	return pairs, lines.Err()
}
