package eliza

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// word is a word, both as it was said and in lower case.
type word struct{ said, low string }

// wordPattern matches a run of letters and digits, with apostrophes, hyphens and dots inside.
var wordPattern = regexp.MustCompile(`[\pL\pM\pN]+(?:['.-][\pL\pM\pN]+)*`)

func wordsOf(text string) []word { return asWords(wordPattern.FindAllString(text, -1)) }

// fieldsOf returns what spaces separate.
func fieldsOf(text string) []word { return asWords(strings.Fields(text)) }

func asWords(found []string) []word {
	list := make([]word, len(found))
	for i, w := range found {
		list[i] = word{w, strings.ToLower(w)}
	}
	return list
}

// maxWords is the maximum number of words of a text that are considered.
const maxWords = 300

// clauses splits a text at punctuation and at “but”.
func clauses(text string) [][]word {
	var list [][]word
	n := 0
	start := true
	for _, piece := range strings.FieldsFunc(boundaries.Replace(text+" "), func(r rune) bool {
		return r == '\n'
	}) {
		var clause []word
		for _, w := range wordsOf(piece) {
			if n++; n > maxWords {
				break
			}
			if w.low == "but" {
				list, clause = append(list, clause), nil
				continue
			}
			if start && !strings.HasPrefix(w.said, "I'") {
				w.said = decapitalized(w.said)
			}
			start = false
			clause = append(clause, w)
		}
		list = append(list, clause)
		start = strings.ContainsAny(piece, ".!?")
	}
	return list
}

// boundaries puts a line break where a clause ends. A dot ends a clause only before a space.
var boundaries = strings.NewReplacer(". ", ".\n", "! ", "!\n", "? ", "?\n", "!", "!\n", "?", "?\n",
	", ", "\n", "; ", "\n", ": ", "\n", " - ", "\n", "\n", "\n")

// decapitalized returns a word that starts a sentence as it would be written within one. The word I
// and abbreviations stay.
func decapitalized(w string) string {
	runes := []rune(w)
	if len(runes) > 1 && unicode.IsLower(runes[1]) {
		runes[0] = unicode.ToLower(runes[0])
	}
	return string(runes)
}

// phrases are substitutions of words for words. The key is the first word to be replaced.
type phrases map[string][]phrase

type phrase struct{ from, to []word }

func (p phrases) add(from, to []word) {
	p[from[0].low] = append(p[from[0].low], phrase{from, to})
}

// replace substitutes once from left to right. Of several phrases that match the longest counts.
func (p phrases) replace(text []word) []word {
	var list []word
	for i := 0; i < len(text); {
		best := phrase{from: text[i : i+1], to: text[i : i+1]}
		found := false
		for _, candidate := range p[text[i].low] {
			if (!found || len(candidate.from) > len(best.from)) &&
				starts(text[i:], candidate.from) {
				best, found = candidate, true
			}
		}
		list = append(list, best.to...)
		i += len(best.from)
	}
	return list
}

func starts(text, with []word) bool {
	if len(text) < len(with) {
		return false
	}
	for i, w := range with {
		if text[i].low != w.low {
			return false
		}
	}
	return true
}

func join(text []word) string {
	said := make([]string, len(text))
	for i, w := range text {
		said[i] = w.said
	}
	return strings.Join(said, " ")
}

// reference is a $n in a reply.
var reference = regexp.MustCompile(`\$[0-9]{1,2}`)

func number(ref string) int {
	n, err := strconv.Atoi(ref[1:])
	if err != nil {
		return 0 // the pattern has digits only
	}
	return n
}

// highest returns the highest n of the references in a reply.
func highest(text string) int {
	n := 0
	for _, ref := range reference.FindAllString(text, -1) {
		n = max(n, number(ref))
		if number(ref) == 0 {
			return maxParts + 1 // parts count from 1
		}
	}
	return n
}
