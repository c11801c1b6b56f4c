package responder

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/luna-rating/luna/internal/text"
)

// Tidy returns a text as a person would type it on one line, so that the form of a reply does not
// reveal what wrote it. The result is one line of valid UTF-8 in Unicode's form NFC. It has no
// control or invisible characters, no white space at its ends, single spaces within, and ASCII
// quotes, dashes and dots instead of typographic ones. Marks of Markdown are removed: emphasis,
// headings, bullets, quotes, code fences, and the address of a link. A text longer than max
// characters is cut to as many whole sentences as fit, else words, else characters.
func Tidy(text string, max int) string {
	if max <= 0 {
		return ""
	}
	if limit := 8*max + 1024; len(text) > limit { // what follows is as long as a reply can get
		text = text[:limit]
	}
	text = plain(keyboard.Replace(strings.ToValidUTF8(text, "")))
	text = norm.NFC.String(strings.Map(visible, text))
	return cut(strings.Join(strings.Fields(text), " "), max)
}

// keyboard replaces typographic characters with those of a keyboard.
var keyboard = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n",
	"‘", "'", "’", "'", "‚", "'", "‛", "'", "“", `"`, "”", `"`, "„", `"`, "‟", `"`,
	"…", "...", "–", "-", "—", " - ", "‑", "-", "‐", "-", "−", "-")

// visible returns white space as a space, a control or format character as none, and any other one
// as it is.
func visible(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r == unicode.ReplacementChar, unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co,
		unicode.Cs, unicode.Variation_Selector):
		return -1
	}
	return r
}

// The marks of Markdown, each with what remains of it.
var (
	fence = text.Pattern("^ *(```|~~~)[\\w-]*$")
	rule  = text.Pattern(`^ *([-*_] *){3,}$`)
	// A number starts an item of a list only if there are others: a person writes "2. I think".
	bullet  = text.Pattern(`^ *(#{1,6} +|>+ ?|[-*+•] +(\[[ xX]\] +)?)`)
	ordered = text.Pattern(`^ *\d{1,2}[.)] +`)
	link    = text.Pattern(`!?\[([^\[\]]*)\]\([^()\s]*\)`)
	strong  = text.Pattern(`(\*\*\*|\*\*|__|~~)(\S|\S.*?\S)(\*\*\*|\*\*|__|~~)`)
	// A single star or underscore is emphasis only around words, so that 2*3*4 and a_b stay.
	emphasis = text.Pattern(`(^|[\s("'])[*_](\pL|\pL[^*_]*[^\s*_])[*_]($|[\s)"'.,;:!?])`)
	code     = text.Pattern("`+([^`]+)`+")
)

// plain removes the marks of Markdown.
func plain(text string) string {
	lines := strings.Split(text, "\n")
	items := 0
	for _, l := range lines {
		if ordered().MatchString(l) {
			items++
		}
	}
	kept := lines[:0]
	for _, l := range lines {
		if fence().MatchString(l) || rule().MatchString(l) {
			continue
		}
		l = bullet().ReplaceAllString(l, "")
		if items > 1 {
			l = ordered().ReplaceAllString(l, "")
		}
		l = link().ReplaceAllString(l, "$1")
		l = strong().ReplaceAllString(l, "$2")
		l = emphasis().ReplaceAllString(l, "$1$2$3")
		l = code().ReplaceAllString(l, "$1")
		kept = append(kept, l)
	}
	return strings.Join(kept, "\n")
}

// cut returns the start of a line: at most max characters, up to the end of a sentence if that
// keeps a third of them, else of a word if that does, else of a character.
func cut(line string, max int) string {
	if utf8.RuneCountInString(line) <= max {
		return line
	}
	start := line[:byteOf(line, max)]
	least := len(start) / 3
	for i := len(start) - 1; i >= least; i-- {
		if strings.IndexByte(".!?", start[i]) >= 0 && line[i+1] == ' ' {
			return start[:i+1]
		}
	}
	if line[len(start)] == ' ' {
		return start
	}
	if i := strings.LastIndexByte(start, ' '); i >= least {
		return start[:i]
	}
	return strings.TrimSpace(start)
}

// byteOf returns where the n-th character of a text begins, from 0.
func byteOf(text string, n int) int {
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}
