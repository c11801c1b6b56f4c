package bert

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// variants are kinds of models.
var variants = map[string]func(m *made){
	"mean": nil,
	"relu": func(m *made) { m.config["hidden_act"] = "relu" },
	"tanh": func(m *made) { m.config["hidden_act"], m.dtype = "gelu_new", "BF16" },
	"odd": func(m *made) { // neither a multiple of 8
		m.config["hidden_size"], m.config["num_attention_heads"], m.config["intermediate_size"] = 26, 2, 41
	},
	"wide": func(m *made) { m.config["hidden_size"], m.config["num_attention_heads"] = 96, 2 },
	"cls": func(m *made) {
		m.pooling["pooling_mode_mean_tokens"], m.pooling["pooling_mode_cls_token"] = false, true
		m.dtype, m.prefix = "F16", "bert."
	},
	"dense": func(m *made) {
		m.modules = []string{"Dense", "Normalize"}
		m.dense = map[string]any{"in_features": 24, "out_features": 37, "bias": true,
			"activation_function": "torch.nn.modules.activation.Tanh"}
	},
}

// someTexts returns texts of the letters that made-up models know.
func someTexts(n int) []string {
	rng := rand.New(rand.NewPCG(9, 0))
	texts := []string{"", "a", "b c d e f g h i j", strings.Repeat("z ", 100), "[SEP] ä Bs ?"}
	for range n {
		words := make([]string, rng.IntN(30))
		for i := range words {
			words[i] = string(rune('a' + rng.IntN(26)))
		}
		texts = append(texts, strings.Join(words, " "))
	}
	return texts
}

// TestForward compares vectors with a slow obvious computation.
func TestForward(t *testing.T) {
	for name, change := range variants {
		t.Run(name, func(t *testing.T) {
			m := makeModel(1, change)
			model, err := Open(m.write(t))
			if err != nil {
				t.Fatal(err)
			}
			texts := someTexts(20)
			vectors, err := model.Encode(t.Context(), texts)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range texts {
				want := m.vector(model.Tokens(s))
				if len(vectors[i]) != len(want) || model.Dim() != len(want) {
					t.Fatalf("%d numbers, expected %d", len(vectors[i]), len(want))
				}
				for j, w := range want {
					if d := float64(vectors[i][j]) - w; !(d < 2e-4 && d > -2e-4) {
						t.Fatalf("%q: component %d is %v, expected %v", s, j, vectors[i][j], w)
					}
				}
			}
		})
	}
}

// A vector depends neither on the other texts nor on the number of processors.
//
//luna:race
func TestEncodeIsDeterministic(t *testing.T) {
	model, err := Open(makeModel(2, nil).write(t))
	if err != nil {
		t.Fatal(err)
	}
	texts := someTexts(60)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first [][]float32
	for _, workers := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(workers)
		vectors, err := model.Encode(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = vectors
		}
		for i := range texts {
			if !slices.Equal(vectors[i], first[i]) {
				t.Errorf("%d workers, %q: other numbers", workers, texts[i])
			}
		}
	}
	for i, s := range texts {
		alone, err := model.Encode(t.Context(), []string{s})
		if err != nil || !slices.Equal(alone[0], first[i]) {
			t.Errorf("%q alone: %v, other numbers", s, err)
		}
	}
	if none, err := model.Encode(t.Context(), nil); err != nil || len(none) != 0 {
		t.Errorf("no texts: %v, %v", none, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := model.Encode(ctx, texts); !errors.Is(err, context.Canceled) {
		t.Errorf("%v after the context's end", err)
	}
}

// The digest is that of what vectors depend on.
func TestDigest(t *testing.T) {
	m := makeModel(3, nil)
	digest := func(dir string) string {
		model, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		return model.Digest()
	}
	dir := m.write(t)
	want := digest(dir)
	writeFile(t, dir, "README.md", []byte("nothing"))
	m.config["transformers_version"] = "4.8.2"
	writeFile(t, dir, "config.json", m.config)
	if again, moved := digest(dir), digest(m.write(t)); again != want || moved != want || len(want) != 64 {
		t.Errorf("%s, %s and %s, expected one digest", want, again, moved)
	}
	seen := []string{want}
	for name, value := range map[string]any{
		"config.json":               makeModel(3, func(m *made) { m.config["layer_norm_eps"] = 1e-6 }).config,
		"sentence_bert_config.json": map[string]any{"max_seq_length": 63},
		"tokenizer_config.json":     map[string]any{"do_lower_case": false},
		"vocab.txt":                 []byte(strings.Join(m.vocab, "\n") + "\n##x\n"),
		"model.safetensors":         encoded("F32", makeModel(4, nil).weights),
		"1_Pooling/config.json":     map[string]any{"pooling_mode": "cls"},
	} {
		dir := m.write(t)
		writeFile(t, dir, name, value)
		seen = append(seen, digest(dir))
		if n := len(seen) - 1; slices.Contains(seen[:n], seen[n]) {
			t.Errorf("%s: the digest is the same", name)
		}
	}
}

// Without modules.json, it is the mean that counts, and it is not normalised.
func TestWithoutModules(t *testing.T) {
	m := makeModel(5, nil)
	dir := m.write(t)
	if err := os.Remove(filepath.Join(dir, "modules.json")); err != nil {
		t.Fatal(err)
	}
	m.modules = nil
	model, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	v, err := model.Encode(t.Context(), []string{"a b c"})
	if err != nil {
		t.Fatal(err)
	}
	for j, w := range m.vector(model.Tokens("a b c")) {
		if d := float64(v[0][j]) - w; !(d < 1e-4 && d > -1e-4) {
			t.Fatalf("component %d is %v, expected %v", j, v[0][j], w)
		}
	}
	if n := len(model.Tokens(strings.Repeat("a ", 100))); n != 70 {
		t.Errorf("%d tokens count, expected 70 as there are positions", n)
	}
}
