package bert

import (
	"cmp"
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

// refuse returns the error for a model of another kind, with what helps.
func refuse(path, found, expected string) error {
	return files.New(path, 0, found, expected+
		"; serve it, for example with TEI, Ollama or llama.cpp, and use its address")
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
	ModelType string  `json:"model_type"`
	Hidden    int     `json:"hidden_size"`
	Inner     int     `json:"intermediate_size"`
	Layers    int     `json:"num_hidden_layers"`
	Heads     int     `json:"num_attention_heads"`
	Positions int     `json:"max_position_embeddings"`
	Types     int     `json:"type_vocab_size"`
	Vocab     int     `json:"vocab_size"`
	Act       string  `json:"hidden_act"`
	Eps       float64 `json:"layer_norm_eps"`
	Position  string  `json:"position_embedding_type"`
	Decoder   bool    `json:"is_decoder"`
}

// step is what is done with the vector of a text after pooling: a Dense layer, or with Act
// "Normalize" scaling it to length 1.
type step struct {
	In   int    `json:"in_features"`
	Out  int    `json:"out_features"`
	Bias bool   `json:"bias"`
	Act  string `json:"activation_function"`
	path string // of the weights
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

// readJSON decodes a file. Unknown fields are ignored. A file that is not there is an error if it
// is needed.
func readJSON(path string, max int64, needed bool, into any) error {
	content, err := files.Read(path, max, "a file of a model")
	if errors.Is(err, fs.ErrNotExist) && !needed {
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(content, into); err != nil {
		return files.New(path, 0, err.Error(), "JSON as Hugging Face has it")
	}
	return nil
}

// readSettings reads the settings of the model in a folder.
func readSettings(dir string) (*settings, error) {
	s := &settings{dir: dir}
	var modules []struct{ Path, Type string }
	path := filepath.Join(dir, "modules.json")
	if err := readJSON(path, maxJSON, false, &modules); err != nil {
		return nil, err
	}
	for i, m := range modules {
		if !filepath.IsLocal(filepath.Join(".", m.Path)) {
			return nil, files.New(path, 0, "path "+text.Quote(m.Path), "a folder in the model's")
		}
		kind, expected := last(m.Type), [][]string{{"Transformer"}, {"Pooling"}, {"Dense", "Normalize"}}[min(i, 2)]
		if !slices.Contains(expected, kind) {
			return nil, refuse(path, "module "+text.Quote(m.Type), text.Or(expected))
		}
		if err := s.module(kind, filepath.Join(dir, m.Path)); err != nil {
			return nil, err
		}
	}
	if modules != nil && len(modules) < 2 {
		return nil, refuse(path, text.Count(len(modules), "module"), "a Transformer and a Pooling")
	}
	if err := s.readConfig(filepath.Join(s.dir, "config.json")); err != nil {
		return nil, err
	}
	return s, s.limit(modules != nil)
}

// last returns what follows the last dot of a name.
func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// module reads the settings of a module.
func (s *settings) module(kind, dir string) error {
	path := filepath.Join(dir, "config.json")
	switch kind {
	case "Transformer":
		s.dir = dir
	case "Pooling":
		return s.readPooling(path)
	case "Normalize":
		s.Steps = append(s.Steps, step{Act: kind})
	default:
		d := step{Bias: true, Act: "Tanh", path: filepath.Join(dir, "model.safetensors")}
		if err := readJSON(path, maxJSON, true, &d); err != nil {
			return err
		}
		if d.Act = last(d.Act); d.Act != "Identity" && d.Act != "Tanh" {
			return refuse(path, "activation_function "+text.Quote(d.Act), "Identity or Tanh")
		}
		s.Steps = append(s.Steps, d)
	}
	return nil
}

// poolings are the ways to make one vector of those of the tokens, by their older and newer names.
var poolings = []string{"mean_tokens", "cls_token", "mean", "cls"}

// readPooling reads how the vectors of tokens become one.
func (s *settings) readPooling(path string) error {
	var fields map[string]any
	if err := readJSON(path, maxJSON, true, &fields); err != nil {
		return err
	}
	var modes []string
	for name, value := range fields {
		if mode, ok := strings.CutPrefix(name, "pooling_mode_"); ok && value == true {
			modes = append(modes, mode)
		}
	}
	slices.Sort(modes)
	mode := strings.Join(modes, " and ")
	if newer, ok := fields["pooling_mode"].(string); ok { // "cls" or "mean"
		mode = newer
	}
	if s.CLS = strings.HasPrefix(mode, "cls"); !slices.Contains(poolings, mode) {
		return refuse(path, "pooling by "+text.Quote(mode), text.Or(poolings))
	}
	return nil
}

// readConfig reads config.json.
func (s *settings) readConfig(path string) error {
	s.Config = config{Act: "gelu", Eps: 1e-12, Position: "absolute", Types: 2}
	c := &s.Config
	switch err := readJSON(path, maxJSON, true, c); {
	case errors.Is(err, fs.ErrNotExist):
		return files.New(s.dir, 0, "a folder without config.json", "a model as published on Hugging Face")
	case err != nil:
		return err
	case c.ModelType != "bert":
		return refuse(path, "model_type "+text.Quote(c.ModelType), `"bert"`)
	case c.Position != "absolute":
		return refuse(path, "position_embedding_type "+text.Quote(c.Position), `"absolute"`)
	case c.Decoder:
		return refuse(path, "is_decoder", "an encoder")
	case activations[c.Act] == nil:
		return refuse(path, "hidden_act "+text.Quote(c.Act), "gelu, gelu_new, gelu_pytorch_tanh or relu")
	case !(c.Eps >= 0 && c.Eps < 1):
		return files.New(path, 0, fmt.Sprint("layer_norm_eps ", c.Eps), "a number from 0 to 1")
	}
	names := []string{"hidden_size", "intermediate_size", "num_attention_heads", "max_position_embeddings",
		"type_vocab_size", "num_hidden_layers", "vocab_size"}
	for i, n := range []int{c.Hidden, c.Inner, c.Heads, c.Positions, c.Types, c.Layers, c.Vocab} {
		if n < 1 || i < 5 && n > maxWidth {
			return files.New(path, 0, fmt.Sprint(names[i], " ", n), fmt.Sprintf("at least 1, widths up to %d", maxWidth))
		}
	}
	if c.Hidden%c.Heads != 0 {
		return files.New(path, 0, fmt.Sprintf("hidden_size %d with %d heads", c.Hidden, c.Heads), "a multiple of them")
	}
	return nil
}

// limit finds how many tokens of a text count. As in sentence-transformers, its own file for that
// counts only if there is a list of modules.
func (s *settings) limit(listed bool) error {
	var own struct {
		Max   float64 `json:"max_seq_length"`
		Lower bool    `json:"do_lower_case"`
	}
	var tokenizer struct {
		Max float64 `json:"model_max_length"` // 1e30 where it is not known
	}
	err := readJSON(filepath.Join(s.dir, "tokenizer_config.json"), maxJSON, false, &tokenizer)
	if listed && err == nil {
		err = readJSON(filepath.Join(s.dir, "sentence_bert_config.json"), maxJSON, false, &own)
	}
	if err != nil {
		return err
	}
	most := min(float64(min(s.Config.Positions, maxTokens)), cmp.Or(own.Max, tokenizer.Max, maxTokens))
	if most < 3 {
		return files.New(s.dir, 0, fmt.Sprint("a greatest length of ", most, " tokens"), "at least 3")
	}
	s.LowerFirst, s.MaxTokens = own.Lower, int(most)
	return nil
}
