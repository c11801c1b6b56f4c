package columns

import (
	"math"
	"strings"
)

// partners finds columns that are named after other columns: their points, and remarks on them.
// What is added to the name is a word or anything in brackets.
func (t *table) partners() []claim {
	for k := range t.names {
		if !t.free(k) || t.names[k] == "" {
			continue
		}
		of, word, bracket := t.partnerOf(k)
		if of < 0 {
			continue
		}
		values := t.isNumbers(k)
		ignore := func(k int, why string) { t.decide(Ignored, claim{column: k, of: -1}, why) }
		isRemark, isPoints := wordsOf("remark").has(word), wordsOf("points").has(word)
		switch {
		case !t.free(of) && !t.isQuestion(of):
			if bracket || isRemark || isPoints && values && t.Columns[of].Role != RespondentRole {
				ignore(k, "named after a column that is no question")
			}
		case isRemark, bracket && !values && word != "":
			ignore(k, "a remark on another column")
		case !values || t.profiles[k].kind == empty && !isPoints:
		case t.withoutPoints(k):
			ignore(k, "states no points")
			ignore(of, "a question without points")
		case bracket && !isPoints && t.profiles[of].kind == numbers:
		default:
			if t.given && !t.isQuestion(of) {
				continue
			}
			t.decide(QuestionRole, claim{column: of, of: -1}, "has a column of points named after it")
			t.setScore(of, k, maxIn(t.names[k]), "points, named after the question")
		}
	}
	return nil
}

// partnerOf returns the column that another is named after, -1 if there is none, with what is added
// to its name, and whether it is added in brackets.
func (t *table) partnerOf(k int) (of int, word string, bracket bool) {
	base, _ := splitMax(t.names[k])
	base, word = affix(base)
	if of, found := t.byName[base]; found && base != "" && of != k && t.names[of] != "" {
		return of, word, false
	}
	if base, word, bracket = bracketed(t.names[k]); bracket {
		if of, found := t.byName[base]; found && of != k && t.names[of] != "" {
			return of, word, true
		}
	}
	return -1, "", false
}

// withoutPoints reports whether all cells of a column state a maximum of 0, as in "-- / 0".
func (t *table) withoutPoints(k int) bool {
	filled := 0
	for _, row := range t.rows {
		if cell := strings.TrimSpace(At(row, k)); cell != "" {
			filled++
			if v, top, ok := Number(cell); !ok || !math.IsNaN(v) || top != 0 {
				return false
			}
		}
	}
	return filled > 0
}

// bracketed splits "name [word]" and "name (word)".
func bracketed(name string) (base, word string, ok bool) {
	i := strings.LastIndexAny(name, "[(")
	if i <= 0 || !strings.HasSuffix(name, ")") && !strings.HasSuffix(name, "]") {
		return "", "", false
	}
	return Normal(name[:i]), strings.Trim(name[i:], "[]() "), true
}

// affix splits a name such as "q1 score", "q1 [score]" or "points q1" into the base and the word,
// "" if it has none.
func affix(name string) (base, word string) {
	adds := func(word string) bool { return wordsOf("points").has(word) || wordsOf("remark").has(word) }
	trimmed := strings.TrimRight(name, ")]")
	if i := strings.LastIndexAny(trimmed, " [(:"); i > 0 {
		if word = trimmed[i+1:]; adds(word) {
			return strings.TrimRight(trimmed[:i], " [(:;.*#?!"), word
		}
	}
	for _, cut := range []string{" ", ": "} {
		word, base, found := strings.Cut(name, cut)
		if found && adds(word) {
			return strings.TrimSpace(base), word
		}
	}
	return "", ""
}
