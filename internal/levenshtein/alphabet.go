package levenshtein

import "unicode/utf8"

// unknown is the number of symbols that an alphabet has not got. Such a symbol equals no other.
const unknown = 0

// Runes numbers the characters (Unicode code points) of texts from 1, in the order in which they are met. The zero
// value is empty.
type Runes struct {
	ascii [utf8.RuneSelf]int32
	other map[rune]int32
	n     int
}

// Len returns the number of characters.
func (a *Runes) Len() int { return a.n }

// Add appends the numbers of a text's characters to dst; new characters are taken in.
func (a *Runes) Add(dst []int32, text string) []int32 {
	for _, r := range text {
		k := a.number(r)
		if k == unknown {
			a.n++
			k = int32(a.n)
			if r < utf8.RuneSelf {
				a.ascii[r] = k
			} else {
				if a.other == nil {
					a.other = make(map[rune]int32)
				}
				a.other[r] = k
			}
		}
		dst = append(dst, k)
	}
	return dst
}

// Append appends the numbers of a text's characters to dst, 0 for those that the alphabet has not got.
func (a *Runes) Append(dst []int32, text string) []int32 {
	for _, r := range text {
		dst = append(dst, a.number(r))
	}
	return dst
}

func (a *Runes) number(r rune) int32 {
	if r < utf8.RuneSelf {
		return a.ascii[r]
	}
	return a.other[r]
}

// Words numbers words from 1, in the order in which they are met. The zero value is empty.
type Words struct {
	number map[string]int32
}

// Len returns the number of words.
func (a *Words) Len() int { return len(a.number) }

// Add appends the words' numbers to dst; new words are taken in.
func (a *Words) Add(dst []int32, words []string) []int32 {
	if a.number == nil {
		a.number = make(map[string]int32)
	}
	for _, w := range words {
		k, ok := a.number[w]
		if !ok {
			k = int32(len(a.number) + 1)
			a.number[w] = k
		}
		dst = append(dst, k)
	}
	return dst
}

// Append appends the words' numbers to dst, 0 for those that the alphabet has not got.
func (a *Words) Append(dst []int32, words []string) []int32 {
	for _, w := range words {
		dst = append(dst, a.number[w])
	}
	return dst
}
