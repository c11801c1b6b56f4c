// Package bert computes the vectors of texts by encoders of the kind of BERT, as
// sentence-transformers publishes them: the tokenizer, the transformer, and what makes one vector
// of those of the tokens.
package bert

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/files"
)

// Model is an encoder. It is safe for concurrent use.
type Model struct {
	settings  settings
	tokenizer *tokenizer
	digest    string
	dim       int
	// The vectors of pieces, and those of places plus that of the first segment.
	pieces, places []float32
	first          scaling
	layers         []layer
	steps          []dense.Packed // of the settings' steps
}

// layer is one of the transformer's.
type layer struct {
	queries, mixed, up, down dense.Packed // queries gives keys and values too
	attended, done           scaling
}

// scaling scales and shifts numbers of mean 0 and variance 1.
type scaling struct{ scale, shift []float32 }

// Open opens the model in a folder.
func Open(dir string) (*Model, error) {
	s, err := readSettings(dir)
	if err != nil {
		return nil, err
	}
	m := &Model{settings: *s, dim: s.Config.Hidden}
	if m.tokenizer, err = readTokenizer(s); err != nil {
		return nil, err
	}
	t := m.tokenizer
	parsed, err := json.Marshal([]any{s, t.rules, t.vocab, t.raw.ids, t.changed.ids})
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	sum.Write(parsed)
	if err := withTensors(filepath.Join(s.dir, "model.safetensors"), sum, m.load); err != nil {
		return nil, err
	}
	m.steps = make([]dense.Packed, len(s.Steps))
	for i, d := range s.Steps {
		if d.path == "" {
			continue
		}
		if d.In != m.dim || d.Out < 1 {
			return nil, files.New(d.path, 0, fmt.Sprintf("a Dense layer from %d to %d numbers", d.In, d.Out),
				fmt.Sprintf("one from %d", m.dim))
		}
		m.dim = d.Out
		err := withTensors(d.path, sum, func(t *tensors) { t.linear(&m.steps[i], d.In, d.Out, d.Bias, "linear") })
		if err != nil {
			return nil, err
		}
	}
	m.digest = hex.EncodeToString(sum.Sum(nil))
	return m, nil
}

// withTensors adds a file to a digest and calls do with its tensors.
func withTensors(path string, sum io.Writer, do func(t *tensors)) error {
	info, err := os.Stat(path)
	if err != nil {
		if _, other := os.Stat(path + ".index.json"); other == nil {
			err = refuse(path+".index.json", "weights in parts", "one file "+filepath.Base(path))
		}
		return files.Unreadable(path, err, "weights")
	}
	if !info.Mode().IsRegular() {
		return files.New(path, 0, "no file but "+info.Mode().Type().String(), "weights")
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	t, err := newTensors(f, info.Size(), path)
	if err != nil {
		return err
	}
	fmt.Fprintln(sum, info.Size())
	if _, err := io.Copy(sum, f); err != nil {
		return err
	}
	do(t)
	return t.err
}

// linear reads the weights of a layer that maps in numbers to out, of several such layers with the
// same input one after the other.
func (t *tensors) linear(to *dense.Packed, in, out int, biased bool, names ...string) {
	var weights, bias []float32
	for _, name := range names {
		weights = append(weights, t.read(name+".weight", out, in)...)
		if biased {
			bias = append(bias, t.read(name+".bias", out)...)
		}
	}
	if t.err == nil {
		to.Pack(weights, 1, in, in, out*len(names), bias)
	}
}

// scaling reads the weights of a normalisation.
func (t *tensors) scaling(name string, n int) scaling {
	return scaling{t.read(name+".weight", n), t.read(name+".bias", n)}
}

// load reads the weights of the transformer.
func (m *Model) load(t *tensors) {
	c := m.settings.Config
	h, prefix := c.Hidden, ""
	if _, ok := t.list["bert.embeddings.word_embeddings.weight"]; ok {
		prefix = "bert."
	}
	name := prefix + "embeddings."
	m.pieces = t.read(name+"word_embeddings.weight", c.Vocab, h)
	m.places = t.read(name+"position_embeddings.weight", c.Positions, h)
	types := t.read(name+"token_type_embeddings.weight", c.Types, h)
	m.first = t.scaling(name+"LayerNorm", h)
	for i := 0; i < len(m.places) && t.err == nil; i++ {
		m.places[i] += types[i%h]
	}
	at := func(i int) string { return fmt.Sprintf("%sencoder.layer.%d.", prefix, i) }
	for i := 0; i < c.Layers && t.err == nil; i++ {
		var l layer
		name, self := at(i), at(i)+"attention.self."
		t.linear(&l.queries, h, h, true, self+"query", self+"key", self+"value")
		t.linear(&l.mixed, h, h, true, name+"attention.output.dense")
		t.linear(&l.up, h, c.Inner, true, name+"intermediate.dense")
		t.linear(&l.down, c.Inner, h, true, name+"output.dense")
		l.attended = t.scaling(name+"attention.output.LayerNorm", h)
		l.done = t.scaling(name+"output.LayerNorm", h)
		m.layers = append(m.layers, l)
	}
	if extra := at(c.Layers) + "output.dense.weight"; t.err == nil && t.list[extra].DType != "" {
		t.err = files.New(t.path, 0, "tensor "+extra, fmt.Sprintf("num_hidden_layers %d only", c.Layers))
	}
}

// Dim returns the number of components of a vector.
func (m *Model) Dim() int { return m.dim }

// Digest returns the SHA-256 of all that vectors depend on: weights, vocabulary and settings.
func (m *Model) Digest() string { return m.digest }
