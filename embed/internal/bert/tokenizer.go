package bert

import (
	"fmt"
	"strings"
	"unicode/utf8"

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

// Tokenizer splits texts into word pieces as Hugging Face's BertTokenizerFast does. It is safe for
// concurrent use.
type Tokenizer struct {
	rules   rules
	vocab   map[string]int
	inner   map[string]int // pieces within a word, without their "##"
	longest int            // piece, in bytes
	unknown int
	// Added pieces are found in a text before and after it is changed by the rules.
	raw, changed []added
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

// NewTokenizer returns a tokenizer for the pieces of a vocabulary, whose numbers are their indexes.
// With lower, it ignores case and accents.
func NewTokenizer(vocab []string, lower bool) (*Tokenizer, error) {
	ids := make(map[string]int, len(vocab))
	for i, piece := range vocab {
		ids[piece] = i
	}
	return newTokenizer(ids, specials(ids), rules{CleanText: true, HandleChineseChars: true, Lowercase: lower})
}

// specials returns the pieces that are added where no file lists them.
func specials(vocab map[string]int) []added {
	var list []added
	for _, piece := range []string{"[PAD]", unknownPiece, firstPiece, lastPiece, "[MASK]"} {
		if id, ok := vocab[piece]; ok {
			list = append(list, added{ID: id, Content: piece})
		}
	}
	return list
}

func newTokenizer(vocab map[string]int, list []added, r rules) (*Tokenizer, error) {
	t := &Tokenizer{rules: r, vocab: vocab, inner: make(map[string]int, len(vocab)/4)}
	for piece, id := range vocab {
		t.longest = max(t.longest, len(piece))
		if rest, ok := strings.CutPrefix(piece, "##"); ok {
			t.inner[rest] = id
		}
	}
	var ok bool
	if t.unknown, ok = vocab[unknownPiece]; !ok {
		return nil, fmt.Errorf("found no %s in a vocabulary of %d %s, expected it", unknownPiece, len(vocab),
			text.Plural(len(vocab), "piece", "pieces"))
	}
	for _, a := range list {
		switch {
		case a.SingleWord || a.LStrip || a.RStrip:
			return nil, fmt.Errorf("found the added token %s with single_word, lstrip or rstrip, expected none",
				text.Quote(a.Content))
		case a.Normalized:
			a.Content = r.apply(a.Content)
			t.changed = append(t.changed, a)
		default:
			t.raw = append(t.raw, a)
		}
	}
	return t, nil
}

// Tokenize returns the numbers of the first max pieces of a text, of all if max is 0. [CLS] and
// [SEP] are not added.
func (t *Tokenizer) Tokenize(s string, max int) []int {
	var ids []int
	full := func() bool { return max > 0 && len(ids) >= max }
	add := func(id int) bool {
		ids = append(ids, id)
		return !full()
	}
	cut(s, t.raw, add, func(part string) bool {
		return cut(t.rules.apply(part), t.changed, add, func(part string) bool {
			words(part, func(word string) bool {
				ids = t.pieces(ids, word)
				return !full()
			})
			return !full()
		})
	})
	if full() {
		ids = ids[:max]
	}
	return ids
}

// cut calls found for each added piece in s, of two at the same place the longer one, and between
// for what is between them, until one returns false.
func cut(s string, list []added, found func(id int) bool, between func(part string) bool) bool {
	var first [256]bool
	for _, a := range list {
		if a.Content != "" {
			first[a.Content[0]] = true
		}
	}
	start := 0
	for i := 0; i < len(s); i++ {
		if !first[s[i]] {
			continue
		}
		var best added
		for _, a := range list {
			if len(a.Content) > len(best.Content) && strings.HasPrefix(s[i:], a.Content) {
				best = a
			}
		}
		if best.Content == "" {
			continue
		}
		if start < i && !between(s[start:i]) || !found(best.ID) {
			return false
		}
		start = i + len(best.Content)
		i = start - 1
	}
	return start == len(s) || between(s[start:])
}

// words calls do for each word and each punctuation mark until it returns false.
func words(s string, do func(word string) bool) {
	start := 0
	for i, r := range s {
		space := isSpace(r)
		if !space && !isPunctuation(r) {
			continue
		}
		if start < i && !do(s[start:i]) {
			return
		}
		if start = i + utf8.RuneLen(r); !space && !do(s[i:start]) {
			return
		}
	}
	if start < len(s) {
		do(s[start:])
	}
}

// pieces appends the pieces of a word: each is the longest that fits. A word that has none at some
// place is unknown as a whole.
func (t *Tokenizer) pieces(ids []int, word string) []int {
	if len(word) > longestWord && utf8.RuneCountInString(word) > longestWord {
		return append(ids, t.unknown)
	}
	before, known := len(ids), t.vocab
	for word != "" {
		end := min(len(word), t.longest)
		for ; end > 0; end-- {
			if end < len(word) && !utf8.RuneStart(word[end]) {
				continue
			}
			if id, ok := known[word[:end]]; ok {
				ids = append(ids, id)
				break
			}
		}
		if end == 0 {
			return append(ids[:before], t.unknown)
		}
		word, known = word[end:], t.inner
	}
	return ids
}
