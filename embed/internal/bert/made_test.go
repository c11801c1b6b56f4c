package bert

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// made is a model that a test makes up.
type made struct {
	config, pooling, dense map[string]any
	modules                []string // their types after Pooling
	dtype, prefix          string
	weights, denseWeights  map[string]madeTensor
	vocab                  []string
}

type madeTensor struct {
	shape  []int
	values []float64 // as the file holds them
}

// makeModel makes up a model with random weights. change may change its settings before.
func makeModel(seed uint64, change func(m *made)) *made {
	m := &made{
		config: map[string]any{"model_type": "bert", "hidden_size": 24, "intermediate_size": 40, "num_hidden_layers": 2,
			"num_attention_heads": 3, "max_position_embeddings": 70, "type_vocab_size": 2, "vocab_size": 40,
			"hidden_act": "gelu", "layer_norm_eps": 1e-12, "position_embedding_type": "absolute"},
		pooling: map[string]any{"pooling_mode_mean_tokens": true, "pooling_mode_cls_token": false,
			"word_embedding_dimension": 24},
		modules: []string{"Normalize"},
		dtype:   "F32",
		vocab:   []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "##s"},
	}
	for c := 'a'; c <= 'z'; c++ {
		m.vocab = append(m.vocab, string(c))
	}
	if change != nil {
		change(m)
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	m.weights = map[string]madeTensor{}
	h, inner := m.number("hidden_size"), m.number("intermediate_size")
	add := func(name string, shape ...int) { m.weights[m.prefix+name] = m.random(rng, shape...) }
	add("embeddings.word_embeddings.weight", m.number("vocab_size"), h)
	add("embeddings.position_embeddings.weight", m.number("max_position_embeddings"), h)
	add("embeddings.token_type_embeddings.weight", m.number("type_vocab_size"), h)
	both := func(name string, shape ...int) {
		add(name+".weight", shape...)
		add(name+".bias", shape[0])
	}
	both("embeddings.LayerNorm", h)
	for i := range m.number("num_hidden_layers") {
		at := fmt.Sprintf("encoder.layer.%d.", i)
		for _, name := range []string{"self.query", "self.key", "self.value", "output.dense"} {
			both(at+"attention."+name, h, h)
		}
		both(at+"attention.output.LayerNorm", h)
		both(at+"intermediate.dense", inner, h)
		both(at+"output.dense", h, inner)
		both(at+"output.LayerNorm", h)
	}
	if m.dense != nil {
		in, out := m.dense["in_features"].(int), m.dense["out_features"].(int)
		m.denseWeights = map[string]madeTensor{"linear.weight": m.random(rng, out, in), "linear.bias": m.random(rng, out)}
	}
	return m
}

func (m *made) number(name string) int { return m.config[name].(int) }

func (m *made) random(rng *rand.Rand, shape ...int) madeTensor {
	n := 1
	for _, d := range shape {
		n *= d
	}
	t := madeTensor{shape, make([]float64, n)}
	for i := range t.values {
		// Short numbers, which all types hold as they are.
		t.values[i] = math.Round(32*rng.NormFloat64()) / 64
	}
	return t
}

// encoded returns a file in the format safetensors.
func encoded(dtype string, weights map[string]madeTensor) []byte {
	var body []byte
	header := map[string]any{"__metadata__": map[string]string{"format": "pt"}}
	for _, name := range slices.Sorted(maps.Keys(weights)) {
		w, begin := weights[name], len(body)
		for _, v := range w.values {
			bits := math.Float32bits(float32(v))
			switch dtype {
			case "F32":
				body = binary.LittleEndian.AppendUint32(body, bits)
			case "BF16":
				body = binary.LittleEndian.AppendUint16(body, uint16(bits>>16))
			case "F16":
				half := uint16(bits >> 16 & 0x8000)
				if v != 0 {
					half |= uint16(bits>>23&0xff-112)<<10 | uint16(bits>>13&0x3ff)
				}
				body = binary.LittleEndian.AppendUint16(body, half)
			}
		}
		header[name] = map[string]any{"dtype": dtype, "shape": w.shape, "data_offsets": []int{begin, len(body)}}
	}
	return withHeader(header, body)
}

func withHeader(header any, body []byte) []byte {
	text, err := json.Marshal(header)
	if err != nil {
		panic(err)
	}
	return slices.Concat(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text, body)
}

// write writes the model's folder.
func (m *made) write(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	modules := []map[string]string{{"path": "", "type": "sentence_transformers.models.Transformer"},
		{"path": "1_Pooling", "type": "sentence_transformers.models.Pooling"}}
	for i, kind := range m.modules {
		modules = append(modules, map[string]string{"path": fmt.Sprintf("%d_%s", i+2, kind),
			"type": "sentence_transformers.models." + kind})
		if kind == "Dense" {
			writeFile(t, dir, fmt.Sprintf("%d_Dense/config.json", i+2), m.dense)
			writeFile(t, dir, fmt.Sprintf("%d_Dense/model.safetensors", i+2), encoded(m.dtype, m.denseWeights))
		}
	}
	writeFile(t, dir, "config.json", m.config)
	writeFile(t, dir, "modules.json", modules)
	writeFile(t, dir, "1_Pooling/config.json", m.pooling)
	writeFile(t, dir, "sentence_bert_config.json", map[string]any{"max_seq_length": 64})
	writeFile(t, dir, "tokenizer_config.json", map[string]any{"do_lower_case": true, "model_max_length": 1e30})
	writeFile(t, dir, "vocab.txt", []byte(strings.Join(m.vocab, "\n")+"\n"))
	writeFile(t, dir, "model.safetensors", encoded(m.dtype, m.weights))
	return dir
}

// writeFile writes bytes as they are, and other values in JSON.
func writeFile(t testing.TB, dir, name string, value any) {
	t.Helper()
	content, ok := value.([]byte)
	if !ok {
		var err error
		if content, err = json.Marshal(value); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// linear computes Wx + b.
func (m *made) linear(weights map[string]madeTensor, name string, x []float64) []float64 {
	w, b := weights[name+".weight"], weights[name+".bias"]
	y := make([]float64, w.shape[0])
	for i := range y {
		if b.values != nil {
			y[i] = b.values[i]
		}
		for j, v := range x {
			y[i] += w.values[i*len(x)+j] * v
		}
	}
	return y
}

func (m *made) norm(name string, x, y []float64) []float64 {
	scale, shift := m.weights[m.prefix+name+".weight"].values, m.weights[m.prefix+name+".bias"].values
	mean, variance, z := 0.0, 0.0, make([]float64, len(x))
	for i := range x {
		z[i] = x[i] + y[i]
		mean += z[i] / float64(len(x))
	}
	for _, v := range z {
		variance += (v - mean) * (v - mean) / float64(len(x))
	}
	for i := range z {
		z[i] = (z[i]-mean)/math.Sqrt(variance+m.config["layer_norm_eps"].(float64))*scale[i] + shift[i]
	}
	return z
}

// vector computes the vector of a text as the papers say, in float64.
func (m *made) vector(ids []int) []float64 {
	h, heads := m.number("hidden_size"), m.number("num_attention_heads")
	row := func(name string, i int) []float64 {
		return m.weights[m.prefix+"embeddings."+name+".weight"].values[i*h:][:h]
	}
	x := make([][]float64, len(ids))
	for i, id := range ids {
		e := make([]float64, h)
		for j := range e {
			e[j] = row("word_embeddings", id)[j] + row("token_type_embeddings", 0)[j]
		}
		x[i] = m.norm("embeddings.LayerNorm", e, row("position_embeddings", i))
	}
	act := map[string]func(v float64) float64{
		"gelu": func(v float64) float64 { return v * math.Erfc(-v/math.Sqrt2) / 2 },
		"relu": func(v float64) float64 { return max(v, 0) },
		"gelu_new": func(v float64) float64 {
			return v / 2 * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(v+0.044715*v*v*v)))
		},
	}[m.config["hidden_act"].(string)]
	for k := range m.number("num_hidden_layers") {
		at := fmt.Sprintf("encoder.layer.%d.", k)
		all := func(name string) [][]float64 {
			out := make([][]float64, len(x))
			for i := range x {
				out[i] = m.linear(m.weights, m.prefix+at+name, x[i])
			}
			return out
		}
		q, keys, values := all("attention.self.query"), all("attention.self.key"), all("attention.self.value")
		next := make([][]float64, len(x))
		for i := range x {
			mixed := make([]float64, h)
			for j := range mixed {
				head, width := j/(h/heads)*(h/heads), h/heads
				sum := 0.0
				for t := range x {
					score := 0.0
					for d := head; d < head+width; d++ {
						score += q[i][d] * keys[t][d] / math.Sqrt(float64(width))
					}
					sum += math.Exp(score)
					mixed[j] += math.Exp(score) * values[t][j]
				}
				mixed[j] /= sum
			}
			y := m.norm(at+"attention.output.LayerNorm", m.linear(m.weights, m.prefix+at+"attention.output.dense", mixed), x[i])
			inner := m.linear(m.weights, m.prefix+at+"intermediate.dense", y)
			for j, v := range inner {
				inner[j] = act(v)
			}
			next[i] = m.norm(at+"output.LayerNorm", m.linear(m.weights, m.prefix+at+"output.dense", inner), y)
		}
		x = next
	}
	return m.finish(x)
}

// finish makes one vector of those of the tokens.
func (m *made) finish(x [][]float64) []float64 {
	v := make([]float64, len(x[0]))
	if m.pooling["pooling_mode_cls_token"] == true {
		x = x[:1]
	}
	for _, token := range x {
		for j := range v {
			v[j] += token[j] / float64(len(x))
		}
	}
	for _, kind := range m.modules {
		if kind == "Dense" {
			v = m.linear(m.denseWeights, "linear", v)
			for j := range v {
				v[j] = math.Tanh(v[j])
			}
			continue
		}
		square := 0.0
		for _, a := range v {
			square += a * a
		}
		for j := range v {
			v[j] /= math.Sqrt(square)
		}
	}
	return v
}
