package bert

import (
	"bytes"
	"encoding/binary"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRefusals opens models with one fault each. The error names the file, what is there and what
// was expected.
func TestRefusals(t *testing.T) {
	config := func(name string, value any) func(t *testing.T, m *made, dir string) {
		return func(t *testing.T, m *made, dir string) {
			m.config[name] = value
			writeFile(t, dir, "config.json", m.config)
		}
	}
	file := func(name string, value any) func(t *testing.T, m *made, dir string) {
		return func(t *testing.T, _ *made, dir string) { writeFile(t, dir, name, value) }
	}
	weights := func(change func(w map[string]madeTensor)) func(t *testing.T, m *made, dir string) {
		return func(t *testing.T, m *made, dir string) {
			w := maps.Clone(m.weights)
			change(w)
			writeFile(t, dir, "model.safetensors", encoded("F32", w))
		}
	}
	const piece, bias = "embeddings.word_embeddings.weight", "encoder.layer.1.output.dense.bias"
	module := func(kind string) any { return []map[string]string{{"path": "", "type": "x." + kind}} }
	remove := func(name string) func(t *testing.T, m *made, dir string) {
		return func(t *testing.T, _ *made, dir string) {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	whole := encoded("F32", makeModel(1, nil).weights)
	tokenizer := func(kind, normalizer string) any {
		return map[string]any{"model": map[string]any{"type": kind, "vocab": map[string]int{"[UNK]": 0}},
			"normalizer": map[string]any{"type": normalizer}, "pre_tokenizer": map[string]any{"type": "BertPreTokenizer"}}
	}
	for _, c := range []struct {
		name   string
		change func(t *testing.T, m *made, dir string)
		want   string
	}{
		{"roberta", config("model_type", "xlm-roberta"), `config.json: found model_type "xlm-roberta", expected "bert"; serve it, for example with TEI, Ollama or llama.cpp, and use its address`},
		{"positions", config("position_embedding_type", "relative_key"), `found position_embedding_type "relative_key", expected "absolute"; serve`},
		{"activation", config("hidden_act", "silu"), `found hidden_act "silu"`},
		{"decoder", config("is_decoder", true), "found is_decoder, expected an encoder"},
		{"no width", config("hidden_size", 0), "found hidden_size 0, expected at least 1, widths up to 65536"},
		{"too wide", config("intermediate_size", 1<<40), "found intermediate_size 1099511627776, expected"},
		{"heads", config("num_attention_heads", 5), "found hidden_size 24 with 5 heads, expected a multiple"},
		{"many layers", config("num_hidden_layers", 1_000_000_000), "found no tensor encoder.layer.2.attention.self.query.weight"},
		{"few layers", config("num_hidden_layers", 1), "found tensor encoder.layer.1.output.dense.weight, expected num_hidden_layers 1"},
		{"no layers", config("num_hidden_layers", -1), "found num_hidden_layers -1, expected at least 1"},
		{"vocabulary", config("vocab_size", 20), "vocab.txt: found piece "},
		{"rows", config("vocab_size", 41), "tensor embeddings.word_embeddings.weight of shape [40 24] in \"F32\", expected one of shape [41 24]"},
		{"epsilon", config("layer_norm_eps", -1), "found layer_norm_eps -1"},
		{"type", config("hidden_size", "x"), "config.json: found json: cannot unmarshal"},
		{"depth", file("config.json", []byte(strings.Repeat("[", 1<<19))), "config.json: found "},
		{"depth of the header", file("model.safetensors", append(binary.LittleEndian.AppendUint64(nil, 1<<19), strings.Repeat("[", 1<<19)...)), "model.safetensors: found a header with"},
		{"no config", remove("config.json"), "found a folder without config.json, expected a model"},
		{"static", file("modules.json", module("StaticEmbedding")), `modules.json: found module "x.StaticEmbedding", expected Transformer; serve`},
		{"no module", file("modules.json", module("")), `modules.json: found module "x.", expected Transformer; serve`},
		{"empty", file("modules.json", []byte("[]")), "modules.json: found 0 modules, expected a Transformer and a Pooling"},
		{"other module", file("modules.json", []map[string]string{{"path": "", "type": "Transformer"}, {"path": "1_Pooling", "type": "Pooling"}, {"path": "d", "type": "LSTM"}}), `found module "LSTM", expected Dense or Normalize; serve`},
		{"no pooling", file("modules.json", module("Transformer")), "modules.json: found 1 module, expected a Transformer and a Pooling"},
		{"outside", file("modules.json", []map[string]string{{"path": "../x", "type": "Transformer"}}), `found path "../x", expected a folder in the model's`},
		{"pooling", file("1_Pooling/config.json", map[string]any{"pooling_mode_max_tokens": true}), `1_Pooling/config.json: found pooling by "max_tokens", expected mean_tokens, cls_token, mean or cls; serve`},
		{"two poolings", file("1_Pooling/config.json", map[string]any{"pooling_mode_max_tokens": true, "pooling_mode_cls_token": true}), `found pooling by "cls_token and max_tokens"`},
		{"length", file("sentence_bert_config.json", map[string]any{"max_seq_length": 2}), "found a greatest length of 2 tokens, expected at least 3"},
		{"unigram", file("tokenizer.json", tokenizer("Unigram", "BertNormalizer")), `tokenizer.json: found a tokenizer of kind "Unigram", expected WordPiece; serve`},
		{"normalizer", file("tokenizer.json", tokenizer("WordPiece", "NFKC")), `found normalizer "NFKC"`},
		{"no CLS", file("tokenizer.json", tokenizer("WordPiece", "BertNormalizer")), "tokenizer.json: found a vocabulary without [CLS]"},
		{"no UNK", file("vocab.txt", []byte("a\nb")), "vocab.txt: found a vocabulary of 2 pieces, expected one with [UNK]"},
		{"no vocabulary", remove("vocab.txt"), "found neither tokenizer.json nor vocab.txt"},
		{"no weights", remove("model.safetensors"), "model.safetensors: found no such file"},
		{"shards", func(t *testing.T, m *made, dir string) {
			remove("model.safetensors")(t, m, dir)
			writeFile(t, dir, "model.safetensors.index.json", []byte("{}"))
		}, "model.safetensors.index.json: found weights in parts, expected one file model.safetensors; serve"},
		{"folder", func(t *testing.T, m *made, dir string) {
			remove("model.safetensors")(t, m, dir)
			writeFile(t, dir, "model.safetensors/x", []byte("{}"))
		}, "model.safetensors: found no file but d"},
		{"no bytes", file("model.safetensors", []byte{}), "model.safetensors: found 0 bytes, expected"},
		{"header", file("model.safetensors", binary.LittleEndian.AppendUint64(nil, math.MaxUint64)), "found a header of 18446744073709551615 bytes in a file of 8"},
		{"no header", file("model.safetensors", make([]byte, 8)), "found a header of 0 bytes in a file of 8"},
		{"cut", file("model.safetensors", whole[:len(whole)-1]), "expected a part of the"},
		{"cut header", file("model.safetensors", whole[:100]), "in a file of 100, expected"},
		{"overlap", file("model.safetensors", withHeader(map[string]any{
			"a": map[string]any{"dtype": "F32", "shape": []int{2}, "data_offsets": []int{0, 8}},
			"b": map[string]any{"dtype": "F32", "shape": []int{1}, "data_offsets": []int{4, 8}}}, make([]byte, 8))),
			`found tensors "a" and "b" at the same bytes`},
		{"size", file("model.safetensors", withHeader(map[string]any{
			"a": map[string]any{"dtype": "F32", "shape": []int{1 << 40, 1 << 40}, "data_offsets": []int{0, 8}}}, make([]byte, 8))),
			`found tensor "a" with 8 bytes, expected those of shape [1099511627776 1099511627776] in F32`},
		{"offsets", file("model.safetensors", withHeader(map[string]any{
			"a": map[string]any{"dtype": "F32", "shape": []int{2}, "data_offsets": []int{8, 0}}}, make([]byte, 8))),
			`found tensor "a" at bytes 8 to 0`},
		{"missing", weights(func(w map[string]madeTensor) { delete(w, bias) }), "found no tensor " + bias + ", expected one of shape [24]"},
		{"shape", weights(func(w map[string]madeTensor) { w[bias] = madeTensor{[]int{23}, make([]float64, 23)} }), "found tensor " + bias + " of shape [23] in \"F32\", expected one of shape [24]"},
		{"NaN", weights(func(w map[string]madeTensor) {
			w[piece] = madeTensor{[]int{40, 24}, append([]float64{math.NaN()}, make([]float64, 40*24-1)...)}
		}), "found NaN in tensor " + piece + ", expected finite numbers"},
		{"infinite", weights(func(w map[string]madeTensor) {
			w[piece] = madeTensor{[]int{40, 24}, append([]float64{math.Inf(-1)}, make([]float64, 40*24-1)...)}
		}), "found -Inf in tensor"},
		{"integers", file("model.safetensors", bytes.ReplaceAll(whole, []byte(`"F32"`), []byte(`"I32"`))), `in "I32", expected one of shape [40 24], as the settings say, in F32, F16 or BF16`},
		{"Dense", file("modules.json", []map[string]string{{"path": "", "type": "Transformer"}, {"path": "1_Pooling", "type": "Pooling"}, {"path": "d", "type": "Dense"}}), "config.json: found no such file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := makeModel(1, nil)
			dir := m.write(t)
			c.change(t, m, dir)
			_, err := Open(dir)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), dir) &&
				!strings.HasPrefix(err.Error(), "open "+dir) && !strings.HasPrefix(err.Error(), "stat "+dir) {
				t.Errorf("%v, expected %s", err, c.want)
			}
		})
	}
}

// Weights that are finite but so large that vectors are not give an error.
func TestOverflow(t *testing.T) {
	m := makeModel(1, nil)
	w := m.weights["encoder.layer.0.output.LayerNorm.weight"]
	for i := range w.values {
		w.values[i] = 1e38 * float64(1+i%3)
	}
	model, err := Open(m.write(t))
	if err != nil {
		t.Fatal(err)
	}
	if v, err := model.Encode(t.Context(), []string{"a", "b"}); err == nil || v != nil ||
		!strings.Contains(err.Error(), "in the vector of text 1") {
		t.Errorf("%v and the error %v", v, err)
	}
}

// FuzzSafetensors reads arbitrary files of tensors: an error or numbers that the file holds.
func FuzzSafetensors(f *testing.F) {
	tiny := map[string]madeTensor{"a": {[]int{2, 3}, []float64{1, 2, 3, 4, 5, 6}}, "b": {[]int{1}, []float64{7}}}
	for _, dtype := range []string{"F32", "F16", "BF16"} {
		f.Add(encoded(dtype, tiny))
	}
	f.Add([]byte{})
	f.Add(binary.LittleEndian.AppendUint64(nil, 1<<63))
	for _, entry := range []string{
		`"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}`, `"a":{"dtype":"F32","shape":[1],"data_offsets":[-4,0]}`,
		`"a":{"dtype":"F64","shape":[],"data_offsets":[0,8]}`, `"a":[]`, `"a":null`, `"__metadata__":3`,
		`"a":{"dtype":"X","shape":[9223372036854775807,2],"data_offsets":[0,9223372036854775807]}`,
	} {
		header := "{" + entry + "}"
		f.Add(append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header+"12345678"...))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := newTensors(bytes.NewReader(content), int64(len(content)), "x")
		if err != nil {
			return
		}
		for name, e := range s.list {
			shape := make([]int, len(e.Shape))
			for i, d := range e.Shape {
				shape[i] = int(d)
			}
			s.err = nil
			if v := s.read(name, shape...); len(v) > len(content) || (v == nil) != (s.err != nil) {
				t.Errorf("%d numbers in a file of %d bytes", len(v), len(content))
			}
		}
	})
}
