package columns

import (
	"slices"
	"strings"
	"unicode"
)

// looksLikeAnswers reports whether a column has texts like answers: more than a few, of more than
// a word, which are neither names nor alike but for numbers. Where rows are too few to tell, all
// texts do.
func (t *table) looksLikeAnswers(k int) bool {
	p := t.profiles[k]
	n := float64(p.filled)
	switch {
	case p.kind != texts && (p.kind == numbers || p.kind == empty || !sentence(t.header[k]) ||
		10*p.distinct > 9*p.filled), t.isTotal(k) && t.mostlyNumbers(k):
		return false
	case len(t.rows) < surely:
		return true
	case p.distinct < 2 || 10*p.filled < len(t.rows):
		return false
	case t.isLabel(k) && (p.words >= 1.8 || !cased(p.first) && p.length <= 8) && 20*p.distinct >= 17*p.filled:
		return false // names, also below "What is your name?"
	case asksSomething(t.header[k]), questionLabel().MatchString(t.names[k]):
		return true
	}
	few := 3
	if p.filled < 12 {
		few = 2
	}
	return p.distinct > few && float64(p.forms) > max(float64(few), 0.08*n) && p.words >= 1.5 &&
		p.capital <= 0.8 && !t.isLabel(k)
}

// asksSomething reports whether a name is the wording of a question.
func asksSomething(name string) bool {
	name = strings.TrimRight(strings.TrimSpace(name), ")]）")
	last, dense := ' ', 0
	for _, r := range name {
		last = r
		if withoutBlanks(r) {
			dense++
		}
	}
	n := len(strings.Fields(name))
	return strings.ContainsRune("?？؟。", last) || last == '.' && n >= 3 || n >= 5 || dense >= 9
}

// findLikely finds the columns that look like answers where there is no series of questions, and
// those between them.
func (t *table) findLikely() []claim {
	if t.series != "" {
		t.likely = nil
		for _, k := range t.all(t.looksLikeAnswers) {
			if t.continuesSeries(k) {
				t.likely = append(t.likely, k)
			}
		}
		return nil
	}
	t.likely = t.all(t.looksLikeAnswers)
	asked := t.asked()
	if len(asked) == 0 { // short answers, or what the table has
		t.likely = t.all(func(k int) bool {
			p := t.profiles[k]
			return t.names[k] != "" && p.distinct > 1 && !(p.kind == codes && t.aboutPeople(k)) && (p.kind == texts || (p.kind == codes || p.kind == dates) &&
				(len(t.rows) < surely || 10*p.distinct <= 7*p.filled))
		})
		return nil
	}
	first, last := asked[0], asked[len(asked)-1]
	between := t.all(func(k int) bool {
		p := t.profiles[k]
		return t.names[k] != "" && k > first && k < last && (p.kind == texts && p.distinct > 1 || p.kind == codes ||
			p.kind == dates || p.kind == empty && sentence(t.header[k]))
	})
	t.likely = append(t.likely, between...)
	if block := t.scoredBlock(); block != nil {
		t.likely = block
		return nil
	}
	t.leaveAttributes()
	t.likely = append(t.likely, t.all(func(k int) bool {
		return t.profiles[k].kind == empty && (shortLabel().MatchString(t.header[k]) || len(t.rows) == 0)
	})...)
	slices.Sort(t.likely)
	t.likely = slices.Compact(t.likely)
	return nil
}

// leaveAttributes takes columns that are about people out of those that look like answers, where
// they stand before others: those that ask for a few things again and again. Where the others are
// worded as questions, it takes those out that are not.
func (t *table) leaveAttributes() {
	asked := t.asked()
	worded := slices.DeleteFunc(slices.Clone(asked), func(k int) bool { return !asksSomething(t.header[k]) })
	first := 0 // the first with many different answers
	for first < len(asked)-1 && t.repeated(asked[first]) && !t.alikeNames(asked[first], asked[first+1]) &&
		(t.aboutPeople(asked[first]) || !asksSomething(t.header[asked[first]])) {
		first++
	}
	for first > 0 && !t.aboutPeople(asked[first-1]) && t.profiles[asked[first]].words < 1.5*t.profiles[asked[first-1]].words {
		first-- // as short as the first one that is a question
	}
	t.likely = slices.DeleteFunc(t.likely, func(k int) bool {
		i := slices.Index(asked, k)
		topic := len(worded) > 1 && !slices.Contains(worded, k) && len(strings.Fields(t.names[k])) < 3 &&
			(k < worded[0] || k > worded[len(worded)-1])
		if i < first || topic {
			t.topics = append(t.topics, k)
			return true
		}
		return false
	})
}

// scoredBlock returns as many columns beside each other as there are in a series of numbers, which
// are their points, if these hold all that looks like answers.
func (t *table) scoredBlock() []int {
	for _, s := range t.allSeries(func(k int) bool { return t.profiles[k].kind == numbers }) {
		var block []int
		for k := range s.columns[0] {
			kind := t.profiles[k].kind
			if !t.free(k) || t.names[k] == "" || kind == numbers || kind == empty || t.aboutPeople(k) && !slices.Contains(t.likely, k) {
				block = nil
				continue
			}
			block = append(block, k)
		}
		n := len(s.columns)
		if len(block) == n && n > 2 && !slices.ContainsFunc(t.likely, func(k int) bool { return !slices.Contains(block, k) }) {
			return block
		}
	}
	return nil
}

// alikeNames reports whether the names of two columns have a beginning in common, up to a mark.
func (t *table) alikeNames(a, b int) bool {
	before := func(k int) string { return t.names[k][:strings.LastIndexAny(t.names[k], ".:/")+1] }
	return before(a) != "" && before(a) == before(b)
}

// repeated reports whether a column has a few entries again and again, other than yes and no.
func (t *table) repeated(k int) bool {
	p := t.profiles[k]
	return p.filled >= 12 && p.distinct <= 8 && 4*p.distinct <= p.filled && (p.words <= 2.5 || t.aboutPeople(k)) &&
		p.length <= 20 && p.length >= 2 && (p.distinct > 2 || p.length > 5 || t.aboutPeople(k))
}

// continuesSeries reports whether a column is named as one of the series of questions.
func (t *table) continuesSeries(k int) bool {
	stem, _ := serial(t.names[k])
	return stem != "" && stem == t.series
}

// sentence reports whether a name is the wording of a question rather than its identifier.
func sentence(name string) bool {
	name = strings.TrimSpace(name)
	return strings.HasSuffix(name, "?") || strings.HasSuffix(name, "？") || strings.HasSuffix(name, "؟") ||
		strings.Contains(name, " ") && len([]rune(name)) > 30 || denseSentence(name)
}

func denseSentence(name string) bool {
	n := 0
	for _, r := range name {
		if withoutBlanks(r) && unicode.IsLetter(r) {
			n++
		}
	}
	return n >= 9
}
