package levenshtein

// unknown is the number of symbols outside the alphabet. Such a symbol equals no other.
const unknown = 0

// Alphabet numbers symbols, such as characters or words, from 1 in the order of their first
// appearance. The zero value is empty.
type Alphabet[S comparable] struct {
	numbers map[S]int32
}

// Len returns the number of symbols.
func (a *Alphabet[S]) Len() int { return len(a.numbers) }

// Add appends the numbers of a text's symbols to dst. New symbols become part of the alphabet.
func (a *Alphabet[S]) Add(dst []int32, text []S) []int32 {
	if a.numbers == nil {
		a.numbers = make(map[S]int32)
	}
	for _, s := range text {
		n, ok := a.numbers[s]
		if !ok {
			n = int32(len(a.numbers) + 1)
			a.numbers[s] = n
		}
		dst = append(dst, n)
	}
	return dst
}

// Append appends the numbers of a text's symbols to dst, 0 for those outside the alphabet.
func (a *Alphabet[S]) Append(dst []int32, text []S) []int32 {
	for _, s := range text {
		dst = append(dst, a.numbers[s])
	}
	return dst
}
