package wordnet

import "strconv"

// POS is a part of speech.
type POS byte

// The parts of speech in the order of the dictionary.
const (
	Noun POS = iota
	Verb
	Adjective // satellite adjectives included
	Adverb
)

// AllPOS lists the parts of speech in their order.
func AllPOS() []POS { return []POS{Noun, Verb, Adjective, Adverb} }

// String returns "noun", "verb", "adjective" or "adverb".
func (p POS) String() string {
	if p > Adverb {
		return "POS(" + strconv.Itoa(int(p)) + ")"
	}
	return [...]string{"noun", "verb", "adjective", "adverb"}[p]
}
