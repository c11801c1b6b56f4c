package published

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mathext/prng"

	"github.com/luna-rating/luna/internal/numbers"
)

// keyVectors is WCS: word vectors that are trained on the answer key alone.
type keyVectors map[string]*vector

// vector is a word vector. Those of the published run had ten dimensions.
type vector [10]float64

// newKeyVectors trains vectors of the blank-separated pieces of the acceptable answers, as the
// published run did in each trial.
func newKeyVectors(accepted [][]*answer, seed uint64, trial int) keyVectors {
	v := make(keyVectors)
	var sentences [][]string
	for _, key := range accepted {
		for _, k := range key {
			for _, piece := range k.pieces {
				if v[piece] == nil {
					v[piece] = firstVector(piece)
				}
			}
			sentences = append(sentences, k.pieces)
		}
	}
	v.train(sentences, numbers.Stream(seed, "published WCS", trial))
	return v
}

// firstVector is where training starts for a word: as in the published run, numbers within 1/20 of
// zero from a generator that is seeded with the hash of the word.
func firstVector(word string) *vector {
	g := prng.NewMT19937()
	g.Seed(stringHash(word+"1") & math.MaxUint32)
	v := new(vector)
	for i := range v {
		high, low := g.Uint32()>>5, g.Uint32()>>6
		v[i] = ((float64(high)*(1<<26)+float64(low))/(1<<53) - .5) / float64(len(v))
	}
	return v
}

// similarity is the cosine of the mean vectors of the response's content words, as far as the key
// has them, and of all pieces of the answer. It is 0 if the response has none of them, or if the
// cosine is negative.
func (v keyVectors) similarity(response, other *answer) float64 {
	a, b := v.sum(response.content), v.sum(other.pieces)
	length := math.Sqrt(a.dot(&a) * b.dot(&b))
	if length == 0 {
		return 0
	}
	return max(0, a.dot(&b)/length)
}

// sum adds the vectors of all words that have one.
func (v keyVectors) sum(words []string) (sum vector) {
	for _, w := range words {
		if x := v[w]; x != nil {
			sum.add(1, x)
		}
	}
	return sum
}

func (v *vector) dot(w *vector) (sum float64) {
	for i, x := range v {
		sum += x * w[i]
	}
	return sum
}

// add adds a multiple of another vector.
func (v *vector) add(factor float64, w *vector) {
	for i, x := range w {
		v[i] += factor * x
	}
}

// The skip-gram model with hierarchical softmax (Mikolov et al. 2013). The number of passes is
// inferred from the published numbers, .148 on Powergrading and .403 on Mohler: with one pass the
// second comes out as .32, with three as .41, with five as .48.
const (
	passes     = 3
	window     = 5 // largest distance of a context word
	firstRate  = .025
	lowestRate = .0001
)

// train moves the vectors so that each word's vector predicts the words around it.
func (v keyVectors) train(sentences [][]string, rng *rand.Rand) {
	counts := make(map[string]int)
	words := 0
	for _, s := range sentences {
		words += len(s)
		for _, w := range s {
			counts[w]++
		}
	}
	paths, inner := huffman(counts)
	nodes := make([]vector, inner)
	done := 0
	for range passes {
		for _, s := range sentences {
			progress := float64(done) / float64(passes*words)
			rate := firstRate - (firstRate-lowestRate)*progress
			for i, target := range s {
				reach := 1 + rng.IntN(window)
				for j := max(0, i-reach); j < min(len(s), i+reach+1); j++ {
					if j != i {
						v[s[j]].predict(paths[target], nodes, rate)
					}
				}
			}
			done += len(s)
		}
	}
}

// predict moves a word's vector and the nodes on the path to another word so that the path becomes
// more likely.
func (v *vector) predict(path []turn, nodes []vector, rate float64) {
	var change vector
	for _, t := range path {
		node := &nodes[t.node]
		likely := 1 / (1 + math.Exp(-v.dot(node)))
		step := rate * (t.left - likely)
		change.add(step, node)
		node.add(step, v)
	}
	v.add(1, &change)
}

// turn is a step of a path through a tree.
type turn struct {
	node int
	left float64 // 1 to the left, 0 to the right
}

// huffman returns the paths from the words of a Huffman tree to its root, and the number of its
// inner nodes.
func huffman(counts map[string]int) (paths map[string][]turn, inner int) {
	words := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(counts[a], counts[b]) })
	n := len(words)
	weight := make([]int, n, 2*n)
	for i, w := range words {
		weight[i] = counts[w]
	}
	up := make([]turn, 2*n) // from a node, first the words, to the one above
	parent := make([]int, 2*n)
	// Words and inner nodes are each in ascending order of their weights.
	word, joined := 0, n
	lightest := func() int {
		if word < n && (joined == len(weight) || weight[word] <= weight[joined]) {
			word++
			return word - 1
		}
		joined++
		return joined - 1
	}
	for len(weight) < 2*n-1 {
		a, b := lightest(), lightest()
		above := len(weight)
		up[a], up[b] = turn{above - n, 1}, turn{above - n, 0}
		parent[a], parent[b] = above, above
		weight = append(weight, weight[a]+weight[b])
	}
	paths = make(map[string][]turn, n)
	for i, w := range words {
		for k := i; k != len(weight)-1; k = parent[k] {
			paths[w] = append(paths[w], up[k])
		}
	}
	return paths, len(weight) - n
}
