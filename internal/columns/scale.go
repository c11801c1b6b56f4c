package columns

import (
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

var (
	// outOf matches the maximum in a name such as "Grade/10.00" or "Total (max. 20 points)".
	outOf = text.Pattern(`^(.*?)\s*(?:/|[(\[（]?\s*(?:/|out of|max\.?|maximum|maks\.?|макс\.?|of|von|sur|de|su|av|van|из|من|` +
		`sobre|επι)\s*|[(\[（]\s*)([0-9]+(?:[.,][0-9]+)?)\s*(?:points?|pts\.?|punkte|puntos|pkt\.?|punten|p\.?|点満点|点|分|점 만점|점만점|점)?\s*[)\]）]?$`)
	// between matches the ends of a scale in a name such as "Rating (1-5)".
	between = text.Pattern(`^(.*?)\s*[(\[]?\s*(-?[0-9]{1,3})\s*(?:-|–|—|\.\.|…|~|to|bis|a|à|до)` +
		`\s*([0-9]{1,4})\s*[)\]]?\s*$`)
	// looseMax matches a number at the end of a name: the only one in brackets, or after a mark or
	// a short word.
	looseMax   = text.Pattern(`(?:[(\[（][^0-9()\[\]（）]*|\s[-–:/]\s*|\s\pL{1,4}\.?\s|\pL\s)([0-9]+(?:[.,][0-9]+)?)[^0-9(（]*$`)
	bracket    = text.Pattern(`[(\[（].*`)
	schoolYear = text.Pattern(`\b(?:19|20)[0-9]{2}(?:\s*[-/]\s*(?:[0-9]{2}|(?:19|20)[0-9]{2}))?\b`)
)

// splitMax returns a name without the maximum that it states, 0 if it states none.
func splitMax(name string) (base string, top float64) {
	if base, found := cutPercent(name); found {
		if outOf().MatchString(base) || strings.ContainsAny(base, "0123456789") {
			return base, 0
		}
		return base, 100
	}
	name = plain(name)
	m := outOf().FindStringSubmatch(name)
	if m == nil || schoolYear().MatchString(name) {
		return name, 0
	}
	v, _, ok := Number(m[2])
	if !ok || v <= 0 {
		return name, 0
	}
	return strings.TrimSpace(m[1]), v
}

// maxIn returns the maximum that a name states, 0 if it states none.
func maxIn(name string) float64 {
	_, top := splitMax(name)
	return top
}

func cutPercent(name string) (string, bool) {
	for _, sign := range []string{"(%)", "[%]", "%", "(in %)", "(percent)"} {
		if base, found := strings.CutSuffix(name, sign); found {
			return strings.TrimSpace(base), true
		}
	}
	return name, false
}

// scale returns the name of a column without the ends of the scale that it states.
func (t *table) scale(k int) (base string, low, top float64) {
	header := plain(t.header[k])
	if m := between().FindStringSubmatch(strings.ToLower(header)); m != nil && !schoolYear().MatchString(header) {
		low, _ := strconv.ParseFloat(m[2], 64)
		top, _ := strconv.ParseFloat(m[3], 64)
		if low < top && low <= 1 {
			return Normal(m[1]), low, top
		}
	}
	base, top = splitMax(t.names[k])
	base = schoolYear().ReplaceAllString(base, "")
	return strings.Trim(Normal(base), " ()[]/"), 0, top
}

// scaleOf returns the ends of the scale that the name of a column of totals states, if it can: a
// number far beyond the highest total is an identifier.
func (t *table) scaleOf(k int) (low, top float64) {
	_, low, top = t.scale(k)
	highest := t.highest(k)
	for _, m := range looseMax().FindAllStringSubmatch(plain(t.names[k]), -1) {
		// After unknown words only a number that can be the maximum is one.
		v, _, ok := Number(m[1])
		if top == 0 && ok && v >= highest && v <= 5*highest+5 && v < 10000 && !schoolYear().MatchString(m[1]) {
			top = v
		}
	}
	if top >= 10000 && top > 3*highest {
		return low, 0
	}
	return low, top
}

// isTotal reports whether a column is called as one of totals.
func (t *table) isTotal(k int) bool {
	base, _, _ := t.scale(k)
	return wordsOf("total").has(base)
}

// named reports whether the name of a column has a word of a role, or a part of a word for stems.
func (t *table) named(k int, role string) bool {
	name, list := t.names[k], wordsOf(role)
	if role == "total stem" || role == "sure total" && !cased(name) {
		for stem := range list {
			if strings.Contains(name, stem) {
				return true
			}
		}
		return false
	}
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool {
		return strings.ContainsRune(" /()[].,:%", r)
	}) {
		if list.has(word) || role == "total word" && strings.HasSuffix(word, "note") { // as in "Endnote"
			return true
		}
	}
	return list.has(name)
}

// NamesScale reports whether a name is one of a scale that may begin with 1, such as a grade, and
// not of points.
func NamesScale(header string) bool {
	words := nameWords(header)
	return wordsOf("scale").any(words) && !wordsOf("points only").any(words)
}
