package dict

import "cmp"

// lower returns the small letter of an ASCII character; the dictionary has no others.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// fold compares a word, as if in small letters, with a lemma in small letters.
func fold(word, lemma string) int {
	for i := range min(len(word), len(lemma)) {
		if c, d := lower(word[i]), lemma[i]; c != d {
			return int(c) - int(d)
		}
	}
	return cmp.Compare(len(word), len(lemma))
}

// compare orders words by their small letters, and those that are then equal by their bytes.
func compare(a, b string) int {
	for i := range min(len(a), len(b)) {
		if c, d := lower(a[i]), lower(b[i]); c != d {
			return int(c) - int(d)
		}
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// plain reports whether a word is of printable ASCII characters only, without blanks, and not
// too long for the table.
func plain(word string) bool {
	for _, c := range []byte(word) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return word != "" && len(word) <= maxWord
}

// maxWord bounds a word in bytes. The longest of WordNet 3.0 has 71.
const maxWord = 255
