package bert

import (
	"bytes"
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

// kind holds the type of a part of a tokenizer.
type kind struct {
	Type string `json:"type"`
}

// tokenizerFile is tokenizer.json.
type tokenizerFile struct {
	Added      []added         `json:"added_tokens"`
	Normalizer json.RawMessage `json:"normalizer"`
	Splitter   kind            `json:"pre_tokenizer"`
	Model      struct {
		kind
		Unknown string          `json:"unk_token"`
		Prefix  string          `json:"continuing_subword_prefix"`
		Longest int             `json:"max_input_chars_per_word"`
		Vocab   json.RawMessage `json:"vocab"`
	} `json:"model"`
}

// readTokenizer reads the tokenizer of a model whose settings say how many pieces there are, from
// tokenizer.json or else from vocab.txt.
func readTokenizer(s *settings) (*Tokenizer, error) {
	path := filepath.Join(s.dir, "tokenizer.json")
	t, err := readFast(path)
	if errors.Is(err, fs.ErrNotExist) {
		path = filepath.Join(s.dir, "vocab.txt")
		t, err = readPlain(path, filepath.Join(s.dir, "tokenizer_config.json"))
	}
	if err != nil {
		return nil, err
	}
	for _, piece := range []string{firstPiece, lastPiece} {
		if _, ok := t.vocab[piece]; !ok {
			return nil, files.New(path, 0, "a vocabulary without "+piece, "it")
		}
	}
	for _, list := range [][]added{t.raw, t.changed} {
		for _, a := range list {
			if a.ID < 0 || a.ID >= s.Config.Vocab {
				return nil, outside(path, a.Content, a.ID, s)
			}
		}
	}
	for piece, id := range t.vocab {
		if id < 0 || id >= s.Config.Vocab {
			return nil, outside(path, piece, id, s)
		}
	}
	return t, nil
}

// outside returns the error for a piece without a vector.
func outside(path, piece string, id int, s *settings) error {
	return files.New(path, 0, fmt.Sprintf("piece %s with number %d", text.Quote(piece), id),
		fmt.Sprintf("numbers from 0 to %d, as vocab_size %d says", s.Config.Vocab-1, s.Config.Vocab))
}

// readFast reads tokenizer.json.
func readFast(path string) (*Tokenizer, error) {
	var f tokenizerFile
	f.Model.Unknown, f.Model.Prefix, f.Model.Longest = unknownPiece, "##", longestWord
	if err := readJSON(path, maxVocab, &f); err != nil {
		return nil, err
	}
	m := f.Model
	var n struct {
		kind
		rules
	}
	n.CleanText, n.HandleChineseChars, n.Lowercase = true, true, true
	var vocab map[string]int
	switch {
	case m.Type != "WordPiece" && m.Type != "":
		return nil, refuse(path, "a tokenizer of kind "+text.Quote(m.Type), "WordPiece")
	case json.Unmarshal(m.Vocab, &vocab) != nil:
		return nil, refuse(path, "a vocabulary that is no list of pieces with whole numbers", "that of WordPiece")
	case json.Unmarshal(f.Normalizer, &n) != nil || n.Type != "BertNormalizer":
		return nil, refuse(path, "normalizer "+text.Quote(n.Type), "BertNormalizer")
	case f.Splitter.Type != "BertPreTokenizer":
		return nil, refuse(path, "pre_tokenizer "+text.Quote(f.Splitter.Type), "BertPreTokenizer")
	case m.Unknown != unknownPiece || m.Prefix != "##" || m.Longest != longestWord:
		return nil, refuse(path, fmt.Sprintf("%s for unknown words, %s for pieces within a word and at most %d "+
			"characters", text.Quote(m.Unknown), text.Quote(m.Prefix), m.Longest), unknownPiece+", ## and 100")
	}
	t, err := newTokenizer(vocab, f.Added, n.rules)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// readPlain reads vocab.txt, and tokenizer_config.json if it is there.
func readPlain(path, configPath string) (*Tokenizer, error) {
	content, err := files.Read(path, maxVocab, "a vocabulary, a piece on each line")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, refuse(filepath.Dir(path), "neither tokenizer.json nor vocab.txt", "one of a BERT model")
	}
	if err != nil {
		return nil, err
	}
	lower, chinese := true, true
	c := struct {
		Lower   *bool `json:"do_lower_case"`
		Chinese *bool `json:"tokenize_chinese_chars"`
		Strip   *bool `json:"strip_accents"`
	}{Lower: &lower, Chinese: &chinese}
	if _, err := optional(configPath, maxJSON, &c); err != nil {
		return nil, err
	}
	r := rules{CleanText: true, HandleChineseChars: c.Chinese == nil || *c.Chinese, StripAccents: c.Strip,
		Lowercase: c.Lower == nil || *c.Lower}
	vocab := make(map[string]int)
	id := 0
	for line := range bytes.Lines(content) {
		vocab[string(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r")))] = id
		id++
	}
	t, err := newTokenizer(vocab, specials(vocab), r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// describe writes out all that the numbers of pieces depend on, for a digest.
func (t *Tokenizer) describe() []byte {
	pieces := make([]string, 0, len(t.vocab))
	for piece, id := range t.vocab {
		pieces = append(pieces, fmt.Sprintf("%09d %s", id, piece))
	}
	slices.Sort(pieces)
	strips := t.rules.strips()
	r := t.rules
	r.StripAccents = &strips
	head, err := json.Marshal([]any{r, t.raw, t.changed})
	if err != nil {
		panic(err) // of values that JSON has
	}
	return append(head, strings.Join(pieces, "\x00")...)
}
