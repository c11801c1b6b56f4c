package dict

import "cmp"

// lower returns an ASCII character in lower case; the dictionary has no others.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// fold compares a word, converted to lower case, with a lemma in lower case.
func fold(word, lemma string) int {
	for i := range min(len(word), len(lemma)) {
		if c, d := lower(word[i]), lemma[i]; c != d {
			return int(c) - int(d)
		}
	}
	return cmp.Compare(len(word), len(lemma))
}

// compare orders words by their bytes in lower case, then by their bytes.
func compare(a, b string) int {
	for i := range min(len(a), len(b)) {
		if c, d := lower(a[i]), lower(b[i]); c != d {
			return int(c) - int(d)
		}
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// plain reports whether a word has only printable ASCII characters, no blanks, and at most maxWord
// bytes.
func plain(word string) bool {
	for _, c := range []byte(word) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return word != "" && len(word) <= maxWord
}

// maxWord is the maximum length of a word in bytes. The longest of WordNet 3.0 has 71.
const maxWord = 255
