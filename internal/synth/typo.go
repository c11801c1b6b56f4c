package synth

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// typoTable maps a word to its possible misspellings, grouped by kind. A misspelling is listed
// only if it is not itself a word of the question's vocabulary and comes from only one, so that
// the intended word is always clear.
type typoTable map[string][][]string

// typoKinds are the kinds of misspelling with their frequency.
var typoKinds = []struct {
	weight   float64
	variants func(word string) []string
}{
	{5, phoneticVariants},
	{4, droppedLetters},
	{3, swappedLetters},
	{2, doubledLetters},
	{2, neighbourKeys},
}

// newTypoTable collects the misspellings of a vocabulary.
func newTypoTable(vocabulary []string) typoTable {
	source := map[string]string{} // misspelling -> its only source, "" for several
	for _, w := range vocabulary {
		source[w] = ""
	}
	all := typoTable{}
	for _, w := range vocabulary {
		if !misspellable(w) {
			continue
		}
		for _, kind := range typoKinds {
			variants := kind.variants(w)
			all[w] = append(all[w], variants)
			for _, v := range variants {
				if s, ok := source[v]; ok && s != w {
					source[v] = ""
				} else {
					source[v] = w
				}
			}
		}
	}
	for w, kinds := range all {
		for k, variants := range kinds {
			kept := variants[:0]
			for _, v := range variants {
				if source[v] == w {
					kept = append(kept, v)
				}
			}
			kinds[k] = kept
		}
	}
	return all
}

// misspell returns token with its word misspelled, or token itself if its word has no
// misspelling. Punctuation and a capital first letter stay.
func (t typoTable) misspell(rng *rand.Rand, token string) string {
	word := plainWord(token)
	kinds, ok := t[word]
	start := strings.Index(strings.ToLower(token), word)
	if !ok || start < 0 || strings.ToLower(token[start+1:]) != token[start+1:] {
		return token
	}
	total := 0.0
	for k, variants := range kinds {
		if len(variants) > 0 {
			total += typoKinds[k].weight
		}
	}
	u := rng.Float64() * total
	for k, variants := range kinds {
		if len(variants) == 0 {
			continue
		}
		if u -= typoKinds[k].weight; u < 0 {
			v := variants[rng.IntN(len(variants))]
			if token[start] != word[0] {
				v = capitalize(v)
			}
			return token[:start] + v + token[start+len(word):]
		}
	}
	return token
}

// plainWord strips punctuation around a token and lower-cases it.
func plainWord(token string) string {
	return strings.ToLower(strings.Trim(token, ".,;:?!&"))
}

// misspellable reports whether a word is long enough and all letters.
func misspellable(word string) bool {
	if len(word) < 4 {
		return false
	}
	return !slices.ContainsFunc([]byte(word), func(c byte) bool { return c < 'a' || c > 'z' })
}

func droppedLetters(w string) []string {
	var out []string
	for i := 1; i < len(w); i++ {
		if w[i] != w[i-1] || len(w) > 4 {
			out = append(out, w[:i]+w[i+1:])
		}
	}
	return out
}

func swappedLetters(w string) []string {
	var out []string
	for i := 1; i+1 < len(w); i++ {
		if w[i] != w[i+1] {
			out = append(out, w[:i]+w[i+1:i+2]+w[i:i+1]+w[i+2:])
		}
	}
	return out
}

func doubledLetters(w string) []string {
	var out []string
	for i := 1; i < len(w); i++ {
		if w[i] != w[i-1] {
			out = append(out, w[:i]+w[i-1:])
		}
	}
	return out
}

// keyRows are the rows of the keyboard. Adjacent keys are mistaken for each other.
var keyRows = []string{"qwertyuiop", "asdfghjkl", "zxcvbnm"}

func neighbourKeys(w string) []string {
	var out []string
	for i := range len(w) {
		for _, row := range keyRows {
			at := strings.IndexByte(row, w[i])
			if at < 0 {
				continue
			}
			if at > 0 {
				out = append(out, w[:i]+row[at-1:at]+w[i+1:])
			}
			if at+1 < len(row) {
				out = append(out, w[:i]+row[at+1:at+2]+w[i+1:])
			}
		}
	}
	return out
}

// phoneticSpellings lists groups of letters and their phonetic misspellings.
var phoneticSpellings = [][2]string{
	{"ei", "ie"}, {"ie", "ei"}, {"ent", "ant"}, {"ant", "ent"}, {"ence", "ance"},
	{"er", "or"}, {"or", "er"}, {"ll", "l"}, {"mm", "m"}, {"ss", "s"}, {"cc", "c"},
	{"ph", "f"}, {"tion", "sion"}, {"sion", "tion"}, {"ible", "able"}, {"able", "ible"},
	{"ey", "y"}, {"ary", "ery"}, {"ise", "ize"}, {"que", "k"}, {"ch", "k"},
	{"ely", "ly"}, {"ate", "ait"}, {"pri", "pre"}, {"sc", "s"}, {"ou", "u"}, {"ea", "ee"},
}

func phoneticVariants(w string) []string {
	var out []string
	for _, s := range phoneticSpellings {
		if at := strings.LastIndex(w, s[0]); at >= 0 {
			out = append(out, w[:at]+s[1]+w[at+len(s[0]):])
		}
	}
	return out
}
