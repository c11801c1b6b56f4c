package scripted

import (
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/turing/lpp"
)

// The rules by which judges decide who is human.
const (
	ByTyping   = "typing"   // the one who corrects more of their keys
	ByKeywords = "keywords" // the one who talks like people and does not repeat themselves
	ByChance   = "random"
	Never      = "never" // the judge does not vote, to test that case
)

// Rules lists the rules by which judges decide.
func Rules() []string { return []string{ByTyping, ByKeywords, ByChance, Never} }

// Scores returns how human each terminal of a round seems by a rule, on an arbitrary scale, or nil
// for a judge who never votes. Random choices derive from the seed.
func Scores(rule string, r keylog.Round, seed uint64) map[keylog.Side]float64 {
	rng := numbers.Stream(seed, "scripted verdict", 0)
	scores := make(map[keylog.Side]float64)
	for _, side := range []keylog.Side{keylog.Left, keylog.Right} {
		switch rule {
		case ByTyping:
			scores[side] = corrections(r, side)
		case ByKeywords:
			scores[side] = likePeople(said(r, side))
		}
	}
	if rule == Never {
		return nil
	}
	for _, side := range []keylog.Side{keylog.Left, keylog.Right} {
		scores[side] += noise * rng.Float64()
	}
	return scores
}

// noise decides where a rule does not.
const noise = 1e-3

// Threshold returns the score above which a rule takes a single entity for a human. That of typing
// is between the medians of programs and people in the contests of 2009 and 2010.
func Threshold(rule string) float64 {
	switch rule {
	case ByTyping:
		return 2
	case ByKeywords:
		return noise
	}
	return noise / 2
}

// Points returns the left terminal's share of 100 points for the given scores, without ties.
func Points(scores map[keylog.Side]float64) int {
	share := 1 / (1 + math.Exp(scores[keylog.Right]-scores[keylog.Left]))
	points := int(math.Round(100 * share))
	if points == 50 {
		points = 51
		if scores[keylog.Left] < scores[keylog.Right] {
			points = 49
		}
	}
	return points
}

// corrections returns the number of BackSpaces per hundred keys of an entity.
func corrections(r keylog.Round, side keylog.Side) float64 {
	n, back := 0, 0
	for _, s := range r.Strokes {
		if s.Local || s.Side != side {
			continue
		}
		n++
		if s.Key == lpp.BackSpace {
			back++
		}
	}
	if n == 0 {
		return -1
	}
	return 100 * float64(back) / float64(n)
}

// said returns the lines that an entity ended, with its corrections applied.
func said(r keylog.Round, side keylog.Side) []string {
	var typed lpp.Screen
	for _, s := range r.Strokes {
		if !s.Local && s.Side == side {
			typed.Apply(s.Key)
		}
	}
	lines := typed.Lines()
	return lines[:len(lines)-1]
}

var (
	ofPeople = []string{"haha", ":)", "my mum", "my sister", "my dog", "my dad", "my brother",
		"my back", "bad jokes", "boring", "i guess", "i think", "sorry", "hm", "kidding", "my niece",
		"i hope", "obviously", "badly", "as always"}
	ofPrograms = []string{"interesting", "program", "computer", "tell me more", "go on",
		"how do you feel", "does that", "i do not know", "i am a bot", "please", "why do you say",
		"what makes you think", "do you often", "i see"}
)

// common lists words at least one of which is in nearly every line of English.
var common = wordsOf(`the a an i i'm i'd you your he she it its is are was am do don't does did to of in
	and or but not no yes my me we they that this what with for on at so have has can could will would
	if too how hello hi ok`)

func english(line string) bool {
	words := wordsOf(line)
	for w := range words {
		if common[w] {
			return true
		}
	}
	return len(words) <= 2
}

// likePeople scores lines by phrases typical of people and of programs. Repeating a line and saying
// nothing count as typical of programs.
func likePeople(said []string) float64 {
	if len(said) == 0 {
		return -3
	}
	score := 0.0
	for i, line := range said {
		lower := strings.ToLower(line)
		for _, words := range ofPeople {
			if strings.Contains(lower, words) {
				score++
				break
			}
		}
		for _, words := range ofPrograms {
			if strings.Contains(lower, words) {
				score--
				break
			}
		}
		if slices.Contains(said[:i], line) {
			score--
		}
		if !english(line) {
			score -= 0.5
		}
	}
	return 3 * score / float64(len(said))
}
