package bert

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// elsewhere is what helps where a model is of another kind.
const elsewhere = "; serve it, for example with TEI, Ollama or llama.cpp, and use its address"

// refuse returns the error for a model of another kind.
func refuse(path, found, expected string) error {
	return files.New(path, 0, found, expected+elsewhere)
}

// Bounds of what files say, far above those of any published model.
const (
	maxJSON   = 1 << 20
	maxVocab  = 256 << 20
	maxWidth  = 1 << 16
	maxTokens = 8192
)

// config holds the numbers of config.json.
type config struct {
	ModelType string   `json:"model_type"`
	Hidden    int      `json:"hidden_size"`
	Inner     int      `json:"intermediate_size"`
	Layers    int      `json:"num_hidden_layers"`
	Heads     int      `json:"num_attention_heads"`
	Positions int      `json:"max_position_embeddings"`
	Types     int      `json:"type_vocab_size"`
	Vocab     int      `json:"vocab_size"`
	Act       string   `json:"hidden_act"`
	Eps       *float64 `json:"layer_norm_eps"`
	Position  string   `json:"position_embedding_type"`
	Decoder   bool     `json:"is_decoder"`
}

// step is what is done with the vector of a text after pooling: a Dense layer, or else normalising.
type step struct {
	Dense *denseConfig `json:",omitempty"`
	path  string       // of the weights
}

// denseConfig holds the settings of a Dense layer.
type denseConfig struct {
	In   int    `json:"in_features"`
	Out  int    `json:"out_features"`
	Bias *bool  `json:"bias"`
	Act  string `json:"activation_function"`
}

// settings are all that the vectors of a model depend on, other than its weights and vocabulary.
type settings struct {
	Config     config
	MaxTokens  int
	LowerFirst bool // the whole text, before it is split
	CLS        bool // the vector of the first token, instead of the mean
	Steps      []step
	dir        string // of the transformer
}

// readJSON decodes a file. Unknown fields are ignored.
func readJSON(path string, max int64, into any) error {
	content, err := files.Read(path, max, "a file of a model")
	if err != nil {
		return err
	}
	if err := json.Unmarshal(content, into); err != nil {
		return files.New(path, 0, err.Error(), "JSON as Hugging Face has it")
	}
	return nil
}

// optional is readJSON for a file that may be missing; ok reports whether it is there.
func optional(path string, max int64, into any) (ok bool, err error) {
	err = readJSON(path, max, into)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// readSettings reads the settings of the model in a folder.
func readSettings(dir string) (*settings, error) {
	s := &settings{dir: dir}
	var modules []struct{ Path, Type string }
	path := filepath.Join(dir, "modules.json")
	listed, err := optional(path, maxJSON, &modules)
	if err != nil {
		return nil, err
	}
	for i, m := range modules {
		if !filepath.IsLocal(filepath.Join(".", m.Path)) {
			return nil, files.New(path, 0, "path "+text.Quote(m.Path), "a folder in the model's")
		}
		kind := m.Type[strings.LastIndexByte(m.Type, '.')+1:]
		if expected := []string{"Transformer", "Pooling"}; i < 2 && kind != expected[i] {
			return nil, refuse(path, "module "+text.Quote(m.Type), expected[i])
		}
		if err := s.module(kind, m.Type, filepath.Join(dir, m.Path)); err != nil {
			return nil, err
		}
	}
	if listed && len(modules) < 2 {
		return nil, refuse(path, text.Count(len(modules), "module"), "a Transformer and a Pooling")
	}
	if err := s.readConfig(filepath.Join(s.dir, "config.json")); err != nil {
		return nil, err
	}
	return s, s.limit(listed)
}

// module reads the settings of a module.
func (s *settings) module(kind, name, dir string) error {
	path := filepath.Join(dir, "config.json")
	switch kind {
	case "Transformer":
		s.dir = dir
	case "Pooling":
		return s.readPooling(path)
	case "Normalize":
		s.Steps = append(s.Steps, step{})
	case "Dense":
		d := &denseConfig{}
		if err := readJSON(path, maxJSON, d); err != nil {
			return err
		}
		d.Act = d.Act[strings.LastIndexByte(d.Act, '.')+1:]
		if !slices.Contains([]string{"Identity", "Tanh"}, d.Act) {
			return refuse(path, "activation_function "+text.Quote(d.Act), "Identity or Tanh")
		}
		if min(d.In, d.Out) < 1 || max(d.In, d.Out) > maxWidth {
			return files.New(path, 0, fmt.Sprintf("in_features %d and out_features %d", d.In, d.Out),
				fmt.Sprintf("numbers from 1 to %d", maxWidth))
		}
		s.Steps = append(s.Steps, step{Dense: d, path: filepath.Join(dir, "model.safetensors")})
	default:
		return refuse(filepath.Join(filepath.Dir(dir), "modules.json"), "module "+text.Quote(name),
			"Transformer, Pooling, Dense or Normalize")
	}
	return nil
}

// readPooling reads how the vectors of tokens become one.
func (s *settings) readPooling(path string) error {
	var fields map[string]any
	if err := readJSON(path, maxJSON, &fields); err != nil {
		return err
	}
	var modes []string
	for name, value := range fields {
		if mode, ok := strings.CutPrefix(name, "pooling_mode_"); ok && value == true {
			modes = append(modes, mode)
		}
	}
	if mode, ok := fields["pooling_mode"].(string); ok && len(modes) == 0 {
		modes = []string{map[string]string{"cls": "cls_token", "mean": "mean_tokens"}[mode]}
	}
	slices.Sort(modes)
	if len(modes) != 1 || modes[0] != "cls_token" && modes[0] != "mean_tokens" {
		return refuse(path, "pooling by "+text.Quote(strings.Join(modes, " and ")), "mean_tokens or cls_token")
	}
	s.CLS = modes[0] == "cls_token"
	return nil
}

// readConfig reads config.json.
func (s *settings) readConfig(path string) error {
	c := &s.Config
	if err := readJSON(path, maxJSON, c); err != nil {
		return err
	}
	if c.Act == "" {
		c.Act = "gelu"
	}
	if c.Eps == nil {
		usual := 1e-12
		c.Eps = &usual
	}
	switch {
	case c.ModelType != "bert":
		return refuse(path, "model_type "+text.Quote(c.ModelType), `"bert"`)
	case c.Position != "" && c.Position != "absolute":
		return refuse(path, "position_embedding_type "+text.Quote(c.Position), `"absolute"`)
	case c.Decoder:
		return refuse(path, "is_decoder", "an encoder")
	case activations[c.Act] == nil:
		return refuse(path, "hidden_act "+text.Quote(c.Act), "gelu, gelu_new, gelu_pytorch_tanh or relu")
	case !(*c.Eps >= 0 && *c.Eps < 1):
		return files.New(path, 0, fmt.Sprint("layer_norm_eps ", *c.Eps), "a number from 0 to 1")
	}
	for _, n := range []struct {
		name  string
		value int
	}{{"hidden_size", c.Hidden}, {"intermediate_size", c.Inner}, {"num_attention_heads", c.Heads},
		{"max_position_embeddings", c.Positions}, {"type_vocab_size", c.Types}} {
		if n.value < 1 || n.value > maxWidth {
			return files.New(path, 0, fmt.Sprint(n.name, " ", n.value), fmt.Sprintf("1 to %d", maxWidth))
		}
	}
	switch {
	case c.Layers < 1:
		return files.New(path, 0, fmt.Sprint("num_hidden_layers ", c.Layers), "at least 1")
	case c.Vocab < 1:
		return files.New(path, 0, fmt.Sprint("vocab_size ", c.Vocab), "at least 1")
	case c.Hidden%c.Heads != 0:
		return files.New(path, 0, fmt.Sprintf("hidden_size %d with %d heads", c.Hidden, c.Heads),
			"a multiple of their number")
	}
	return nil
}

// limit finds how many tokens of a text count. As in sentence-transformers, its own file for that
// counts only if it lists the modules.
func (s *settings) limit(listed bool) error {
	var own struct {
		Max   *int `json:"max_seq_length"`
		Lower bool `json:"do_lower_case"`
	}
	path := filepath.Join(s.dir, "sentence_bert_config.json")
	if listed {
		if _, err := optional(path, maxJSON, &own); err != nil {
			return err
		}
	}
	s.LowerFirst = own.Lower
	s.MaxTokens = min(s.Config.Positions, maxTokens)
	if own.Max != nil {
		if *own.Max < 3 {
			return files.New(path, 0, fmt.Sprint("max_seq_length ", *own.Max), "at least 3")
		}
		s.MaxTokens = min(s.MaxTokens, *own.Max)
		return nil
	}
	var tokenizer struct {
		Max float64 `json:"model_max_length"` // 1e30 where it is not known
	}
	path = filepath.Join(s.dir, "tokenizer_config.json")
	if _, err := optional(path, maxJSON, &tokenizer); err != nil {
		return err
	}
	if tokenizer.Max >= 3 && tokenizer.Max < float64(s.MaxTokens) {
		s.MaxTokens = int(tokenizer.Max)
	}
	if s.MaxTokens < 3 {
		return files.New(s.dir, 0, text.Count(s.MaxTokens, "token")+" of a text", "at least 3")
	}
	return nil
}
