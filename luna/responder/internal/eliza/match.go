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
