package bert

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// rules say how a text is changed before it is split, in the words of Hugging Face's
// BertNormalizer.
type rules struct {
	CleanText          bool  `json:"clean_text"`
	HandleChineseChars bool  `json:"handle_chinese_chars"`
	StripAccents       *bool `json:"strip_accents"` // as Lowercase if nil
	Lowercase          bool  `json:"lowercase"`
}

// apply changes a text. Bytes that are not UTF-8 count as U+FFFD each.
func (n rules) apply(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case n.CleanText && dropped(r):
		case n.CleanText && isSpace(r):
			b.WriteByte(' ')
		case n.HandleChineseChars && within(r, chinese):
			b.WriteByte(' ')
			b.WriteRune(r)
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	s = b.String()
	strip := n.Lowercase
	if n.StripAccents != nil {
		strip = *n.StripAccents
	}
	if strip {
		s = strings.Map(func(r rune) rune {
			if isMark(r) {
				return -1
			}
			return r
		}, norm.NFD.String(s))
	}
	if n.Lowercase {
		return lower(s)
	}
	return s
}

// newer has the only letter with two in lower case, and those two that are newer than Go's tables
// and whose lower case is not.
var newer = strings.NewReplacer("İ", "i̇", "\ua7cb", "ɤ", "\ua7dc", "ƛ")

// lower returns s in lower case, letter by letter.
func lower(s string) string { return strings.Map(unicode.ToLower, newer.Replace(s)) }

// Hugging Face's tokenizers know the categories of Unicode 8. These are pairs of the first and the
// last of what has come, or changed its category, since; what is between others of theirs is not
// listed.
var (
	newerControls = []rune{0x0890, 0x08e2, 0x110cd, 0x1343f}
	newerMarks    = []rune{
		0x07fd, 0x07fd, 0x0898, 0x08e1, 0x09fe, 0x09fe, 0x0afa, 0x0aff, 0x0b55, 0x0b55, 0x0c04, 0x0c3c,
		0x0d00, 0x0d00, 0x0d3b, 0x0d3c, 0x0d81, 0x0d81, 0x0eba, 0x0eba, 0x0ece, 0x0ece, 0x180f, 0x1886,
		0x1abf, 0x1ace, 0x1df6, 0x1dfb, 0xa82c, 0xa82c, 0xa8c5, 0xa8c5, 0xa8ff, 0xa8ff, 0xa9bd, 0xa9bd,
		0x10d24, 0x10f85, 0x11070, 0x11074, 0x110c2, 0x110c2, 0x111c9, 0x111c9, 0x111cf, 0x111cf,
		0x1123e, 0x11241, 0x1133b, 0x1133b, 0x11438, 0x1145e, 0x1182f, 0x13455, 0x16f4f, 0x16f4f,
		0x16fe4, 0x16fe4, 0x1cf00, 0x1cf46, 0x1e000, 0x1e4ef, 0x1e944, 0x1e94a,
	}
	newerPunctuation = []rune{
		0x061d, 0x061d, 0x09fd, 0x0a76, 0x0c77, 0x0c84, 0x1b7d, 0x1b7e, 0x2e43, 0x2e5d,
		0x10ead, 0x10f89, 0x1144b, 0x1145d, 0x11660, 0x116b9, 0x1183b, 0x11fff, 0x12ff1, 0x12ff2,
		0x16e97, 0x16fe2, 0x1e95e, 0x1e95f,
	}
	// chinese holds such pairs of letters that are words.
	chinese = []rune{
		0x4e00, 0x9fff, 0x3400, 0x4dbf, 0x20000, 0x2a6df, 0x2a700, 0x2b73f, 0x2b740, 0x2b81f,
		0x2b920, 0x2ceaf, 0xf900, 0xfaff, 0x2f800, 0x2fa1f,
	}
)

func within(r rune, pairs []rune) bool {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] <= r && r <= pairs[i+1] {
			return true
		}
	}
	return false
}

func isSpace(r rune) bool { return unicode.Is(unicode.White_Space, r) }

// dropped reports whether a character is removed from a text.
func dropped(r rune) bool {
	if r < 0x80 {
		return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f
	}
	return r == unicode.ReplacementChar ||
		unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) && !within(r, newerControls)
}

// isMark reports whether a character is an accent or the like.
func isMark(r rune) bool {
	return r >= 0x80 && (unicode.Is(unicode.Mn, r) && !within(r, newerMarks) || r == 0x1734)
}

// isPunctuation reports whether a character is a word of its own.
func isPunctuation(r rune) bool {
	if r < 0x80 {
		return unicode.IsPunct(r) || unicode.IsSymbol(r)
	}
	return unicode.IsPunct(r) && !within(r, newerPunctuation) || r == 0x166d || r == 0x111c9
}
