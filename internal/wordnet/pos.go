package wordnet

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
