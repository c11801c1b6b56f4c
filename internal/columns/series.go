package columns

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

var (
	// numeral matches what numbers a question in a name.
	numeral = text.Pattern(`[0-9٠-٩۰-۹०-९]+[a-z]?\b|[一二三四五六七八九十]+`)
	// questionLabel matches a name that only numbers a question, with a word for it.
	questionLabel = text.Pattern(`^(?:q|question|frage|aufgabe|item|pregunta|exercise|task)[ ._#]*[0-9]+[a-z]?$`)
	// inBrackets matches the points that a name states behind it, as in "task 3 (2 points)".
	inBrackets = text.Pattern(`\s*(?:[(\[（]\s*([0-9]+(?:[.,][0-9]+)?)\s*[\pL\pM]{0,8}\.?\s*[)\]）]|\s/\s?([0-9]+))$`)
	beforeMid  = text.Pattern(`^(\pL{0,12} ?[0-9]+[a-z]?)\s?[.:)]\s|^((?:q|question|frage|item) ?[0-9]+) \pL`)
	dotted     = text.Pattern(`\b([0-9]+)[.) ]([a-z])\b`)
	// lastLetter matches a letter or a Roman number alone or at the end of a name.
	lastLetter = text.Pattern(`^((?:\pL[\pL\pM]+ )?)(\pL|[ivx]{2,4})$`)
)

// serial splits a name into what it has in common with others of a series, and its number: "soru
// 3" into "soru #" and "3". It returns "" if it is of none. In "station 3: melting" the rest is
// left out.
func serial(name string) (stem, number string) {
	name = dotted().ReplaceAllString(inBrackets().ReplaceAllString(name, ""), "$1$2")
	if m := beforeMid().FindStringSubmatch(name); m != nil {
		name = m[1] + m[2]
	}
	if m := lastLetter().FindStringSubmatch(name); m != nil {
		return m[1] + "@", m[2]
	}
	number = numeral().FindString(name)
	switch {
	case number != "" && len(strings.Fields(name)) <= 4:
		return numeral().ReplaceAllString(name, "#"), number
	case number == "":
		if before, after, found := strings.Cut(name, ": "); found { // "answer: inflation"
			return before + ": ", after
		}
	}
	return "", ""
}

// series is columns whose names are alike but for a number.
type series struct {
	stem    string
	columns []int
	numbers map[string]bool
}

// allSeries returns the series of columns without a role, the first number of each only.
func (t *table) allSeries(condition func(k int) bool) (list []*series) {
	by := map[string]*series{}
	for k, name := range t.names {
		stem, number := serial(name)
		if stem == "" || !t.free(k) && !t.isQuestion(k) || !condition(k) {
			continue
		}
		s := by[stem]
		if s == nil {
			s = &series{stem: stem, numbers: map[string]bool{}}
			by[stem], list = s, append(list, s)
		}
		if !s.numbers[number] {
			s.columns, s.numbers[number] = append(s.columns, k), true
		}
	}
	return slices.DeleteFunc(list, func(s *series) bool {
		return len(s.columns) < 2 || s.stem == "@" && len(s.columns) < 3
	})
}

// numbered finds the longest series of columns most of which have texts, unless more columns beside
// it look like answers.
func (t *table) numbered() []claim {
	var best *series
	isText := func(k int) bool {
		kind := t.profiles[k].kind
		return kind != numbers && kind != empty || t.isQuestion(k)
	}
	// Numbers that repeat the names of texts are their points.
	texted := map[string]bool{}
	for k, name := range t.names {
		texted[name] = texted[name] || isText(k) && (t.free(k) || t.isQuestion(k))
	}
	for _, s := range t.allSeries(func(k int) bool { return isText(k) || !texted[t.names[k]] }) {
		n := 0
		for _, k := range s.columns {
			if isText(k) {
				n++
			}
		}
		if (n > 1 || len(t.rows) < surely && n > 0) && 5*n >= 3*len(s.columns) &&
			(best == nil || len(s.columns) > len(best.columns)) && !wordsOf("remark").any(strings.Fields(s.stem)) {
			best = s
		}
	}
	if best == nil {
		return nil
	}
	beside := -len(best.columns)
	for range t.all(t.looksLikeAnswers) {
		beside++
	}
	for _, k := range best.columns {
		if t.free(k) && t.looksLikeAnswers(k) {
			beside--
		}
	}
	if beside > 0 {
		return nil
	}
	t.series = best.stem
	return claims(slices.DeleteFunc(best.columns, func(k int) bool { return !t.free(k) })...)
}
