package datasets

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/luna-rating/luna/internal/text"
)

// RepairText undoes damage that storage did to a text. It never corrects what a person
// wrote. In this order:
//
//  1. Invalid UTF-8. Typographic quotes that were encoded twice and then lost
//     their bytes 0x80 to 0x9F are restored: E2 AC E2 A2 after C3 A2 is ’, E2 AC C5 is
//     “, E2 AC C2 is ”. Any other invalid byte is read as Windows-1252, or
//     U+FFFD where that has no character for it.
//  2. Doubly encoded UTF-8 (UTF-8 read as Windows-1252 and encoded again), such as
//     â€™ for ’, is decoded, up to three layers: Latin letters, punctuation,
//     symbols and emoji, but no other scripts.
//  3. Line breaks written as tags (<br>, <br/>) become spaces.
//  4. HTML entities are decoded, even if encoded twice (&amp;lt;): the
//     numeric ones and those that stand for markup characters, spaces and
//     typography. Others are left alone, since answers about programming hold
//     addresses such as &sum; that are not entities.
//  5. Runs of white space become one space, and none is left at the ends.
func RepairText(s string) string {
	if isPlain(s) {
		return s
	}
	s = repairUTF8(s)
	for range 3 {
		t := undoDoubleEncoding(s)
		if t == s {
			break
		}
		s = t
	}
	s = breakTag().ReplaceAllString(s, " ")
	for range 3 {
		t := entity().ReplaceAllStringFunc(s, html.UnescapeString)
		if t == s {
			break
		}
		s = breakTag().ReplaceAllString(t, " ")
	}
	return strings.Join(strings.Fields(s), " ")
}

// isPlain reports whether there is nothing to repair: a text without what tags, entities and doubly
// encoded characters begin with, and without other white space than single spaces inside it.
func isPlain(s string) bool {
	before := ' '
	for _, r := range s {
		if r == '<' || r == '&' || r >= '\t' && r <= '\r' || r == ' ' && before == ' ' || r >= utf8.RuneSelf &&
			(r == utf8.RuneError || r == 'Â' || r == 'Ã' || r == 'â' || r == 'ð' || unicode.IsSpace(r)) {
			return false
		}
		before = r
	}
	return before != ' ' || s == ""
}

// RepairResponse is [RepairText] for a response. In addition a pair of double
// quotation marks around the whole response is removed, and a response that
// is "not answered", "unanswered" or "no answer", in upper or lower case, becomes the empty string.
func RepairResponse(s string) string {
	if s = unquote(RepairText(s)); len(s) > 20 || s == "" || strings.IndexByte("nNuU<", s[0]) < 0 {
		return s
	}
	switch strings.ToLower(strings.TrimSuffix(s, ".")) {
	case "not answered", "no answer", "<unanswered>", "unanswered":
		return ""
	}
	return s
}

// rawText returns a text as in its file, but with invalid UTF-8 replaced.
func rawText(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

var (
	breakTag = text.Pattern(`(?i)<br\s*/?>`)
	entity   = text.Pattern(
		`(?i)&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|lt|gt|amp|quot|apos|nbsp|[lr][sd]quo|[nm]dash|hellip);`)

	// The sequences observed in answers 4.1 and 6.1 of the Mohler corpus. None can
	// be part of valid UTF-8: E2 AC wants a third byte from 80 to BF.
	lostBytes = strings.NewReplacer(
		"\xc3\xa2\xe2\xac\xe2\xa2", "’",
		"\xc3\xa2\xe2\xac\xc5", "“",
		"\xc3\xa2\xe2\xac\xc2", "”",
	)
)

func repairUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	s = lostBytes.Replace(s)
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			r = charmap.Windows1252.DecodeByte(s[i])
			if r < 0xA0 { // unassigned in Windows-1252
				r = utf8.RuneError
			}
		}
		b.WriteRune(r)
		i += size
	}
	return b.String()
}

// undoDoubleEncoding replaces each group of characters that is the Windows-1252
// reading of one UTF-8 sequence by the character that sequence stands for.
func undoDoubleEncoding(s string) string {
	var b strings.Builder
	done := 0 // s[:done] is in b already
	for i := 0; i < len(s); {
		c, size := decodeTwice(s[i:])
		if c == "" {
			i++
			continue
		}
		b.WriteString(s[done:i])
		b.WriteString(c)
		i += size
		done = i
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// decodeTwice decodes the doubly encoded character at the start of s and returns the length
// of its encoding. It recognises only groups that begin with Â, Ã, â or ð, which cover Latin
// letters, punctuation, symbols and emoji. Other groups occur in undamaged texts, such as É”
// at the end of a quotation.
func decodeTwice(s string) (c string, size int) {
	first, size := utf8.DecodeRuneInString(s)
	want := 0
	switch first {
	case 'Â', 'Ã':
		want = 2
	case 'â':
		want = 3
	case 'ð':
		want = 4
	default:
		return "", 0
	}
	seq := [4]byte{byte(first)}
	for n := 1; n < want; n++ {
		r, width := utf8.DecodeRuneInString(s[size:])
		v, ok := windows1252Byte(r)
		if !ok || v&0xC0 != 0x80 {
			return "", 0
		}
		seq[n] = v
		size += width
		if want == 2 && r > 0xFF {
			// Â with a Windows-1252 character would be a control character. Ã may
			// end a word before a closing quotation mark, ellipsis or dash.
			after, _ := utf8.DecodeRuneInString(s[size:])
			if first == 'Â' || strings.ContainsRune("’”…–—", r) && !unicode.IsLetter(after) {
				return "", 0
			}
		}
	}
	if !utf8.Valid(seq[:want]) {
		return "", 0
	}
	return string(seq[:want]), size
}

// windows1252Byte returns the byte that a lenient Windows-1252 decoder, which passes
// unassigned bytes through, decodes to r.
func windows1252Byte(r rune) (byte, bool) {
	if r < 0x100 {
		return byte(r), true
	}
	return charmap.Windows1252.EncodeRune(r)
}

// unquote removes double quotation marks around the whole text, unless the text
// between holds more of them.
func unquote(s string) string {
	for _, marks := range [...][2]string{{`"`, `"`}, {"“", "”"}} {
		if len(s) <= len(marks[0])+len(marks[1]) || !strings.HasPrefix(s, marks[0]) ||
			!strings.HasSuffix(s, marks[1]) {
			continue
		}
		inner := s[len(marks[0]) : len(s)-len(marks[1])]
		if !strings.Contains(inner, marks[0]) && !strings.Contains(inner, marks[1]) {
			return strings.TrimSpace(inner)
		}
	}
	return s
}

// markup matches the tags that editors in forms put around texts.
var markup = text.Pattern(
	`(?i)</?(?:p|div|span|strong|em|b|i|u|ul|ol|li|a|font|h[1-6]|table|tr|td|tbody|sup|sub|br|` +
		`blockquote|pre|code|img)` +
		`(?:\s[^<>]*)?/?>`)

// withoutMarkup returns a text without these tags, which separate words unless they are inside one.
func withoutMarkup(s string) string {
	return RepairText(markup().ReplaceAllStringFunc(s, func(tag string) string {
		switch strings.ToLower(strings.Trim(strings.Fields(strings.Trim(tag, "</>"))[0], "/")) {
		case "span", "strong", "em", "b", "i", "u", "a", "font", "sup", "sub":
			return ""
		}
		return " "
	}))
}
