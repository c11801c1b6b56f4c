package bert

import (
	"math"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// The pieces with a meaning of their own.
const (
	unknownPiece = "[UNK]"
	firstPiece   = "[CLS]"
	lastPiece    = "[SEP]"
)

// longestWord is the greatest number of characters of a word that is split into pieces.
const longestWord = 100

// tokenizer splits texts into word pieces as Hugging Face's BertTokenizerFast does. It is safe for
// concurrent use.
type tokenizer struct {
	rules   rules
	vocab   map[string]int
	inner   map[string]int // pieces within a word, without their "##"
	longest int            // piece, in bytes
	unknown int
	// Added pieces are found in a text before and after it is changed by the rules.
	raw, changed finder
}

// added is a piece that is found in texts as it is.
type added struct {
	ID         int    `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"`
	LStrip     bool   `json:"lstrip"`
	RStrip     bool   `json:"rstrip"`
	Normalized bool   `json:"normalized"`
}

// Pieces returns what cuts a text into the pieces of a vocabulary, given by their indexes in it,
// without [CLS] and [SEP]. Case and accents do not matter.
func Pieces(vocab []string) (func(text string) []int, error) {
	t, err := plainTokenizer("", vocab, rules{CleanText: true, HandleChineseChars: true, Lowercase: true})
	if err != nil {
		return nil, err
	}
	return func(text string) []int { return t.tokenize(text, math.MaxInt) }, nil
}

// plainTokenizer returns a tokenizer with the usual added pieces. The path is for errors.
func plainTokenizer(path string, vocab []string, r rules) (*tokenizer, error) {
	ids := make(map[string]int, len(vocab))
	for i, piece := range vocab {
		ids[piece] = i
	}
	var list []added
	for _, piece := range []string{"[PAD]", unknownPiece, firstPiece, lastPiece, "[MASK]"} {
		if id, ok := ids[piece]; ok {
			list = append(list, added{ID: id, Content: piece})
		}
	}
	return newTokenizer(path, ids, list, r)
}

func newTokenizer(path string, vocab map[string]int, list []added, r rules) (*tokenizer, error) {
	t := &tokenizer{rules: r, vocab: vocab, inner: make(map[string]int, len(vocab)/4)}
	for piece, id := range vocab {
		t.longest = max(t.longest, len(piece))
		if rest, ok := strings.CutPrefix(piece, "##"); ok {
			t.inner[rest] = id
		}
	}
	var ok bool
	if t.unknown, ok = vocab[unknownPiece]; !ok {
		return nil, files.New(path, 0, "a vocabulary of "+text.Count(len(vocab), "piece"), "one with "+unknownPiece)
	}
	raw, changed := map[string]int{}, map[string]int{}
	for _, a := range list {
		switch {
		case a.SingleWord || a.LStrip || a.RStrip:
			return nil, files.New(path, 0, "an added token with single_word, lstrip or rstrip", "none of them")
		case a.Normalized:
			changed[r.apply(a.Content)] = a.ID
		default:
			raw[a.Content] = a.ID
		}
	}
	t.raw, t.changed = newFinder(raw), newFinder(changed)
	return t, nil
}

// tokenize returns the numbers of the first most pieces of a text. [CLS] and [SEP] are not added.
func (t *tokenizer) tokenize(s string, most int) []int {
	var ids []int
	for _, raw := range t.raw.split(s) {
		if raw.id >= 0 {
			ids = append(ids, raw.id)
		}
		for _, changed := range t.changed.split(t.rules.apply(raw.text)) {
			if changed.id >= 0 {
				ids = append(ids, changed.id)
			}
			for _, word := range words(changed.text) {
				if ids = t.pieces(ids, word); len(ids) >= most {
					return ids[:most]
				}
			}
		}
	}
	return ids[:min(most, len(ids))]
}

// finder finds pieces in texts.
type finder struct {
	ids     map[string]int
	pattern *regexp.Regexp // nil if there are none
}

func newFinder(ids map[string]int) finder {
	if delete(ids, ""); len(ids) == 0 {
		return finder{}
	}
	var list []string
	for piece := range ids {
		list = append(list, regexp.QuoteMeta(piece))
	}
	p := regexp.MustCompile(strings.Join(list, "|"))
	p.Longest()
	return finder{ids, p}
}

// part is a part of a text: an added piece, or what is between two.
type part struct {
	text string // "" for a piece
	id   int    // of the piece, -1 for a text
}

// split returns the parts of s. Of two pieces at the same place, the longer one is taken.
func (f finder) split(s string) []part {
	var parts []part
	start := 0
	if f.pattern != nil {
		for _, at := range f.pattern.FindAllStringIndex(s, -1) {
			parts = append(parts, part{s[start:at[0]], -1}, part{"", f.ids[s[at[0]:at[1]]]})
			start = at[1]
		}
	}
	return append(parts, part{s[start:], -1})
}

// words returns the words and the punctuation marks.
func words(s string) []string {
	var b strings.Builder
	for _, r := range s {
		if isPunctuation(r) {
			b.WriteString(" " + string(r) + " ")
		} else {
			b.WriteRune(r)
		}
	}
	return strings.FieldsFunc(b.String(), isSpace)
}

// pieces appends the pieces of a word: each is the longest that fits. A word that has none at some
// place is unknown as a whole.
func (t *tokenizer) pieces(ids []int, word string) []int {
	if len(word) > longestWord && utf8.RuneCountInString(word) > longestWord {
		return append(ids, t.unknown)
	}
	before, known := len(ids), t.vocab
	for word != "" {
		id, ok, end := 0, false, min(len(word), t.longest)
		for ; end > 0 && !ok; end-- {
			id, ok = known[word[:end]]
		}
		if !ok {
			return append(ids[:before], t.unknown)
		}
		ids, word, known = append(ids, id), word[end+1:], t.inner
	}
	return ids
}
