// Command static distils the embedded encoder from a model of sentences as published on Hugging
// Face: one vector for each piece of its vocabulary, so that their mean is near what the model
// makes of a text. The vector of piece x is
//
//	a(x)·w(x)/A + d(x)/D
//
// where a is the model's vector of the piece alone, less the mean over all pieces, d is the mean
// over six texts of the difference that the piece makes in the middle of the text, and w is the
// mean of 1 - cos of the vectors with and without it. A and D are the mean norms of both.
// Principal components reduce the vectors to 256 numbers.
//
// It follows Model2Vec (Tulkens and van Dongen, 2024), which takes a and weighs it by the rank of
// the piece.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/embed/internal/bert"
	"github.com/luna-rating/luna/internal/atomicdir"
)

const (
	dim  = 256
	file = "static-30k-256d.luv"
)

var about = embed.About{
	Name: "static-30k-256d",
	Source: "distilled from sentence-transformers/all-MiniLM-L6-v2 by Nils Reimers and others, " +
		"https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
	Licence: "Apache-2.0",
}

// contexts are texts in the middle of which each piece is put.
var contexts = []string{
	"use it as a paperweight", "the cell membrane", "because it is cheaper", "He walked to the shop.",
	"to control the variable", "a stack is last in, first out",
}

func main() {
	log.SetFlags(0)
	folder := flag.String("encoder", "", "the model's `DIR`; empty is all-MiniLM-L6-v2 in encoders below $LRP_DATA")
	out := flag.String("out", ".", "the `DIR` of "+file)
	flag.Parse()
	if *folder == "" {
		*folder = filepath.Join(os.Getenv("LRP_DATA"), "encoders", "all-MiniLM-L6-v2")
	}
	if _, err := os.Stat(*folder); err != nil {
		log.Printf("SKIPPED  %s is not made again: there is no folder %s", file, *folder)
		return
	}
	if err := run(*folder, *out); err != nil {
		log.Fatal(err)
	}
}

func run(folder, out string) error {
	pieces, err := readLines(filepath.Join(folder, "vocab.txt"))
	if err != nil {
		return err
	}
	m, err := bert.Open(folder)
	if err != nil {
		return err
	}
	vectors, err := distil(m, len(pieces))
	if err != nil {
		return err
	}
	rows := reduce(vectors)
	var words []string
	var kept [][]float32
	for i, p := range pieces {
		if strings.HasPrefix(p, "[") && len(p) > 1 { // but for unknown pieces, no text has these
			if p != "[UNK]" {
				continue
			}
			clear(rows[i])
		}
		words, kept = append(words, p), append(kept, rows[i])
	}
	v, err := embed.New(about, words, kept, embed.Int8)
	if err != nil {
		return err
	}
	path := filepath.Join(out, file)
	if err := atomicdir.WriteFile(path, func(w io.Writer) error { return embed.Write(w, v, embed.Int8) }); err != nil {
		return err
	}
	fmt.Println(path, v.Len(), v.Digest())
	return nil
}

func readLines(path string) (lines []string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		lines = append(lines, s.Text())
	}
	return lines, s.Err()
}

// distil returns the vector of each of n pieces.
func distil(m *bert.Model, n int) ([][]float64, error) {
	alone := make([][]int, n)
	ends := m.Tokens("")
	for i := range alone {
		alone[i] = []int{ends[0], i, ends[1]}
	}
	a, err := encode(m, alone)
	if err != nil {
		return nil, err
	}
	mean := make([]float64, m.Dim())
	for _, v := range a {
		floats.AddScaled(mean, 1/float64(n), v)
	}
	d, weights := make([][]float64, n), make([]float64, n)
	for i := range d {
		floats.Sub(a[i], mean)
		d[i] = make([]float64, m.Dim())
	}
	for _, s := range contexts {
		tokens := m.Tokens(s)
		with, middle := make([][]int, n+1), len(tokens)/2
		for i := range n {
			with[i] = append(append(append([]int(nil), tokens[:middle]...), i), tokens[middle:]...)
		}
		with[n] = tokens
		v, err := encode(m, with)
		if err != nil {
			return nil, err
		}
		for i := range n {
			weights[i] += (1 - floats.Dot(v[i], v[n])) / float64(len(contexts))
			floats.AddScaled(d[i], 1/float64(len(contexts)), v[i])
			floats.AddScaled(d[i], -1/float64(len(contexts)), v[n])
		}
	}
	for i := range a {
		floats.Scale(weights[i], a[i])
	}
	sizeA, sizeD := meanNorm(a), meanNorm(d)
	for i := range a {
		floats.Scale(1/sizeA, a[i])
		floats.AddScaled(a[i], 1/sizeD, d[i])
	}
	return a, nil
}

func meanNorm(rows [][]float64) (norm float64) {
	for _, v := range rows {
		norm += floats.Norm(v, 2) / float64(len(rows))
	}
	return norm
}

// encode returns vectors of norm 1.
func encode(m *bert.Model, tokens [][]int) ([][]float64, error) {
	vectors, err := m.EncodeTokens(context.Background(), tokens)
	rows := make([][]float64, len(vectors))
	for i, v := range vectors {
		rows[i] = make([]float64, len(v))
		for k, x := range v {
			rows[i][k] = float64(x)
		}
		floats.Scale(1/max(floats.Norm(rows[i], 2), math.SmallestNonzeroFloat32), rows[i])
	}
	return rows, err
}

// reduce returns the principal components of the rows about zero.
func reduce(rows [][]float64) [][]float32 {
	n := len(rows[0])
	moments := mat.NewSymDense(n, nil)
	for _, v := range rows {
		moments.SymRankOne(moments, 1, mat.NewVecDense(n, v))
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(moments, true) {
		log.Fatal("no eigenvalues")
	}
	var all mat.Dense
	eigen.VectorsTo(&all)
	reduced, components := make([][]float32, len(rows)), make([][]float64, min(dim, n))
	for k := range components {
		components[k] = mat.Col(nil, n-1-k, &all) // the largest is the last
	}
	for i, v := range rows {
		for _, c := range components {
			reduced[i] = append(reduced[i], float32(floats.Dot(v, c)))
		}
	}
	return reduced
}
