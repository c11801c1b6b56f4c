package solver

import (
	"strings"

	"github.com/luna-rating/luna/internal/wordnet"
	"github.com/luna-rating/luna/internal/wsc"
)

// span is the tokens from, to-1 of a text.
type span struct{ from, to int }

// candidate is a possible referent and its place in the text.
type candidate struct {
	words  []string // in lower case, without a leading article
	head   string
	proper bool // the head is a name
	plural bool
	found  bool
	at     span // the last mention before the pronoun, else the first one
	role   role
	event  event
	count  int // mentions
	first  int // rank of the first mention among the candidates', from 0
	near   int // rank of the mention nearest to the pronoun, from 0
	gap    int // tokens between mention and pronoun
}

// problem is an analysed text with a pronoun and its candidates.
type problem struct {
	tokens     []token
	pronoun    int // index
	role       role
	event      event
	relation   relation
	initial    relation // of a conjunction that begins the sentence
	candidates []candidate
	lower      string // the pronoun
	sole       bool   // one sentence
}

// analyse finds in a text what the cues need.
func analyse(text wsc.Problem) *problem {
	before, after := tokenize(text.Before), tokenize(text.After)
	before = before[max(0, len(before)-maxTokens):]
	after = after[:min(len(after), maxTokens)]
	p := &problem{lower: strings.ToLower(strings.TrimSpace(text.Pronoun)), pronoun: len(before)}
	p.tokens = append(before, token{text: p.lower, lower: p.lower})
	p.tokens = append(p.tokens, after...)
	p.find(text.Candidates)
	in := make(map[int]bool)
	last := make(map[int]bool)
	for _, c := range p.candidates {
		for _, m := range mentions(p.tokens, c.words) {
			for i := m.from; i < m.to; i++ {
				if !isClosed(p.tokens[i].lower) {
					in[i] = true
				}
			}
			h := m.from + headIndex(c.words)
			in[h], last[h] = true, true
		}
	}
	tagAll(p.tokens, func(i int) (bool, bool) { return in[i], last[i] })
	if !isClosed(p.lower) {
		p.tokens[p.pronoun].tag = pronoun
	}
	markClauses(p.tokens)
	p.role = p.roleAt(span{p.pronoun, p.pronoun + 1})
	p.event = eventAt(p.tokens, p.pronoun, p.role)
	p.relate()
	p.place()
	return p
}

// maxWords bounds the words of a candidate that are looked at.
const maxWords = 40

// find prepares the candidates.
func (p *problem) find(texts []string) {
	for _, text := range texts {
		var c candidate
		for _, t := range tokenize(text) {
			if t.word() && len(c.words) < maxWords {
				c.words = append(c.words, t.lower)
			}
		}
		for len(c.words) > 1 && (closed[c.words[0]] == determiner || closed[c.words[0]] == possessive) {
			c.words = c.words[1:]
		}
		if len(c.words) > 0 {
			c.head = c.words[headIndex(c.words)]
		}
		for _, t := range tokenize(text) {
			if t.lower == c.head && isCapital(t.text) {
				c.proper = true
			}
		}
		c.plural = plural(c.words, c.head)
		p.candidates = append(p.candidates, c)
	}
}

// headIndex returns the index of a phrase's head: the last word before a preposition or a relative
// pronoun.
func headIndex(words []string) int {
	for i, w := range words {
		if i > 0 && (closed[w] == preposition || closed[w] == relative || w == "that") {
			return i - 1
		}
	}
	return max(0, len(words)-1)
}

// plural reports whether a phrase is plural: two phrases joined by "and", or a plural head.
func plural(words []string, head string) bool {
	for _, w := range words {
		if w == "and" {
			return true
		}
	}
	if pluralOnly[head] {
		return true
	}
	forms := wordnet.Default().Morph(head, wordnet.Noun)
	return len(forms) > 0 && forms[0] != head ||
		len(forms) > 1 && strings.HasSuffix(head, "men") ||
		len(forms) == 0 && strings.HasSuffix(head, "s") && !strings.HasSuffix(head, "ss")
}

// mentions returns where a phrase occurs: all of its words, failing that its head.
func mentions(tokens []token, words []string) []span {
	if len(words) == 0 {
		return nil
	}
	found := occurrences(tokens, words)
	if len(found) == 0 && len(words) > 1 {
		found = occurrences(tokens, words[headIndex(words):headIndex(words)+1])
		for i := range found { // the head's span stands for the phrase's
			found[i].from = max(0, found[i].to-1)
		}
	}
	return found
}

func occurrences(tokens []token, words []string) (found []span) {
	for i := 0; i+len(words) <= len(tokens); i++ {
		same := true
		for j, w := range words {
			if tokens[i+j].lower != w {
				same = false
				break
			}
		}
		if same {
			found = append(found, span{i, i + len(words)})
		}
	}
	return found
}
