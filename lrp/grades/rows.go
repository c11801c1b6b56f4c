package grades

import (
	"encoding/binary"
	"math"

	"gonum.org/v1/gonum/blas/blas64"

	"github.com/luna-rating/luna/features/text"
)

// rows are the distinct texts of one question as a large fit sees them: texts whose content words and cues are equal are
// one. In row k stand the numbers of a text that g multiplies by parameters: its n-grams, which are few of many, and the others:
// 1, the cues, the mean word vector and the Gaussians about the [centres].
type rows struct {
	texts  []*textOf // one a row
	mean   []float64 // of g, by the prior
	at     []int32   // by respondent: the row of the response
	key    []int     // the rows of the acceptable answers
	merged           // n-grams
	begin  []int     // row k has the groups of n-grams begin[k] to begin[k+1]
	index  []int32   // of these groups
	value  []float64
	others []float64 // row by row
	width  int       // of others
}

// size returns the number of rows.
func (r *rows) size() int { return len(r.texts) }

// newRows finds the distinct texts of question j, in order of first appearance, the acceptable answers last.
func newRows(p *Prepared, j int, responses [][]*text.Doc) *rows {
	x := p.questions[j]
	r := &rows{at: make([]int32, len(responses))}
	place := make(map[string]int)
	add := func(t *textOf) int {
		content := t.content()
		k, ok := place[content]
		if !ok {
			k = len(r.texts)
			place[content] = k
			r.texts = append(r.texts, t)
			r.mean = append(r.mean, p.prior.mean(x, t))
		}
		return k
	}
	// Respondents mostly share their texts: the same text is looked at once.
	seen := make(map[*text.Doc]int32)
	for i, response := range responses {
		d := response[j]
		k, ok := seen[d]
		if !ok {
			k = int32(add(x.text(d)))
			seen[d] = k
		}
		r.at[i] = k
	}
	for _, t := range x.key {
		r.key = append(r.key, add(t))
	}
	return r
}

// content is the same for texts that the model sees as the same.
func (t *textOf) content() string {
	b := make([]byte, 0, len(t.doc.Clean)+8*len(t.cues))
	for _, c := range t.cues {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(c))
	}
	return string(append(b, t.doc.Clean...))
}

// fill writes the rows' numbers.
func (r *rows) fill(c *centres, ngrams int) {
	r.merged = merge(r.texts, ngrams)
	last := make([]int, r.merged.size())
	for g := range last {
		last[g] = -1
	}
	var all grams
	r.begin = append(make([]int, 0, len(r.texts)+1), 0)
	for k, t := range r.texts {
		all = r.merged.add(all, t.grams, last, k)
		r.begin = append(r.begin, len(all.index))
		row := len(r.others)
		r.others = append(r.others, 1)
		r.others = append(r.others, t.cues...)
		for _, v := range t.vector {
			r.others = append(r.others, float64(v))
		}
		r.others = append(r.others, c.of(t)...)
		if r.width == 0 {
			r.width = len(r.others) - row
			r.others = append(make([]float64, 0, r.width*len(r.texts)), r.others...)
		}
	}
	r.index, r.value = all.index, all.value
}

// gramsOf returns the n-grams of row k.
func (r *rows) gramsOf(k int) grams {
	return grams{r.index[r.begin[k]:r.begin[k+1]], r.value[r.begin[k]:r.begin[k+1]]}
}

// othersOf returns the other numbers of row k.
func (r *rows) othersOf(k int) []float64 { return r.others[k*r.width : (k+1)*r.width] }

// times writes the product of each row with parameters.
func (r *rows) times(byGram, byOther, product []float64) {
	c := vectorOf(byOther)
	for k := range product {
		sum := blas64.Dot(vectorOf(r.othersOf(k)), c)
		g := r.gramsOf(k)
		for i, n := range g.index {
			sum += g.value[i] * byGram[n]
		}
		product[k] = sum
	}
}

// addBack adds to parameters each row by its weight, which is the transpose of times.
func (r *rows) addBack(weights, byGram, byOther []float64) {
	c := vectorOf(byOther)
	for k, w := range weights {
		if w == 0 {
			continue
		}
		blas64.Axpy(w, vectorOf(r.othersOf(k)), c)
		g := r.gramsOf(k)
		for i, n := range g.index {
			byGram[n] += w * g.value[i]
		}
	}
}

func vectorOf(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Data: x, Inc: 1} }
