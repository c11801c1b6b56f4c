package solver

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/wordnet"
)

// lexicon answers questions about the meaning of words from word vectors and WordNet. It is safe for
// concurrent use.
type lexicon struct {
	vectors *embed.Vectors
	axes    [][]float64 // of the scales of meaning: the weights of a word's vector and a constant
	listed  []map[string]float64
	gender  []float64
	person  wordnet.Synset
	alive   wordnet.Synset
	group   wordnet.Synset
	mu      sync.Mutex
	unit    map[string][]float64
}

var loadLexicon = sync.OnceValues(func() (*lexicon, error) {
	vectors, err := embed.Default()
	if err != nil {
		return nil, err
	}
	net := wordnet.Default()
	l := &lexicon{
		vectors: vectors,
		person:  net.Lookup("person", wordnet.Noun)[0],
		alive:   net.Lookup("organism", wordnet.Noun)[0],
		group:   net.Lookup("group", wordnet.Noun)[0],
		unit:    make(map[string][]float64),
	}
	for _, s := range scales {
		axis, listed := l.axis(strings.Fields(s.high), strings.Fields(s.low))
		l.axes, l.listed = append(l.axes, axis), append(l.listed, listed)
	}
	l.gender, _ = l.axis([]string{"he", "his", "him", "man", "john", "david", "robert", "father"},
		[]string{"she", "her", "hers", "woman", "mary", "susan", "linda", "mother"})
	return l, nil
})

// vector returns a word's vector of length 1, nil if it has none. The caller must not change it.
func (l *lexicon) vector(word string) []float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if v, ok := l.unit[word]; ok {
		return v
	}
	v := l.lookup(word)
	if len(l.unit) < maxCached {
		l.unit[word] = v
	}
	return v
}

// maxCached bounds the words whose vectors are kept.
const maxCached = 20_000

func (l *lexicon) lookup(word string) []float64 {
	row, ok := l.vectors.Lookup(word)
	if !ok {
		return nil
	}
	v := make([]float64, len(row))
	for i, x := range row {
		v[i] = float64(x)
	}
	return normalize(v)
}

// normalize scales a vector to length 1 and returns it, nil if it is zero.
func normalize(v []float64) []float64 {
	n := math.Sqrt(dot(v, v))
	if n == 0 {
		return nil
	}
	for i := range v {
		v[i] /= n
	}
	return v
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// ridge is the penalty of the regressions that place words on scales.
const ridge = 1

// axis returns the ridge regression of 1 for the words of one pole and -1 for those of the other on
// the words' vectors and a constant, and the words themselves with their values.
func (l *lexicon) axis(high, low []string) (axis []float64, listed map[string]float64) {
	n := l.vectors.Dim() + 1
	normal, b := make([]float64, n*n), make([]float64, n)
	listed = make(map[string]float64)
	for pole, words := range [][]string{high, low} {
		y := float64(1 - 2*pole)
		for _, w := range words {
			listed[w] = y
			v := l.vector(w)
			if v == nil {
				continue
			}
			x := append(slices.Clone(v), 1)
			for i := range x {
				b[i] += y * x[i]
				for j := i; j < n; j++ {
					normal[i*n+j] += x[i] * x[j]
				}
			}
		}
	}
	for i := range b {
		normal[i*n+i] += ridge
	}
	dense.Factorize(normal, n).Solve(b)
	return b, listed
}

// mean returns the mean of the words' vectors of length 1, zero if none has one.
func (l *lexicon) mean(words []string) []float64 {
	sum, n := make([]float64, l.vectors.Dim()), 0
	for _, w := range words {
		if v := l.vector(w); v != nil {
			for i := range v {
				sum[i] += v[i]
			}
			n++
		}
	}
	for i := range sum {
		sum[i] /= float64(max(1, n))
	}
	return sum
}

// cosine returns the cosine of two words' vectors, 0 if either has none.
func (l *lexicon) cosine(a, b string) float64 {
	x, y := l.vector(a), l.vector(b)
	if x == nil || y == nil {
		return 0
	}
	return dot(x, y)
}

// scale returns where a word is on a scale of meaning, in [-1, 1], positive for the first pole; 0
// without a vector.
func (l *lexicon) scale(i int, word string) float64 {
	if y, ok := l.listed[i][word]; ok {
		return y
	}
	v := l.vector(word)
	if v == nil {
		return 0
	}
	return max(-1, min(1, along(l.axes[i], v)))
}

// along returns the value of an axis for a vector.
func along(axis, v []float64) float64 { return dot(axis[:len(v)], v) + axis[len(v)] }

// male returns how much more a word is used like words of men than of women, by list or by its
// vector.
func (l *lexicon) male(word string) float64 {
	switch {
	case masculine[word]:
		return 1
	case feminine[word]:
		return -1
	}
	v := l.vector(word)
	if v == nil {
		return 0
	}
	return max(-1, min(1, along(l.gender, v)))
}

// kind is what a noun names, as WordNet's first senses say.
type kind struct{ person, alive, group float64 }

// kindOf weighs the senses of a noun by 1, 1/2, 1/3, …
func (l *lexicon) kindOf(word string) (k kind) {
	net := wordnet.Default()
	senses := net.Lookup(word, wordnet.Noun)
	total := 0.0
	for i, s := range senses[:min(len(senses), 4)] {
		weight := 1 / float64(i+1)
		total += weight
		ancestors, _ := net.Ancestors(s)
		for _, a := range ancestors {
			switch a {
			case l.person:
				k.person += weight
			case l.alive:
				k.alive += weight
			case l.group:
				k.group += weight
			}
		}
	}
	if total > 0 {
		k.person, k.alive, k.group = k.person/total, k.alive/total, k.group/total
	}
	return k
}

// causality returns 1 for a verb whose subject is the likely cause of the event, -1 for one whose
// object is, 0 for others.
func (l *lexicon) causality(verb string) float64 {
	return between(verb, subjectCausal, objectCausal)
}

// transfer returns 1 for a verb of giving, -1 for one of taking, 0 for others.
func (l *lexicon) transfer(verb string) float64 { return between(verb, giving, taking) }

// between returns 1 for a word of the first list, -1 for one of the second.
func between(verb string, high, low map[string]bool) float64 {
	switch {
	case high[verb]:
		return 1
	case low[verb]:
		return -1
	}
	return 0
}
