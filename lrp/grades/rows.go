package grades

import (
	"encoding/binary"
	"math"

	"gonum.org/v1/gonum/blas/blas64"

	"github.com/luna-rating/luna/features/text"
)

// rows are the design matrix of one question in weight space, with a row for each distinct text.
// Texts with the same content words and cues are one. A row has a sparse part, the groups of
// n-grams, and a dense one: 1, the cues, the mean word vector and the features of the cues that
// [centres] defines.
type rows struct {
	texts  []*encodedText // by row
	mean   []float64      // prior mean of g, by row
	at     []int32        // by respondent: the row of the response
	key    []int          // the rows of the acceptable answers
	blank  []int          // the rows that are no answers
	groups gramGroups
	begin  []int   // the sparse part of row k is index and value from begin[k] to begin[k+1]
	index  []int32 // of groups
	value  []float64
	dense  []float64 // row by row
	width  int       // of the dense part
}

// size returns the number of rows.
func (r *rows) size() int { return len(r.texts) }

// newRows finds the distinct texts of question j, in order of first appearance, with the acceptable
// answers last. See [Prepared.own].
func newRows(p *Prepared, j int, responses [][]*text.Doc, own []bool) *rows {
	x := p.questions[j]
	r := &rows{at: make([]int32, len(responses))}
	index := make(map[string]int)
	add := func(t *encodedText) int {
		content := t.content()
		k, ok := index[content]
		if !ok {
			k = len(r.texts)
			index[content] = k
			r.texts = append(r.texts, t)
			if blank(t.doc) {
				r.blank = append(r.blank, k)
			}
			r.mean = append(r.mean, p.prior.mean(x, t))
		}
		return k
	}
	// Many respondents share a text, which is encoded once.
	seen := make(map[*text.Doc]int32)
	for i, response := range responses {
		d := response[j]
		k, ok := seen[d]
		if !ok {
			t := x.text(d)
			if own != nil && own[i] {
				t = x.alone(d)
			}
			k = int32(add(t))
			seen[d] = k
		}
		r.at[i] = k
	}
	for _, t := range x.others(j, responses, own) {
		r.key = append(r.key, add(t))
	}
	return r
}

// content identifies what the model sees of a text.
func (t *encodedText) content() string {
	b := make([]byte, 0, len(t.doc.Clean)+8*len(t.cues)+1)
	for _, c := range t.cues {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(c))
	}
	if b = append(b, 0); blank(t.doc) {
		b[len(b)-1] = 1
	}
	return string(append(b, t.doc.Clean...))
}

// fill writes the matrix.
func (r *rows) fill(c *centres, ngrams int) {
	r.groups = groupGrams(r.texts, ngrams)
	last := make([]int, r.groups.size())
	for g := range last {
		last[g] = -1
	}
	var all sparse
	r.begin = append(make([]int, 0, len(r.texts)+1), 0)
	for k, t := range r.texts {
		all = r.groups.add(all, t.grams, last, k)
		r.begin = append(r.begin, len(all.index))
		start := len(r.dense)
		r.dense = append(r.dense, 1)
		r.dense = append(r.dense, t.cues...)
		for _, v := range t.vector {
			r.dense = append(r.dense, float64(v))
		}
		r.dense = append(r.dense, c.features(t)...)
		if r.width == 0 {
			r.width = len(r.dense) - start
			r.dense = append(make([]float64, 0, r.width*len(r.texts)), r.dense...)
		}
	}
	r.index, r.value = all.index, all.value
}

// gramsOf returns the sparse part of row k.
func (r *rows) gramsOf(k int) sparse {
	return sparse{r.index[r.begin[k]:r.begin[k+1]], r.value[r.begin[k]:r.begin[k+1]]}
}

// denseOf returns the dense part of row k.
func (r *rows) denseOf(k int) []float64 { return r.dense[k*r.width : (k+1)*r.width] }

// multiply writes the products of the first rows with parameters.
func (r *rows) multiply(grams, dense, product []float64) {
	c := blasVector(dense)
	for k := range product {
		sum := blas64.Dot(blasVector(r.denseOf(k)), c)
		g := r.gramsOf(k)
		for i, n := range g.index {
			sum += g.value[i] * grams[n]
		}
		product[k] = sum
	}
}

// addTransposed adds each row times its weight to parameters.
func (r *rows) addTransposed(weights, grams, dense []float64) {
	c := blasVector(dense)
	for k, w := range weights {
		if w == 0 {
			continue
		}
		blas64.Axpy(w, blasVector(r.denseOf(k)), c)
		addTo(r.gramsOf(k).all(), grams, w)
	}
}

func blasVector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Data: x, Inc: 1} }
