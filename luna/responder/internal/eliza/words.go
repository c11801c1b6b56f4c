// Package eliza converses using rules about keywords, after Joseph Weizenbaum, “ELIZA: a computer
// program for the study of natural language communication between man and machine”, Communications
// of the ACM 9(1), 1966. Its own script does not use the wording of Weizenbaum's.
//
// A script has one directive per line. Empty lines and those that start with # are skipped.
//
//	order fixed           replies take turns from the first one on, else from any
//	default TEXT          a remark if no keyword helps; remarks take turns
//	pre WORDS = WORDS     a substitution in what was said, such as: pre dont = don't
//	post WORDS = WORDS    a substitution in what is repeated, such as: post my = your
//	class NAME: WORDS     words for which @NAME stands in patterns
//	key WORDS [RANK]      keywords, separated by commas; a higher rank takes precedence
//	match PATTERN         a decomposition for the keyword above
//	memory PATTERN        a decomposition whose reply is kept until no keyword helps
//	say TEXT              a reply to the pattern above; replies take turns
//	goto KEYWORD          instead of a reply: continue as if the keyword were KEYWORD
//	newkey                instead of a reply: continue with the next keyword
//
// A pattern consists of words, @NAME for a word of a class, * for any number of words, and *2 for
// two words. In replies, $1 stands for what the first of these parts matched, $2 for the second
// one, and so on. A reply whose $n is empty is left out. If there are several stars, all but the
// last match as little as possible.
//
// The text is split into clauses at punctuation and at the word “but”. Only the clause with the
// keyword of the highest rank is considered, or the first of several such clauses.
//
// A script that begins with ( or ; has the form of the one in the paper: lists in each other, with
// comments after semicolons. The first list is the opening remark, which is not used.
//
//	(KEYWORD = WORD DLIST(/TAG …) RANK ((PATTERN) (REPLY) …) … (=KEYWORD))
//	(MEMORY KEYWORD (PATTERN = TEXT) …)
//	(NONE ((0) (TEXT) …))
//
// In patterns, 0 stands for any number of words, another number for as many, (*WORD …) for one of
// these words and (/TAG …) for a word with one of these tags. A reply is (TEXT), in which numbers
// stand for parts, (=KEYWORD), (NEWKEY) or (PRE (TEXT) (=KEYWORD)). Such a script converses as the
// program of 1966 did, with no chance involved: see [Conversation.Reply].
package eliza

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/text"
)

// word is a word, both as it was said and in lower case.
type word struct{ said, low string }

// wordPattern matches a run of letters and digits, with apostrophes, hyphens and dots inside.
var wordPattern = text.Pattern(`[\pL\pM\pN]+(?:['.-][\pL\pM\pN]+)*`)

func wordsOf(text string) []word { return asWords(wordPattern().FindAllString(text, -1)) }

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
	return len(text) >= len(with) && slices.EqualFunc(text[:len(with)], with,
		func(a, b word) bool { return a.low == b.low })
}

func join(text []word) string {
	said := make([]string, len(text))
	for i, w := range text {
		said[i] = w.said
	}
	return strings.Join(said, " ")
}

// reference is a $n in a reply.
var reference = text.Pattern(`\$[0-9]{1,2}`)

func number(ref string) int {
	n, _ := strconv.Atoi(ref[1:]) // the pattern has digits only
	return n
}

// highest returns the highest n of the references in a reply.
func highest(text string) int {
	n := 0
	for _, ref := range reference().FindAllString(text, -1) {
		n = max(n, number(ref))
		if number(ref) == 0 {
			return maxParts + 1 // parts count from 1
		}
	}
	return n
}
