package bert

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// batchTokens is how many tokens go through the model at a time.
const batchTokens = 256

// Tokens returns the numbers of the pieces of a text, from [CLS] to [SEP].
func (m *Model) Tokens(s string) []int {
	if m.settings.LowerFirst {
		s = lower(s)
	}
	t := m.tokenizer
	ids := append([]int{t.vocab[firstPiece]}, t.tokenize(s, m.settings.MaxTokens-2)...)
	return append(ids, t.vocab[lastPiece])
}

// Encode returns the vectors of texts. They depend neither on other texts nor on the number of
// processors.
func (m *Model) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	tokens := make([][]int, len(texts))
	parallel.EachOf(len(texts), 16, func(i int) { tokens[i] = m.Tokens(texts[i]) })
	return m.EncodeTokens(ctx, tokens)
}

// EncodeTokens is [Model.Encode] for texts that are given as [Model.Tokens] returns them.
func (m *Model) EncodeTokens(ctx context.Context, tokens [][]int) ([][]float32, error) {
	workers := runtime.GOMAXPROCS(0)
	batches := parted(tokens, workers)
	vectors := make([][]float32, len(tokens))
	pool := sync.Pool{New: func() any { return new(scratch) }}
	err := parallel.Do(ctx, workers, len(batches), func(i int) error {
		w := pool.Get().(*scratch)
		defer pool.Put(w)
		for j, v := range m.forward(w, numbers.At(tokens, batches[i])) {
			k := batches[i][j]
			if bad := slices.IndexFunc(v, func(x float32) bool { return x-x != 0 }); bad >= 0 {
				return fmt.Errorf("found %v in the vector of text %d, expected finite numbers: the weights do not fit",
					v[bad], k+1)
			}
			vectors[k] = v
		}
		return nil
	}, nil)
	if err != nil {
		return nil, err
	}
	return vectors, nil
}

// parted parts texts into batches of their indexes, the longest texts first. Each worker gets work
// if there is enough.
func parted(tokens [][]int, workers int) [][]int {
	order, total := make([]int, len(tokens)), 0
	for i, ids := range tokens {
		order[i] = i
		total += len(ids)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(tokens[b]), len(tokens[a])) })
	most := min(batchTokens, total/workers+1)
	var batches [][]int
	start, size := 0, 0
	for k, i := range order {
		if size += len(tokens[i]); k > start && size > most {
			batches, start, size = append(batches, order[start:k]), k, len(tokens[i])
		}
	}
	if start < len(order) {
		batches = append(batches, order[start:])
	}
	return batches
}

// activations are the functions between the two matrices of a layer, by their name in config.json.
var activations = map[string]func(x []float32){
	"gelu": dense.GELU, "gelu_new": tanhGELU, "gelu_pytorch_tanh": tanhGELU,
	"relu": func(x []float32) {
		for i, v := range x {
			x[i] = max(v, 0)
		}
	},
}

// tanhGELU is the approximation of GELU by tanh.
func tanhGELU(x []float32) {
	for i, v := range x {
		u := float64(v)
		x[i] = float32(0.5 * u * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(u+0.044715*u*u*u))))
	}
}

// scratch is the memory of a forward pass.
type scratch struct {
	x, queries, mixed, inner, scores []float32
	keys, values                     dense.Packed
}

// forward returns the vectors of texts, which are lists of tokens. The tokens of all texts are rows
// of one matrix; only attention is computed for each text by itself.
func (m *Model) forward(w *scratch, texts [][]int) [][]float32 {
	c := m.settings.Config
	h := c.Hidden
	rows, longest := 0, 0
	for _, ids := range texts {
		rows += len(ids)
		longest = max(longest, len(ids))
	}
	spare := rows + dense.TileRows // Multiply may read so far
	w.x = numbers.Resized(w.x, spare*h)
	w.queries = numbers.Resized(w.queries, spare*3*h)
	w.mixed = numbers.Resized(w.mixed, spare*h)
	w.inner = numbers.Resized(w.inner, spare*max(h, c.Inner))
	w.scores = numbers.Resized(w.scores, (longest+dense.TileRows)*eights(longest))
	eps := float32(c.Eps)
	row := 0
	for _, ids := range texts {
		for i, id := range ids {
			x := w.x[row*h:][:h]
			copy(x, m.pieces[id*h:])
			dense.AddNorm(x, m.places[i*h:], m.first.scale, m.first.shift, eps)
			row++
		}
	}
	normalize := func(n scaling) {
		for i := range rows {
			dense.AddNorm(w.x[i*h:][:h], w.mixed[i*h:], n.scale, n.shift, eps)
		}
	}
	act := activations[c.Act]
	for k := range m.layers {
		l := &m.layers[k]
		l.queries.Multiply(w.queries, 3*h, w.x, h, rows)
		row = 0
		for _, ids := range texts {
			w.attend(row, len(ids), h, c.Heads)
			row += len(ids)
		}
		l.mixed.Multiply(w.mixed, h, w.inner, h, rows)
		normalize(l.attended)
		l.up.Multiply(w.inner, c.Inner, w.x, h, rows)
		for i := range rows {
			act(w.inner[i*c.Inner:][:c.Inner])
		}
		l.down.Multiply(w.mixed, h, w.inner, c.Inner, rows)
		normalize(l.done)
	}
	return m.pool(w, texts)
}

func eights(n int) int { return (n + 7) &^ 7 }

// attend mixes the values of the n tokens of a text from a row on, into the rows of w.inner.
func (w *scratch) attend(row, n, h, heads int) {
	width := h / heads
	stride := eights(n)
	scale := float32(1 / math.Sqrt(float64(width)))
	for at := 0; at < h; at += width {
		here := w.queries[row*3*h+at:]
		w.keys.Pack(here[h:], 1, 3*h, width, n, nil)
		w.keys.Multiply(w.scores, stride, here, 3*h, n)
		for i := range n {
			s := w.scores[i*stride:][:stride]
			for k := n; k < stride; k++ {
				s[k] = -math.MaxFloat32
			}
			dense.Softmax(s, scale)
		}
		w.values.Pack(here[2*h:], 3*h, 1, n, width, nil)
		w.values.Multiply(w.inner[row*h+at:], h, w.scores, stride, n)
	}
}

// pool returns a vector for each text from those of its tokens.
func (m *Model) pool(w *scratch, texts [][]int) [][]float32 {
	h := m.settings.Config.Hidden
	vectors := make([][]float32, len(texts))
	row := 0
	for k, ids := range texts {
		v, count := make([]float32, h), len(ids)
		if m.settings.CLS {
			count = 1
		}
		for i, x := range w.x[row*h:][:count*h] {
			v[i%h] += x / float32(count)
		}
		row += len(ids)
		vectors[k] = m.finish(v)
	}
	return vectors
}

// finish does the steps after pooling.
func (m *Model) finish(v []float32) []float32 {
	for i, d := range m.settings.Steps {
		if d.Act == "Normalize" {
			square := 0.0
			for _, x := range v {
				square += float64(x) * float64(x)
			}
			length := float32(max(math.Sqrt(square), 1e-12))
			for j := range v {
				v[j] /= length
			}
			continue
		}
		in := make([]float32, dense.TileRows*d.In)
		copy(in, v)
		v = make([]float32, d.Out)
		m.steps[i].Multiply(v, d.Out, in, d.In, 1)
		for j, x := range v {
			if d.Act == "Tanh" {
				v[j] = float32(math.Tanh(float64(x)))
			}
		}
	}
	return v
}
