package columns

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/text"
)

// digitsOf matches what numbers a question in a name.
var (
	numeral = regexp.MustCompile(`[0-9٠-٩۰-۹०-९]+[a-z]?\b|[一二三四五六七八九十]+`)
	// questionLabel matches a name that only numbers a question, with a word for it.
	questionLabel = regexp.MustCompile(`^(?:q|question|frage|aufgabe|item|pregunta|exercise|task)[ ._#]*[0-9]+[a-z]?$`)
	// inBrackets matches the points that a name states behind it, as in "task 3 (2 points)".
	inBrackets = regexp.MustCompile(`\s*(?:[(\[（]\s*([0-9]+(?:[.,][0-9]+)?)\s*[\pL\pM]{0,8}\.?\s*[)\]）]|\s/\s?([0-9]+))$`)
	beforeMid  = regexp.MustCompile(`^(\pL{0,12} ?[0-9]+[a-z]?)\s?[.:)]\s|^((?:q|question|frage|item) ?[0-9]+) \pL`)
	dotted     = regexp.MustCompile(`\b([0-9]+)[.) ]([a-z])\b`)
	// lastLetter matches a letter or a Roman number alone or at the end of a name.
	lastLetter = regexp.MustCompile(`^((?:\pL[\pL\pM]+ )?)(\pL|[ivx]{2,4})$`)
)

// serial splits a name into what it has in common with others of a series, and its number: "soru
// 3" into "soru #" and "3". It returns "" if it is of none. In "station 3: melting" the rest is
// left out.
func serial(name string) (stem, number string) {
	name = dotted.ReplaceAllString(inBrackets.ReplaceAllString(name, ""), "$1$2")
	if m := beforeMid.FindStringSubmatch(name); m != nil {
		name = m[1] + m[2]
	}
	if m := lastLetter.FindStringSubmatch(name); m != nil {
		return m[1] + "@", m[2]
	}
	number = numeral.FindString(name)
	switch {
	case number != "" && len(strings.Fields(name)) <= 4:
		return numeral.ReplaceAllString(name, "#"), number
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
	numbers []string
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
			s = &series{stem: stem}
			by[stem], list = s, append(list, s)
		}
		if !slices.Contains(s.numbers, number) || len(s.numbers) > 1000 {
			s.columns, s.numbers = append(s.columns, k), append(s.numbers, number)
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
	beside := t.all(func(k int) bool {
		return t.looksLikeAnswers(k) && !slices.Contains(best.columns, k)
	})
	if len(beside) > len(best.columns) {
		return nil
	}
	t.series = best.stem
	return claims(slices.DeleteFunc(best.columns, func(k int) bool { return !t.free(k) })...)
}

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
	case asksSomething(t.header[k]), questionLabel.MatchString(t.names[k]):
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
		return t.profiles[k].kind == empty && (shortLabel.MatchString(t.header[k]) || len(t.rows) == 0)
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

// aboutPeople reports whether a name has a word for what people are, such as their class.
func (t *table) aboutPeople(k int) bool {
	words := strings.FieldsFunc(t.names[k], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	for _, role := range []string{"other", "person", "about people"} {
		if wordsOf(role).any(words) {
			return true
		}
	}
	return slices.ContainsFunc(slices.Collect(maps.Keys(wordsOf("about people"))), func(w string) bool {
		r, _ := utf8.DecodeRuneInString(w)
		return !cased(string(r)) && strings.Contains(t.names[k], w)
	})
}

// doubtful reports whether a column that is left out could be answers.
func (t *table) doubtful(k int) bool {
	p := t.profiles[k]
	about := t.aboutPeople(k)
	switch {
	case t.series != "", t.mostlyNumbers(k):
		return false
	case slices.Contains(t.topics, k):
		return p.distinct >= 6 && p.words >= 1.5 && p.forms >= 6 || asksSomething(t.header[k]) && !about
	}
	return p.distinct >= 6 && 5*p.distinct <= 4*p.filled && p.capital < 0.8 || asksSomething(t.header[k]) && !about ||
		p.distinct > 2 && !about && t.isQuestion(k-1)
}

// look for what a rated row has and others lack.

// count finds out which rows have a total or scores, and how many cells of questions each has.
func (t *table) count() {
	asked := t.asked()
	t.rated, t.answered = make([]bool, len(t.rows)), make([]int, len(t.rows))
	var points []int
	for k, c := range t.Columns {
		if c.Role == PointsRole || c.Role == RaterRole {
			points = append(points, k)
		}
	}
	for i, row := range t.rows {
		if t.Layout.Rating >= 0 {
			_, t.rated[i] = t.number(i, t.Layout.Rating)
		} else {
			t.rated[i] = slices.ContainsFunc(points, func(k int) bool { _, ok := t.number(i, k); return ok })
		}
		for _, k := range asked {
			if !Missing(At(row, k)) {
				t.answered[i]++
			}
		}
	}
}

// repeatedNumbers reports whether a column has a few numbers again and again, as ages are.
func (t *table) repeatedNumbers(k int) bool {
	p := t.profiles[k]
	return p.filled >= 12 && 4*p.distinct <= p.filled
}

// leaks finds columns that are filled in many of the rows that have a total or scores, but hardly
// ever in the others, although these have answers to the questions beside them. Where several
// beside each other are so, people may have stopped halfway, see raiseHalfway.
func (t *table) leaks() []claim {
	t.count()
	asked := t.asked()
	found := t.all(func(k int) bool {
		kind := t.profiles[k].kind
		return (kind == texts || kind == codes || kind == numbers) && t.leaksRatings(k)
	})
	leaky := func(k int) bool { return slices.Contains(found, k) && slices.Contains(asked, k) }
	return claims(slices.DeleteFunc(slices.Clone(found), func(k int) bool {
		i := slices.Index(asked, k)
		return i >= 0 && (i > 0 && leaky(asked[i-1]) || i+1 < len(asked) && leaky(asked[i+1]))
	})...)
}

func (t *table) leaksRatings(k int) bool {
	var rated, unrated, in, out int
	mine := slices.Contains(t.likely, k) || t.isQuestion(k)
	for i, row := range t.rows {
		n := 0
		if !Missing(At(row, k)) {
			n = 1
		}
		others := t.answered[i]
		if mine {
			others -= n
		}
		switch {
		case t.rated[i]:
			rated++
			in += n
		case others > 0:
			unrated++
			out += n
		}
	}
	return unrated >= 3 && rated >= 3 && 3*in >= rated && 6*out*rated < in*unrated
}

// derived finds columns with a few words that stand for ranges of the totals, as "passed" and
// "failed" do, unless there is nothing else.
func (t *table) derived() []claim {
	found := t.all(func(k int) bool { return t.profiles[k].kind == texts && t.follows(k) })
	if len(found) == len(t.asked()) {
		return nil
	}
	return claims(found...)
}

func (t *table) follows(k int) bool {
	type cell struct {
		total float64
		word  string
	}
	var cells []cell
	count := map[string]int{}
	for i, row := range t.rows {
		word := strings.TrimSpace(At(row, k))
		if len(strings.Fields(word)) > 2 {
			return false
		}
		if v, ok := t.number(i, t.Layout.Rating); ok && word != "" {
			cells = append(cells, cell{v, word})
			count[word]++
		}
	}
	if len(count) < 2 || len(count) > 8 || len(cells) < 20 || len(cells) < 4*len(count) {
		return false
	}
	slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Compare(a.total, b.total) })
	low, high := map[string]float64{}, map[string]float64{}
	for _, c := range cells {
		if _, seen := low[c.word]; !seen {
			low[c.word] = c.total
		}
		high[c.word] = c.total
	}
	for a := range low {
		for b := range low {
			if a != b && low[a] <= high[b] && low[b] <= high[a] || count[a] < 2 {
				return false
			}
		}
	}
	return true
}

// numberQuiz finds answers that are numbers where no column has texts like answers: numbers that
// are there for people without a total as well, and do not add up to it.
func (t *table) numberQuiz() []claim {
	if len(t.asked()) > 0 || len(t.rows) < surely {
		return nil
	}
	var full, part []int
	for _, k := range t.all(func(k int) bool { return t.names[k] != "" && t.isNumbers(k) && t.profiles[k].numbers > 0 }) {
		switch p := t.profiles[k]; {
		case t.isTotal(k), 20*p.filled < 17*len(t.rows):
			part = append(part, k)
		case p.distinct > 1 && !t.wholeUnique(k) && !t.named(k, "total word"):
			full = append(full, k)
		}
	}
	if len(full) < 2 || len(part) == 0 {
		return nil
	}
	for i := range t.rows {
		sum := 0.0
		for _, k := range full {
			v, _ := t.number(i, k)
			sum += v
		}
		if v, ok := t.number(i, part[0]); ok && math.Abs(v-sum) > 1e-6 {
			return claims(full...)
		}
	}
	return nil
}

// numberAnswers finds columns of numbers that are answers: they continue the series of questions,
// or are worded and beside a question.
func (t *table) numberAnswers() []claim {
	if t.rated == nil {
		t.count()
	}
	stems := map[string]bool{}
	for _, q := range t.asked() {
		if stem, _ := serial(t.names[q]); strings.Contains(stem, "#") {
			stems[stem] = true
		}
	}
	var open, asked []int
	for _, k := range t.all(func(k int) bool { return t.names[k] != "" && t.profiles[k].kind == numbers }) {
		stem, _ := serial(t.names[k])
		switch {
		case stems[stem]:
			t.decide(QuestionRole, claim{column: k, of: -1}, "one of a series of questions")
		case t.aboutPeople(k) && sentence(t.header[k]) && t.repeatedNumbers(k):
		case strings.HasSuffix(strings.TrimSpace(t.header[k]), "?"):
			asked = append(asked, k)
		case t.series == "" && len(strings.Fields(t.names[k])) >= 3 && !t.named(k, "total word") && !t.rates(k) &&
			t.fewValues(k) && !t.leaksRatings(k):
			open = append(open, k)
		}
	}
	found := map[int]bool{}
	for _, k := range asked {
		found[k] = true
	}
	beside := func(k int) bool { return t.isQuestion(k) || found[k] }
	for _, k := range open { // from left to right
		if beside(k-1) || beside(k+1) {
			asked, found[k] = append(asked, k), true
		}
	}
	for _, k := range slices.Backward(open) {
		if !found[k] && beside(k+1) {
			asked, found[k] = append(asked, k), true
		}
	}
	slices.Sort(asked)
	if len(asked) > 0 {
		t.note("columns of numbers taken for answers: %s (--ignore-columns leaves them out)",
			t.list(asked))
	}
	return claims(asked...)
}

// rates reports whether a column is named as a rater's.
func (t *table) rates(k int) bool { return wordsOf("long: rater").any(nameWords(t.header[k])) }

// raise notes what the table leaves open.
func (t *table) raise() {
	var stray []int
	for k, c := range t.Columns {
		if c.Role == Ignored && strings.HasPrefix(c.Why, "beside the questions") ||
			c.Role == Ignored && t.series != "" && t.profiles[k].kind == texts && t.looksLikeAnswers(k) &&
				!t.mostlyNumbers(k) && (c.Why == "few different or short texts, unlike answers") {
			stray = append(stray, k)
		}
	}
	if len(t.numbersOut) > 2 && !t.Options.Alone && !t.given {
		t.Doubts = append(t.Doubts, Doubt{"columns of numbers beside the questions, " + t.list(t.numbersOut) +
			", may hold answers", "name them in --question-columns, --score-columns or --ignore-columns"})
	}
	if len(stray) > 0 && !t.Options.Alone && !t.given {
		t.Doubts = append(t.Doubts, Doubt{
			fmt.Sprintf("%s %s may hold answers to questions, but %s unlike the others (%s)",
				plural(len(stray), "column", "columns"), t.list(stray), plural(len(stray), "is", "are"),
				text.Quote(short(t.profiles[stray[0]].first))),
			"name it in --ignore-columns, or all questions in --question-columns"})
	}
	t.raiseHalfway()
}

// raiseHalfway doubts questions that nobody answered who has no total: a remark, or people who
// stopped halfway.
func (t *table) raiseHalfway() {
	if t.rated == nil {
		return
	}
	var late []int
	for _, q := range t.Layout.Questions {
		if t.Columns[q.Column].Why != "--question-columns" && t.leaksRatings(q.Column) {
			late = append(late, q.Column)
		}
	}
	if len(late) > 0 && len(late) < len(t.Layout.Questions) && !t.Options.Alone {
		t.Doubts = append(t.Doubts, Doubt{
			fmt.Sprintf("hardly anybody without a total has an entry in %s, so that the column tells who is "+
				"rated", t.list(late)),
			"--question-columns takes it for a question, --ignore-columns leaves it out"})
	}
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
