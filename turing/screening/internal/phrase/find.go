package phrase

import "slices"

// Pattern is what is looked for: words of which each stands for its base forms.
type Pattern struct {
	Text  string
	words [][]string
}

// NewPattern makes a pattern of a phrase, without its articles.
func NewPattern(phrase string) Pattern {
	p := Pattern{Text: phrase}
	for _, k := range Parse(phrase).Tokens {
		if k.Text != "a" && k.Text != "an" && k.Text != "the" && k.Text != "to" {
			p.words = append(p.words, k.Bases())
		}
	}
	return p
}

// Words returns how many words the pattern has.
func (p Pattern) Words() int { return len(p.words) }

// Shares reports whether both patterns have a word in common.
func (p Pattern) Shares(q Pattern) bool {
	for _, a := range p.words {
		for _, b := range q.words {
			if intersect(a, b) {
				return true
			}
		}
	}
	return false
}

// Sequence returns the indices of tokens at which the words of the pattern follow one another,
// articles apart.
func (t Text) Sequence(p Pattern) []int {
	var list []int
	for i := range t.Tokens {
		if len(p.words) > 0 && t.sequenceAt(p, i) {
			list = append(list, i)
		}
	}
	return list
}

func (t Text) sequenceAt(p Pattern, i int) bool {
	for _, w := range p.words {
		for i < len(t.Tokens) && (t.Tokens[i].Text == "a" || t.Tokens[i].Text == "the") {
			i++
		}
		if i >= len(t.Tokens) || !intersect(w, t.Tokens[i].Bases()) {
			return false
		}
		i++
	}
	return true
}

// Together returns the first sentence in which all words of the pattern occur in any order, none
// of them denied, as the index of the token of the first word of the pattern; -1 if there is none.
func (t Text) Together(p Pattern) int {
	if len(p.words) == 0 {
		return -1
	}
	for _, w := range p.words { // most texts lack one, and then sentences need no look
		if !slices.ContainsFunc(t.Tokens, func(k Token) bool { return intersect(w, k.Bases()) }) {
			return -1
		}
	}
	for s := range t.asks {
		first := -1
		all := !slices.ContainsFunc(p.words, func(w []string) bool {
			i := slices.IndexFunc(t.Tokens, func(k Token) bool {
				return k.Sentence == s && !k.Denied && intersect(w, k.Bases())
			})
			if first < 0 {
				first = i
			}
			return i < 0
		})
		if all {
			return first
		}
	}
	return -1
}

// Without returns the text without a verbatim repetition of another one, articles included.
func (t Text) Without(q Text) (rest Text, repeated bool) {
	n := len(q.Tokens)
	if n < 2 {
		return t, false
	}
	for i := 0; i+n <= len(t.Tokens); i++ {
		if slices.EqualFunc(
			t.Tokens[i:i+n],
			q.Tokens,
			func(a, b Token) bool { return a.Text == b.Text },
		) {
			t.Tokens = slices.Concat(t.Tokens[:i], t.Tokens[i+n:])
			return t, true
		}
	}
	return t, false
}

func intersect(a, b []string) bool {
	for _, x := range a {
		if slices.Contains(b, x) {
			return true
		}
	}
	return false
}
