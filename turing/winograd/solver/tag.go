package solver

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/wordnet"
)

// tag is a part of speech, as far as the cues need it.
type tag byte

const (
	mark tag = iota
	determiner
	pronoun
	possessive // my, his …, and the possessive 's
	preposition
	conjunction
	relative // who, which, whose
	auxiliary
	negation
	noun
	name
	verb
	adjective
	adverb
	number
)

// tagAll gives each token its part of speech: closed classes by list, open classes by what WordNet
// allows and by the word before. phrase reports whether a token is known to be part of a noun phrase
// and whether it is the last word of it.
func tagAll(tokens []token, phrase func(i int) (in, last bool)) {
	first, sentence := true, 0
	for i := range tokens {
		t := &tokens[i]
		t.sentence = sentence
		in, last := phrase(i)
		switch {
		case !t.word():
			t.tag = mark
			if t.text == "." || t.text == "!" || t.text == "?" {
				first = true
				sentence++
			}
			continue
		case unicode.IsDigit(rune(t.text[0])):
			t.tag = number
		default:
			t.tag = tagOf(tokens, i, first, in, last)
		}
		t.lemma, t.past = base(t.lower, t.tag)
		first = false
	}
}

// tagOf returns the part of speech of token i from its word, the tags before it and the words after.
func tagOf(tokens []token, i int, first, in, last bool) tag {
	t := &tokens[i]
	previous, next := neighbour(tokens, i-1), neighbour(tokens, i+1)
	if c, ok := closed[t.lower]; ok {
		if t.lower == "her" && !startsPhrase(next) {
			return pronoun
		}
		if t.lower == "'s" && (previous.tag == pronoun || !startsPhrase(next)) {
			return auxiliary
		}
		return c
	}
	if in && last {
		if isCapital(t.text) && (!first || properOnly(t.lower)) {
			return name
		}
		return noun
	}
	if isCapital(t.text) && (!first || properOnly(t.lower)) {
		return name
	}
	can := possible(t.lower)
	if in {
		if can[wordnet.Adjective] {
			return adjective
		}
		return noun
	}
	return openTag(tokens, i, can)
}

// openTag chooses among the possible parts of speech of a word.
func openTag(tokens []token, i int, can [4]bool) tag {
	word, previous, next := tokens[i].lower, neighbour(tokens, i-1), neighbour(tokens, i+1)
	_, past := base(word, verb)
	ing := strings.HasSuffix(word, "ing") && can[wordnet.Verb]
	if strings.HasSuffix(word, "ly") && can[wordnet.Adverb] && !can[wordnet.Noun] {
		return adverb
	}
	switch previous.tag {
	case determiner, possessive, adjective, number:
		nominal := next.word() && !isClosed(next.lower) && possible(next.lower)[wordnet.Noun]
		switch {
		case (can[wordnet.Adjective] || past || ing) && (nominal || !can[wordnet.Noun]):
			return adjective
		case can[wordnet.Noun] || !can[wordnet.Verb]:
			return noun
		}
		return verb
	case auxiliary, negation, pronoun, relative:
		be := beForms[previous.lower]
		if previous.tag == negation {
			be = beForms[neighbour(tokens, i-2).lower]
		}
		switch {
		case can[wordnet.Verb] && (past || ing || !be || !can[wordnet.Adjective] && !can[wordnet.Noun]):
			return verb
		case can[wordnet.Adjective]:
			return adjective
		case can[wordnet.Verb] && previous.tag == pronoun:
			return verb
		case can[wordnet.Adverb]:
			return adverb
		}
		return noun
	case noun, name:
		third := strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss")
		if can[wordnet.Verb] && (past || third && previous.tag == name || !can[wordnet.Noun]) {
			return verb
		}
	}
	if previous.lower == "to" && can[wordnet.Verb] {
		return verb
	}
	switch {
	case can[wordnet.Verb] && (past || ing && previous.tag != preposition):
		return verb
	case can[wordnet.Adverb] && !can[wordnet.Noun] && !can[wordnet.Adjective]:
		return adverb
	case can[wordnet.Adjective] && !can[wordnet.Noun]:
		return adjective
	case can[wordnet.Verb] && !can[wordnet.Noun]:
		return verb
	}
	if can[wordnet.Adjective] && next.word() && !isClosed(next.lower) &&
		possible(next.lower)[wordnet.Noun] {
		return adjective
	}
	return noun
}

// base returns the base form of a word of an open class, and whether it is a past form of a verb.
func base(word string, t tag) (lemma string, past bool) {
	pos := wordnet.Noun
	switch t {
	case verb:
		pos = wordnet.Verb
	case adjective:
		pos = wordnet.Adjective
	case adverb:
		pos = wordnet.Adverb
	case noun:
	case auxiliary:
		return word, word == "was" || word == "were" || word == "been" || word == "had" || word == "did"
	default:
		return word, false
	}
	forms := wordnet.Default().Morph(word, pos)
	lemma = word
	for _, f := range forms {
		if f != word {
			lemma = f
			break
		}
	}
	if t == verb && lemma != word {
		past = !strings.HasSuffix(word, "ing") && !strings.HasSuffix(word, "s") || word == "was"
	}
	if len(forms) > 0 && (t == adjective || t == noun && forms[0] == word && len(forms) == 1) {
		lemma = forms[len(forms)-1]
	}
	if t == verb && lemma == word && unchangedPast[word] {
		past = true
	}
	return lemma, past
}

// possible says which parts of speech WordNet knows a word as.
func possible(word string) (can [4]bool) {
	for i, pos := range wordnet.AllPOS() {
		can[i] = len(wordnet.Default().Morph(word, pos)) > 0
	}
	return can
}

// properOnly reports whether WordNet knows a word, if at all, by capitalised nouns only, as names
// are.
func properOnly(word string) bool {
	net := wordnet.Default()
	for _, pos := range wordnet.AllPOS() {
		for _, s := range net.Lookup(word, pos) {
			for _, w := range net.Words(s) {
				if !isCapital(w) && (strings.EqualFold(w, word) || pos != wordnet.Noun) {
					return false
				}
			}
		}
	}
	return len(net.Morph(word, wordnet.Verb)) == 0
}

func isCapital(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r)
}

func isClosed(word string) bool {
	_, ok := closed[word]
	return ok
}

var nothing = &token{text: ".", lower: "."}

// neighbour returns token i, or a period outside the text.
func neighbour(tokens []token, i int) *token {
	if i < 0 || i >= len(tokens) {
		return nothing
	}
	return &tokens[i]
}

// startsPhrase reports whether a token can follow a possessive.
func startsPhrase(t *token) bool {
	if !t.word() || isClosed(t.lower) {
		return false
	}
	can := possible(t.lower)
	return can[wordnet.Noun] || can[wordnet.Adjective] || can == [4]bool{}
}
