package published

import (
	"math"
	"slices"
	"sync"

	"github.com/luna-rating/luna/internal/brown"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/internal/wordnet"
)

// semanticNets is SNL as the program that the published run used computes it. It departs from Li
// et al. (2006), for whose measure see features.SNL:
//
//   - a word that is not in a sentence counts .2 wherever its best similarity exceeds .2;
//   - words are in the order of a hash table, not of the sentence;
//   - the depth of a subsumer is its distance from the farther of the two senses;
//   - equal texts have similarity 1, and 0 stands for whatever cannot be computed.
func semanticNets(a, b *answer) float64 {
	if a.text == b.text {
		return 1
	}
	first, second := pieces(a.text), pieces(b.text)
	joint := hashOrder(union(first, second))
	var aa, bb, ab, difference, sum float64
	for _, w := range joint {
		x, i := netEntry(w, first, joint)
		y, j := netEntry(w, second, joint)
		aa += x * x
		bb += y * y
		ab += x * y
		difference += (i - j) * (i - j)
		sum += (i + j) * (i + j)
	}
	s := .85*ab/math.Sqrt(aa*bb) + .15*(1-math.Sqrt(difference)/math.Sqrt(sum))
	if math.IsNaN(s) {
		return 0
	}
	return s
}

var netTokens = text.Pattern(`[\p{L}\p{N}_']+|[^\s\p{L}\p{N}_']`)

// pieces returns the distinct words and punctuation marks of a text.
func pieces(s string) []string { return union(netTokens().FindAllString(s, -1), nil) }

// union returns the distinct strings of both lists, in their order.
func union(a, b []string) []string {
	var all []string
	seen := make(map[string]bool, len(a)+len(b))
	for _, w := range slices.Concat(a, b) {
		if !seen[w] {
			seen[w] = true
			all = append(all, w)
		}
	}
	return all
}

// netEntry returns the numbers of the joint word w in the semantic and the order vector of a
// sentence.
func netEntry(w string, sentence, joint []string) (semantic, order float64) {
	content := brown.InformationContent(w)
	if slices.Contains(sentence, w) {
		return content * content, float64(slices.Index(joint, w))
	}
	best, similarity := "", -1.0
	for _, v := range sentence {
		if s := netWords.similarity(w, v); s > similarity {
			best, similarity = v, s
		}
	}
	if similarity > .2 {
		semantic = .2 * content * brown.InformationContent(best)
	}
	if similarity > .4 {
		order = float64(slices.Index(joint, best))
	}
	return semantic, order
}

// netSimilarities remembers the similarities of words.
type netSimilarities struct {
	mu    sync.Mutex
	known map[[2]string]float64
}

var netWords = netSimilarities{known: make(map[[2]string]float64)}

func (n *netSimilarities) similarity(a, b string) float64 {
	pair := [2]string{min(a, b), max(a, b)}
	n.mu.Lock()
	defer n.mu.Unlock()
	s, ok := n.known[pair]
	if !ok {
		s = netSimilarity(pair[0], pair[1])
		n.known[pair] = s
	}
	return s
}

// netSimilarity is exp(-.2 l) tanh(.45 h) for the two words' senses of the shortest path.
func netSimilarity(a, b string) float64 {
	net := wordnet.Default()
	nearest := math.MaxInt
	var x, y wordnet.Synset
	for _, pos := range wordnet.AllPOS() {
		for _, s := range net.Lookup(a, pos) {
			for _, t := range net.Lookup(b, pos) {
				if c, ok := net.Common(s, t); ok && c.Length < nearest {
					nearest = c.Length
					x = s
					y = t
				}
			}
		}
	}
	if nearest == math.MaxInt {
		return 0
	}
	l, h := float64(nearest), 0.0
	if x == y {
		h = float64(net.Depth(x))
	} else {
		if net.ShareWord(x, y) {
			l = 1
		}
		c, _ := net.Common(x, y)
		h = float64(max(distance(net, x, c.Subsumer), distance(net, y, c.Subsumer)))
	}
	return math.Exp(-.2*l) * math.Tanh(.45*h)
}

// distance is the number of edges from a synset to one of its ancestors.
func distance(net *wordnet.Net, s, ancestor wordnet.Synset) int {
	synsets, edges := net.Ancestors(s)
	return int(edges[slices.Index(synsets, ancestor)])
}
