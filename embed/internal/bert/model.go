// Package bert computes the vectors of texts by encoders of the kind of BERT, as sentence-transformers
// publishes them: the tokenizer, the transformer, and what makes one vector of those of the tokens.
package bert

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/files"
)

// Model is an encoder. It is safe for concurrent use.
type Model struct {
	settings  settings
	tokenizer *Tokenizer
	digest    string
	dim       int
	// The vectors of pieces, and those of places plus that of the first segment.
	pieces, places []float32
	first          scaling
	layers         []layer
	steps          []*dense.Packed // of the settings' steps, nil for normalising
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
	parsed, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, part := range [][]byte{parsed, m.tokenizer.describe()} {
		fmt.Fprintln(sum, len(part))
		sum.Write(part)
	}
	path := filepath.Join(s.dir, "model.safetensors")
	if err := withTensors(path, sum, func(t *tensors) error { return m.load(t) }); err != nil {
		return nil, err
	}
	for _, step := range s.Steps {
		var p *dense.Packed
		if d := step.Dense; d != nil {
			if d.In != m.dim {
				return nil, files.New(step.path, 0, fmt.Sprintf("a Dense layer of %d numbers", d.In),
					fmt.Sprint(m.dim))
			}
			m.dim, p = d.Out, new(dense.Packed)
			err := withTensors(step.path, sum, func(t *tensors) error {
				return t.linear(p, d.In, d.Out, d.Bias == nil || *d.Bias, "linear")
			})
			if err != nil {
				return nil, err
			}
		}
		m.steps = append(m.steps, p)
	}
	m.digest = hex.EncodeToString(sum.Sum(nil))
	return m, nil
}

// withTensors adds a file to a digest and calls do with its tensors.
func withTensors(path string, sum io.Writer, do func(t *tensors) error) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return missing(path)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
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
	return do(t)
}

// missing returns the error for weights that are not there, or not in one file.
func missing(path string) error {
	for _, other := range []string{"model.safetensors.index.json", "pytorch_model.bin"} {
		if _, err := os.Stat(filepath.Join(filepath.Dir(path), other)); err == nil {
			return refuse(filepath.Dir(path), other, "the weights in one file, model.safetensors")
		}
	}
	return files.New(filepath.Dir(path), 0, "no model.safetensors", "it")
}

// linear reads the weights of a layer that maps in numbers to out, of several such layers with the
// same input one after the other.
func (t *tensors) linear(to *dense.Packed, in, out int, biased bool, names ...string) error {
	var weights, bias []float32
	var err error
	for _, name := range names {
		if weights, err = t.read(weights, name+".weight", out, in); err != nil {
			return err
		}
		if biased {
			if bias, err = t.read(bias, name+".bias", out); err != nil {
				return err
			}
		}
	}
	to.PackTransposed(weights, in, in, out*len(names), bias)
	return nil
}

// scaling reads the weights of a normalisation.
func (t *tensors) scaling(name string, n int) (scaling, error) {
	scale, err := t.read(nil, name+".weight", n)
	if err != nil {
		return scaling{}, err
	}
	shift, err := t.read(nil, name+".bias", n)
	return scaling{scale, shift}, err
}

// load reads the weights of the transformer.
func (m *Model) load(t *tensors) error {
	c := m.settings.Config
	prefix := ""
	if _, ok := t.list["bert.embeddings.word_embeddings.weight"]; ok {
		prefix = "bert."
	}
	var err error
	name := prefix + "embeddings."
	if m.pieces, err = t.read(nil, name+"word_embeddings.weight", c.Vocab, c.Hidden); err != nil {
		return err
	}
	if m.places, err = t.read(nil, name+"position_embeddings.weight", c.Positions, c.Hidden); err != nil {
		return err
	}
	types, err := t.read(nil, name+"token_type_embeddings.weight", c.Types, c.Hidden)
	if err != nil {
		return err
	}
	for i := range m.places {
		m.places[i] += types[i%c.Hidden]
	}
	if m.first, err = t.scaling(name+"LayerNorm", c.Hidden); err != nil {
		return err
	}
	at := func(i int) string { return fmt.Sprintf("%sencoder.layer.%d.", prefix, i) }
	for i := range c.Layers {
		var l layer
		if err := l.load(t, c, at(i)); err != nil {
			return err
		}
		m.layers = append(m.layers, l)
	}
	if extra := at(c.Layers) + "output.dense.weight"; t.list[extra].DType != "" {
		return files.New(t.path, 0, "tensor "+extra, fmt.Sprintf("num_hidden_layers %d only", c.Layers))
	}
	return nil
}

// load reads the weights of a layer.
func (l *layer) load(t *tensors, c config, name string) (err error) {
	self := name + "attention.self."
	err = errors.Join(
		t.linear(&l.queries, c.Hidden, c.Hidden, true, self+"query", self+"key", self+"value"),
		t.linear(&l.mixed, c.Hidden, c.Hidden, true, name+"attention.output.dense"),
		t.linear(&l.up, c.Hidden, c.Inner, true, name+"intermediate.dense"),
		t.linear(&l.down, c.Inner, c.Hidden, true, name+"output.dense"))
	if err != nil {
		return err
	}
	if l.attended, err = t.scaling(name+"attention.output.LayerNorm", c.Hidden); err != nil {
		return err
	}
	l.done, err = t.scaling(name+"output.LayerNorm", c.Hidden)
	return err
}

// Dim returns the number of components of a vector.
func (m *Model) Dim() int { return m.dim }

// Digest returns the SHA-256 of all that vectors depend on: weights, vocabulary and settings.
func (m *Model) Digest() string { return m.digest }
