package synth

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// tokens are words in order, with any punctuation attached to them.
type tokens []string

// with appends a word, or a comma to the last word.
func (ts tokens) with(word string) tokens {
	if word[0] == ',' && len(ts) > 0 {
		ts[len(ts)-1] += word
		return ts
	}
	return append(ts, word)
}

// phrase is a weighted template that expands to many wordings. In its source
// form, (a|b) is one of the alternatives, earlier ones being more common, and
// [a|b] is one of them or nothing. Groups nest. They are separated from other words by
// spaces, but may be followed by a comma. "-" is the empty phrase.
type phrase struct {
	weight float64
	length float64 // number of words without the optional ones
	body   sequence
}

// sequence is a concatenation of nodes.
type sequence []node

// node is a word or, if alternatives is not nil, a choice.
type node struct {
	word         string
	optional     bool
	alternatives []sequence
}

// parsePhrase reads the source form of a phrase.
func parsePhrase(source string) (phrase, error) {
	if strings.TrimSpace(source) == "-" {
		return phrase{weight: 1}, nil
	}
	p := phraseParser{rest: source}
	alternatives, err := p.choice("")
	if err != nil {
		return phrase{}, fmt.Errorf("phrase %q: %w", source, err)
	}
	if len(alternatives) != 1 || len(alternatives[0]) == 0 {
		return phrase{}, fmt.Errorf("phrase %q: want words, with alternatives in brackets only",
			source)
	}
	return phrase{weight: 1, length: float64(alternatives[0].length()), body: alternatives[0]}, nil
}

// phraseParser is a recursive-descent parser over the unread part of a phrase.
type phraseParser struct {
	rest string
}

// choice reads alternatives up to and including the closing bracket, or to the end of the
// phrase if closing is empty.
func (p *phraseParser) choice(closing string) ([]sequence, error) {
	var alternatives []sequence
	var current sequence
	glued := false // no space since the previous word or group
	for p.rest != "" {
		c := p.rest[:1]
		switch {
		case c == " ":
			p.rest = p.rest[1:]
			glued = false
		case c == "(" || c == "[":
			if glued {
				return nil, fmt.Errorf("no space before %q", p.rest)
			}
			p.rest = p.rest[1:]
			inner, err := p.choice(map[string]string{"(": ")", "[": "]"}[c])
			if err != nil {
				return nil, err
			}
			current = append(current, node{optional: c == "[", alternatives: inner})
			glued = true
		case c == "|":
			p.rest = p.rest[1:]
			alternatives = append(alternatives, current)
			current = nil
			glued = false
		case c == ")" || c == "]":
			if c != closing {
				return nil, fmt.Errorf("unexpected %q", p.rest)
			}
			p.rest = p.rest[1:]
			return append(alternatives, current), nil
		default:
			if glued && c != "," {
				return nil, fmt.Errorf("no space before %q", p.rest)
			}
			end := strings.IndexAny(p.rest, " ()[]|")
			if end < 0 {
				end = len(p.rest)
			}
			current = append(current, node{word: p.rest[:end]})
			p.rest = p.rest[end:]
			glued = true
		}
	}
	if closing != "" {
		return nil, fmt.Errorf("missing %q", closing)
	}
	return append(alternatives, current), nil
}

// length returns the minimum number of words of a sequence.
func (s sequence) length() int {
	n := 0
	for _, nd := range s {
		switch {
		case nd.alternatives == nil:
			n++
		case !nd.optional:
			shortest := math.MaxInt
			for _, a := range nd.alternatives {
				shortest = min(shortest, a.length())
			}
			n += shortest
		}
	}
	return n
}

// draw appends one random expansion to out. The verbosity in [0,1] decides how
// often optional parts appear.
func (s sequence) draw(rng *rand.Rand, verbosity float64, out tokens) tokens {
	for _, nd := range s {
		if nd.alternatives == nil {
			out = out.with(nd.word)
			continue
		}
		if nd.optional && rng.Float64() >= 0.12+0.6*verbosity {
			continue
		}
		out = nd.alternatives[drawRank(rng, len(nd.alternatives))].draw(rng, verbosity, out)
	}
	return out
}

// drawRank draws one of n alternatives, the k-th with weight k^-0.7.
func drawRank(rng *rand.Rand, n int) int {
	if n == 1 {
		return 0
	}
	total := 0.0
	for k := range n {
		total += math.Pow(float64(k+1), -0.7)
	}
	u := rng.Float64() * total
	for k := range n {
		u -= math.Pow(float64(k+1), -0.7)
		if u < 0 {
			return k
		}
	}
	return n - 1
}

// drawPhrase draws a phrase by weight. Greater verbosity favours longer ones.
func drawPhrase(rng *rand.Rand, phrases []phrase, verbosity float64) phrase {
	weight := func(p phrase) float64 {
		return p.weight * math.Exp((verbosity-0.3)*0.25*min(p.length, 14))
	}
	total := 0.0
	for _, p := range phrases {
		total += weight(p)
	}
	u := rng.Float64() * total
	for _, p := range phrases {
		u -= weight(p)
		if u < 0 {
			return p
		}
	}
	return phrases[len(phrases)-1]
}

// eachWord calls f for every word a sequence can produce.
func (s sequence) eachWord(f func(string)) {
	for _, nd := range s {
		if nd.alternatives == nil {
			f(nd.word)
		}
		for _, a := range nd.alternatives {
			a.eachWord(f)
		}
	}
}
