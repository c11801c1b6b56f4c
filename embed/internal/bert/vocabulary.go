package bert

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// tokenizerFile is tokenizer.json.
type tokenizerFile struct {
	Added      []added `json:"added_tokens"`
	Normalizer struct {
		Type string `json:"type"`
		rules
	} `json:"normalizer"`
	Splitter struct {
		Type string `json:"type"`
	} `json:"pre_tokenizer"`
	Model struct {
		Type    string          `json:"type"`
		Unknown string          `json:"unk_token"`
		Prefix  string          `json:"continuing_subword_prefix"`
		Longest int             `json:"max_input_chars_per_word"`
		Vocab   json.RawMessage `json:"vocab"`
	} `json:"model"`
}

// readTokenizer reads the tokenizer of a model from tokenizer.json, or else from vocab.txt. The
// settings say how many pieces there are.
func readTokenizer(s *settings) (*tokenizer, error) {
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
	for _, ids := range []map[string]int{t.vocab, t.raw.ids, t.changed.ids} {
		for piece, id := range ids {
			if id < 0 || id >= s.Config.Vocab {
				return nil, files.New(path, 0, fmt.Sprintf("piece %s with number %d", text.Quote(piece), id),
					fmt.Sprintf("numbers below vocab_size %d", s.Config.Vocab))
			}
		}
	}
	return t, nil
}

// readFast reads tokenizer.json.
func readFast(path string) (*tokenizer, error) {
	var f tokenizerFile
	m, n := &f.Model, &f.Normalizer
	m.Type, m.Unknown, m.Prefix, m.Longest = "WordPiece", unknownPiece, "##", longestWord
	n.CleanText, n.HandleChineseChars, n.Lowercase = true, true, true
	if err := readJSON(path, maxVocab, true, &f); err != nil {
		return nil, err
	}
	var vocab map[string]int
	switch {
	case m.Type != "WordPiece":
		return nil, refuse(path, "a tokenizer of kind "+text.Quote(m.Type), "WordPiece")
	case json.Unmarshal(m.Vocab, &vocab) != nil:
		return nil, refuse(path, "a vocabulary that is no list of pieces with whole numbers", "that of WordPiece")
	case n.Type != "BertNormalizer" || f.Splitter.Type != "BertPreTokenizer":
		return nil, refuse(path, fmt.Sprintf("normalizer %s and pre_tokenizer %s", text.Quote(n.Type),
			text.Quote(f.Splitter.Type)), "BertNormalizer and BertPreTokenizer")
	case m.Unknown != unknownPiece || m.Prefix != "##" || m.Longest != longestWord:
		return nil, refuse(path, fmt.Sprintf("%s for unknown words, %s for pieces within a word and at most %d "+
			"characters", text.Quote(m.Unknown), text.Quote(m.Prefix), m.Longest), unknownPiece+", ## and 100")
	}
	return newTokenizer(path, vocab, f.Added, n.rules)
}

// readPlain reads vocab.txt, and tokenizer_config.json if it is there.
func readPlain(path, configPath string) (*tokenizer, error) {
	content, err := files.Read(path, maxVocab, "a vocabulary, a piece on each line")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, refuse(filepath.Dir(path), "neither tokenizer.json nor vocab.txt", "one of a BERT model")
	}
	if err != nil {
		return nil, err
	}
	c := struct {
		Lower   bool  `json:"do_lower_case"`
		Chinese bool  `json:"tokenize_chinese_chars"`
		Strip   *bool `json:"strip_accents"`
	}{Lower: true, Chinese: true} // which null leaves
	if err := readJSON(configPath, maxJSON, false, &c); err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(content), "\r\n", "\n"), "\n"), "\n")
	return plainTokenizer(path, lines, rules{CleanText: true, HandleChineseChars: c.Chinese, StripAccents: c.Strip,
		Lowercase: c.Lower})
}
