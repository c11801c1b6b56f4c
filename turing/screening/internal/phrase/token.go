package phrase

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/luna-rating/luna/internal/wordnet"
)

// Token is a word, a number or a time such as 9:30.
type Token struct {
	Text     string
	Sentence int     // its number
	Clause   int     // the number of its clause in the whole text
	Denied   bool    // its clause denies it: "not a hammer"
	Number   float64 // of a figure or a number word; see IsNumber
	IsNumber bool
	Ordinal  bool // 3rd, third
	figures  string
	bases    []string
}

// Text is an answer.
type Text struct {
	Raw    string
	Tokens []Token
	// Ignorant reports whether it says that its author does not know.
	Ignorant bool
	asks     []bool // by sentence: it ends with a question mark
}

// Bounds of what is looked at of a text: its bytes and tokens.
const (
	maxBytes  = 8 << 10
	maxTokens = 1_000
)

var (
	apostrophes = strings.NewReplacer("’", "'", "‘", "'", "`", "'", "´", "'")
	contracted  = strings.NewReplacer(
		"can't",
		"can not",
		"cannot",
		"can not",
		"won't",
		"will not",
		"dont",
		"do not",
		"doesnt",
		"does not",
		"n't",
		" not",
		"o'clock",
		"oclock",
		"o’clock",
		"oclock",
		"o clock",
		"oclock",
		"a.m.",
		"am",
		"p.m.",
		"pm",
		"a.m",
		"am",
		"p.m",
		"pm",
	)
	// united are units and the like right behind figures: 9:30am, 20min, 3rd.
	united = regexp.MustCompile(`(\d)(am|pm|st|nd|rd|th|hrs?|h|mins?|m|secs?|s)\b`)
	// hoursMinutes matches hours and minutes as in 1h50.
	hoursMinutes = regexp.MustCompile(`\b(\d+)h(\d{1,2})\b`)
	// pieces are words, numbers and punctuation. Letters and figures mixed are a word.
	pieces = regexp.MustCompile(
		`\pL+\d[\pL\d]*|\d+\pL[\pL\d]*|` +
			`\d{1,2}[:.]\d{2}\b|\d[\d,]*\d\b|\d+\.\d+|\d+|\pL[\pL']*|[.!?;:,()]|-+ |\n|/`,
	)
)

// Parse reads an answer.
func Parse(s string) Text {
	if len(s) > maxBytes {
		s = strings.ToValidUTF8(s[:maxBytes], "")
	}
	t := Text{Raw: s}
	plain := contracted.Replace(strings.ToLower(apostrophes.Replace(norm.NFKC.String(s))))
	plain, t.Ignorant = withoutIgnorance(plain)
	plain = hoursMinutes.ReplaceAllString(plain, "$1 h $2 m")
	plain = united.ReplaceAllString(plain, "$1 $2")
	clause, sentence := 0, 0
	ends := func(question bool) {
		for len(t.asks) <= sentence {
			t.asks = append(t.asks, false)
		}
		t.asks[sentence] = question
		sentence++
		clause++
	}
	for _, p := range pieces.FindAllString(plain, -1) {
		switch {
		case len(t.Tokens) >= maxTokens:
		case p == "." || p == "!" || p == "?" || p == "\n":
			ends(p == "?")
		case strings.Contains(";:,()", p) || strings.HasPrefix(p, "-"):
			clause++
		case p == "/":
		default:
			if slices.Contains(breaks, p) {
				clause++
			}
			t.Tokens = append(t.Tokens, newToken(p, sentence, clause))
		}
	}
	for len(t.asks) <= sentence {
		t.asks = append(t.asks, false)
	}
	t.number()
	t.deny()
	return t
}

// breaks are the words at which what is denied before is denied no longer.
var breaks = []string{
	"but",
	"so",
	"because",
	"although",
	"though",
	"however",
	"therefore",
	"while",
	"whereas",
}

func newToken(p string, sentence, clause int) Token {
	t := Token{Text: strings.Trim(p, "'"), Sentence: sentence, Clause: clause}
	t.Text = strings.TrimSuffix(t.Text, "'s")
	if c := t.Text; c != "" && c[0] >= '0' && c[0] <= '9' {
		t.figures = c
		if strings.Contains(c, ":") {
			return t
		}
		if strings.ContainsFunc(c, unicode.IsLetter) {
			return Token{Text: c, Sentence: sentence, Clause: clause}
		}
		v, err := strconv.ParseFloat(strings.ReplaceAll(c, ",", ""), 64)
		t.Number, t.IsNumber = v, err == nil
		return t
	}
	return t
}

// Figures reports whether the token is written in figures: 12, 9:30.
func (t *Token) Figures() bool { return t.figures != "" }

// Bases returns the token and its base forms: "hitting" gives "hitting" and "hit".
func (t *Token) Bases() []string {
	if t.bases == nil {
		t.bases = Bases(t.Text)
		if t.IsNumber {
			t.bases = append(t.bases, strconv.FormatFloat(t.Number, 'f', -1, 64))
		}
	}
	return t.bases
}

// known remembers base forms, which take time to find, up to a number of words.
var known = struct {
	sync.Mutex
	bases map[string][]string
}{bases: map[string][]string{}}

const maxKnown = 20_000

// Bases returns a word in lower case and its base forms. The caller must not change them.
func Bases(word string) []string {
	word = strings.ToLower(word)
	known.Lock()
	defer known.Unlock()
	list, ok := known.bases[word]
	if !ok {
		if len(known.bases) >= maxKnown {
			clear(known.bases)
		}
		list = bases(word)
		known.bases[word] = list
	}
	return list[:len(list):len(list)]
}

func bases(word string) []string {
	list := []string{word}
	for most := 2; most >= 1; most-- { // baaaa, meeeow
		if s := squeezed(word, most); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for _, pos := range wordnet.AllPOS() {
		for _, b := range wordnet.Default().Morph(word, pos) {
			if !slices.Contains(list, b) {
				list = append(list, b)
			}
		}
	}
	return list
}

// squeezed shortens runs of three and more equal letters.
func squeezed(word string, to int) string {
	var out []rune
	letters := []rune(word)
	for i := 0; i < len(letters); {
		end := i + 1
		for end < len(letters) && letters[end] == letters[i] {
			end++
		}
		n := end - i
		if n >= 3 {
			n = to
		}
		out = append(out, letters[i:i+n]...)
		i = end
	}
	return string(out)
}

// ignorance are idioms that say that their author does not know.
var ignorance = regexp.MustCompile(
	`\b(i )?(really |honestly )?(do not|did not|can not|could not) (really )?` +
		`(know|remember|recall|tell|say|understand)\b|` +
		`\bnot (quite |really |too )?sure\b|\bno (idea|clue)\b|` +
		`\bhave no idea\b|\bi (have )?(completely )?forg[oe]t(ten)?` +
		`( (it|that|about it|(the|his|her|your|its) name))?\s*([.,;!?]|$)|` +
		`^(sorry,? )?forgot\b|\bdunno\b|\bidk\b|\bwho knows\b|` +
		`\bbeats me\b|\bno comment\b|\bi have not (a clue|the faintest)\b|\bunsure\b`,
)

func withoutIgnorance(s string) (string, bool) {
	if !ignorance.MatchString(s) {
		return s, false
	}
	return ignorance.ReplaceAllString(s, ", "), true
}

var deniers = []string{
	"not",
	"no",
	"never",
	"without",
	"nothing",
	"neither",
	"nor",
	"isnt",
	"arent",
	"hardly",
	"instead",
	"rather",
	"unlike",
}

// deny marks what comes after a denying word in its clause. Two of them cancel out.
func (t *Text) deny() {
	denied, clause := false, -1
	for i := range t.Tokens {
		k := &t.Tokens[i]
		if k.Clause != clause {
			denied, clause = false, k.Clause
		}
		k.Denied = denied
		next := ""
		if i+1 < len(t.Tokens) {
			next = t.Tokens[i+1].Text
		}
		switch {
		case k.Text == "instead" && next != "of", k.Text == "rather" && next != "than",
			k.Text == "not" && next == "only":
		case slices.Contains(deniers, k.Text):
			denied = !denied
		}
	}
}

// Asked reports whether the sentence of a token ends with a question mark.
func (t Text) Asked(i int) bool { return t.asks[t.Tokens[i].Sentence] }

// Empty reports whether there are no words and no statement of ignorance.
func (t Text) Empty() bool { return len(t.Tokens) == 0 && !t.Ignorant }
