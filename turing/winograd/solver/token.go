package solver

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTokens bounds the tokens that are kept on either side of the pronoun.
const maxTokens = 400

// token is a word or a punctuation mark.
type token struct {
	text     string // as written
	lower    string
	tag      tag
	lemma    string // base form of an open-class word
	past     bool   // a past tense or a past participle
	sentence int
	clause   int
}

// word reports whether the token is a word or a number.
func (t *token) word() bool {
	r, _ := utf8.DecodeRuneInString(t.text)
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\''
}

// tokenize splits a text into words and marks. A possessive 's and the n't of a contraction are
// tokens of their own, as are other contracted verbs.
func tokenize(text string) []token {
	var tokens []token
	add := func(s string) {
		tokens = append(tokens, token{text: s, lower: strings.ToLower(s)})
	}
	text = plainMarks.Replace(text)
	for field := range strings.FieldsSeq(text) {
		for len(field) > 0 {
			r, size := utf8.DecodeRuneInString(field)
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				add(field[:size])
				field = field[size:]
				continue
			}
			end := wordEnd(field)
			for _, part := range contraction(field[:end]) {
				add(part)
			}
			field = field[end:]
		}
	}
	return tokens
}

// plainMarks writes typographic marks in ASCII.
var plainMarks = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "—", " - ", "–", " - ",
	"\u00a0", " ", "--", " - ")

// wordEnd returns where the word ends that starts a field. Apostrophes and hyphens belong to a word
// between letters, periods after a capital before another, as in "U.S.".
func wordEnd(field string) int {
	end := 0
	for end < len(field) {
		r, size := utf8.DecodeRuneInString(field[end:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			next, _ := utf8.DecodeRuneInString(field[end+size:])
			inner := (r == '\'' || r == '-' || r == '.') && next != utf8.RuneError
			if !inner || !unicode.IsLetter(next) && !unicode.IsDigit(next) {
				break
			}
		}
		end += size
	}
	return end
}

// contraction splits a word with a contracted or possessive ending.
func contraction(word string) []string {
	lower := strings.ToLower(word)
	if lower == "can't" || lower == "won't" || lower == "shan't" {
		return []string{map[string]string{"c": "can", "w": "will", "s": "shall"}[lower[:1]], "n't"}
	}
	for _, ending := range []string{"n't", "'s", "'re", "'ve", "'ll", "'d", "'m"} {
		if len(lower) == len(word) && len(word) > len(ending) && strings.HasSuffix(lower, ending) {
			cut := len(word) - len(ending)
			return []string{word[:cut], word[cut:]}
		}
	}
	return []string{word}
}
