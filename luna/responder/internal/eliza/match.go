package eliza

import "strings"

// match returns what each part of a pattern matches in a clause, or nil. All stars but the last
// match as few words as they can. The time is at most the product of both lengths.
func (s *Script) match(pattern []part, clause []word) [][]word {
	at := make([]int, len(pattern)) // where each part starts
	p, i := 0, 0
	star, retry := -1, 0
	for i < len(clause) || p < len(pattern) {
		switch {
		case p < len(pattern) && pattern[p].star():
			at[p] = i
			star = p
			retry = i
			p++
			if p == len(pattern) {
				i = len(clause)
			}
		case p < len(pattern) && pattern[p].count > 0 && i+pattern[p].count <= len(clause):
			at[p] = i
			i += pattern[p].count
			p++
		case p < len(pattern) && i < len(clause) && s.fits(pattern[p], clause[i]):
			at[p] = i
			p++
			i++
		case star >= 0 && retry < len(clause): // the last star takes one word more
			retry++
			p, i = star+1, retry
		default:
			return nil
		}
	}
	parts := make([][]word, len(pattern))
	for p := range pattern {
		end := len(clause)
		if p+1 < len(pattern) {
			end = at[p+1]
		}
		parts[p] = clause[at[p]:end]
	}
	return parts
}

func (p part) star() bool { return p.word == "" && p.class == "" && p.count == 0 }

func (s *Script) fits(p part, w word) bool {
	for _, name := range strings.Split(p.class, "/") {
		if s.classes[name][w.low] || s.classes[p.class][w.low] {
			return true
		}
	}
	return p.class == "" && p.word == w.low && p.count == 0
}

// hollerith has the characters of an IBM 7094 by their codes of six bits; ? stands for none.
const hollerith = "0123456789?='???+ABCDEFGHI?.)???-JKLMNOPQR?$*??? /STUVWXYZ?,("

// hash chooses a memory rule as in 1966: two bits from the middle of the square of the last piece
// of a word that is cut into pieces of six characters. Anthony Hay describes it in “The HASH
// algorithm used by ELIZA” (2022).
func hash(word string) int {
	last := strings.ToUpper(word)[max(0, len(word)-1)/6*6:]
	code := 0
	for _, b := range []byte((last + "     ")[:6]) {
		at := strings.IndexByte(hollerith, b)
		if at < 0 {
			at = int(b & 63)
		}
		code = code<<6 | at
	}
	code &= 1<<35 - 1
	return int(uint64(code) * uint64(code) >> 34 & 3)
}
