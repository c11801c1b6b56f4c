package columns

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// rule decides about columns of a wide table: those that it finds get the role, for the reason,
// unless a rule before it has decided about them.
type rule struct {
	role Role
	why  string
	asks bool // it finds questions, so that it does not apply where options name them
	find func(t *table) []claim
}

// rules are tried in this order. Options come before them. A rule without a role decides about
// columns of several kinds that belong together.
var rules = []rule{
	{QuestionRole, "named as a question that is known", false, (*table).known},
	{Ignored, sayIt + "hidden", false, (*table).hidden},
	{"", "", false, (*table).families},
	{RespondentRole, "named as an identifier", false, (*table).namedAsIdentifier},
	{Ignored, "another name of the respondents", false, (*table).otherNames},
	{"", "", false, (*table).partners},
	{Ignored, "named as something else", false, (*table).others},
	{QuestionRole, "one of a series of questions", true, (*table).numbered},
	{RespondentRole, "a different entry in each row", false, (*table).unique},
	{Ignored, "dates, addresses and the like", false, (*table).machine},
	{Ignored, sayIt + "the same in all rows", false, (*table).same},
	{PartRole, "continues the question left of it", false, (*table).parts},
	{PointsRole, "numbers under one name, right of the questions", false, (*table).repeatedPoints},
	{"", "looks like answers", true, (*table).findLikely},
	{QuestionRole, "numbers as answers, since no column has texts", true, (*table).numberQuiz},
	{PointsRole, "points of the question", false, (*table).points},
	{MaxRole, "the highest total that can be reached", false, (*table).maxima},
	{TotalRole, "totals", false, (*table).total},
	{RaterRole, "several people's totals", false, (*table).raterColumns},
	{Ignored, sayIt + "filled only where there is a total, so that what it says would not be known " +
		"of the others", true, (*table).leaks},
	{Ignored, sayIt + "another name for ranges of the totals", true, (*table).derived},
	{QuestionRole, "looks like answers", true, func(t *table) []claim { return claims(t.likely...) }},
	{QuestionRole, "numbers as answers", true, (*table).numberAnswers},
	{Ignored, "", false, (*table).rest},
}

// known finds the columns that are named as known questions, by identifier or text.
func (t *table) known() (found []claim) {
	for _, q := range t.Options.Known {
		for k, name := range t.names {
			if (t.free(k) && !t.given || t.isQuestion(k)) && name != "" && (name == Normal(q.ID) || name == Normal(q.Text)) {
				c := claim{column: k, of: -1}
				t.decide(QuestionRole, c, "named as a question that is known")
				t.questions[k].ID, t.questions[k].Text = q.ID, q.Text
				break
			}
		}
	}
	return nil
}

func (t *table) hidden() []claim {
	if t.Options.Hidden == nil {
		return nil
	}
	return claims(t.all(t.Options.Hidden)...)
}

// namedAsIdentifier finds the column of identifiers: the first that is named as one, is filled
// and, if it is not sure to be one, has hardly any identifier twice.
func (t *table) namedAsIdentifier() []claim {
	if t.Layout.ID >= 0 {
		return nil
	}
	for _, k := range t.all(t.namesPeople) {
		p := t.profiles[k]
		sure := t.isName(k, "identifier")
		if p.filled == len(t.rows) && (sure || 5*(p.filled-p.distinct) <= p.filled) {
			t.Layout.ID = k
			return claims(k)
		}
		if p.filled == 0 || !sure && !t.isName(k, "person") {
			continue
		}
		why := "has the same entry in several rows, so that one person may be learned from and tested " +
			"on (--id-column with --attempts first or last takes one row of each)"
		if p.filled < len(t.rows) {
			why = "is not filled in every row"
		}
		t.note("column %s cannot identify the respondents: it %s", text.Quote(short(t.Header[k])), why)
	}
	return t.joinNames()
}

// joinNames makes first and last names the identifiers.
func (t *table) joinNames() []claim {
	find := func(role string, not int) int {
		return slices.IndexFunc(t.names, func(name string) bool {
			k := t.byName[name]
			return k != not && wordsOf(role).has(name) && t.free(k) && t.profiles[k].filled == len(t.rows)
		})
	}
	first := find("first name", -1)
	last := find("last name", first)
	if first < 0 || last < 0 {
		return nil
	}
	t.Layout.ID, t.Layout.Surname = first, last
	t.note("identifiers are the columns %s joined", t.list([]int{first, last}))
	return claims(first, last)
}

// isName reports whether a column is named by a word of a role: by itself or, as surveys write it,
// before its text: "id. Response ID".
func (t *table) isName(k int, role string) bool {
	w, name := wordsOf(role), t.names[k]
	before, _, _ := strings.Cut(name, ". ")
	bare, _, _ := strings.Cut(name, " [")
	return w.has(name) || w.has(before) || w.has(bare)
}

// namesPeople reports whether a column is named as one that identifies or names people.
func (t *table) namesPeople(k int) bool {
	return !t.isLongText(k) && (t.isName(k, "identifier") || t.isName(k, "person") ||
		len(t.rows) == 0 && roleOf(t.header[k]) == respondentRole)
}

// isLongText reports whether a column has free texts, whatever it is called.
func (t *table) isLongText(k int) bool {
	p := t.profiles[k]
	return p.kind == texts && len(t.rows) >= surely && p.words >= 4 && !t.isLabel(k) && 2*p.distinct > p.filled &&
		2*p.filled > len(t.rows) && !wordsOf("remark").has(t.names[k])
}

func (t *table) otherNames() []claim {
	return claims(t.all(func(k int) bool {
		return t.namesPeople(k) || t.isName(k, "first name") || t.isName(k, "last name")
	})...)
}

// others finds columns that are named as neither responses nor ratings.
func (t *table) others() []claim {
	return claims(t.all(func(k int) bool {
		return (t.isName(k, "other") && !t.isLongText(k) || strings.HasPrefix(t.header[k], "_") ||
			t.isTotal(k) && !t.isNumbers(k) && !t.isLongText(k)) &&
			(!t.Options.Alone || !t.isQuestion(k))
	})...)
}

// unique finds a column of identifiers by its content: the first that has a code, a number of its
// own or an address in each row, or else a name.
func (t *table) unique() []claim {
	n := len(t.rows)
	if t.Layout.ID >= 0 || n < surely {
		return nil
	}
	name := -1
	for k, p := range t.profiles {
		if !t.free(k) || p.filled < n || sentence(t.header[k]) || t.named(k, "total word") {
			continue
		}
		switch {
		case p.distinct == n && (p.kind == codes || p.kind == addresses),
			p.distinct == n && p.kind == numbers && p.numbers == n && n >= 8 && t.whole(k) &&
				(k == 0 || p.length >= 4 || p.forms == 1 && t.ranks(k)):
			t.Layout.ID = k
			return claims(k)
		case name < 0 && 10*p.distinct >= 9*n && t.isLabel(k):
			name = k
		}
	}
	if name >= 0 {
		t.Layout.ID = name
		return claims(name)
	}
	return nil
}

// whole reports whether a column has whole numbers without a maximum.
func (t *table) whole(k int) bool {
	return !slices.ContainsFunc(t.rows, func(row []string) bool {
		return strings.Trim(strings.TrimSpace(At(row, k)), "0123456789٠١٢٣٤٥٦٧٨٩") != ""
	})
}

// ranks reports whether a column numbers the rows.
func (t *table) ranks(k int) bool {
	for i := 1; i < len(t.rows); i++ {
		a, _ := t.number(i-1, k)
		if b, ok := t.number(i, k); !ok || b != a+1 {
			return false
		}
	}
	return true
}

// isLabel reports whether a column has names: a few words, all with capitals or, in scripts without
// capitals, as many in nearly all rows, hardly any of them twice.
func (t *table) isLabel(k int) bool {
	p := t.profiles[k]
	if p.kind != texts || p.filled == 0 {
		return false
	}
	if cased(p.first) {
		return p.words <= 5 && p.capital > 0.8 && p.label > 0.5 && 2*p.distinct > p.filled
	}
	return p.label > 0.8 && p.length <= 20 && 10*p.distinct >= 7*p.filled
}

// machine finds columns of dates, addresses and the like.
func (t *table) machine() []claim {
	likely := t.all(t.looksLikeAnswers)
	return claims(t.all(func(k int) bool {
		p := t.profiles[k]
		if len(likely) > 1 && k > likely[0] && k < likely[len(likely)-1] && p.kind == dates && 10*p.distinct <= 7*p.filled {
			return false // answers between others
		}
		return (p.kind == dates || p.kind == addresses) && !t.looksLikeAnswers(k) || p.kind == empty && !t.isTotal(k) && (t.names[k] == "" ||
			len(t.rows) > 0 && !shortLabel().MatchString(t.header[k]) &&
				(!sentence(t.header[k]) || len(t.rows) >= surely))
	})...)
}

func (t *table) same() []claim {
	return claims(t.all(func(k int) bool { return t.profiles[k].kind == texts && t.constant(k) })...)
}

// parts finds columns without a name that hold a part of the question left of them, as a second row
// of the header says.
func (t *table) parts() (found []claim) {
	last := -1
	for k := range t.header {
		switch {
		case t.isQuestion(k) || t.free(k) && t.names[k] != "" && (t.profiles[k].kind == texts ||
			t.profiles[k].kind == empty && sentence(t.header[k])):
			last = k
		case t.free(k) && t.names[k] == "" && last >= 0 && strings.TrimSpace(At(t.Parts, k)) != "":
			t.decide(QuestionRole, claim{column: last, of: -1}, "parts of one question")
			found = append(found, claim{column: k, of: last})
		default:
			last = -1
		}
	}
	return found
}

// rest leaves the other columns out, and says so where they could be something else.
func (t *table) rest() (found []claim) {
	for _, k := range t.all(func(int) bool { return true }) {
		c, p := claim{column: k, of: -1}, t.profiles[k]
		switch {
		case t.names[k] == "" && p.kind == texts:
			t.note("column %d has texts but no name: it is left out", k+1)
			c.why = "texts without a name"
		case p.kind == codes:
			c.why = "codes"
			if p.distinct == p.filled && p.filled > surely {
				c.why = sayIt + "a different code in each row"
			}
		case p.kind == texts && t.isLabel(k):
			c.why = "names"
		case p.kind == texts && t.doubtful(k):
			t.stray = append(t.stray, k)
			c.why = sayIt + "beside the questions, and unlike answers"
		case p.kind == texts:
			if t.series != "" && t.looksLikeAnswers(k) && !t.mostlyNumbers(k) {
				t.stray = append(t.stray, k)
			}
			c.why = sayIt + "few different or short texts, unlike answers"
		case p.kind == numbers && t.fewValues(k) && t.besideQuestion(k) && !wordsOf("points").has(t.names[k]):
			t.numbersOut = append(t.numbersOut, k)
			c.why = "numbers"
		default:
			c.why = "numbers"
		}
		found = append(found, c)
	}
	if len(t.numbersOut) > 0 {
		t.note("columns of numbers are left out: %s (name them with --question-columns if they are "+
			"answers)", t.list(t.numbersOut))
	}
	return found
}

// besideQuestion reports whether a column is beside a question, with none but left out numbers
// between.
func (t *table) besideQuestion(k int) bool {
	for _, step := range []int{-1, 1} {
		n := k + step
		for n >= 0 && n < len(t.header) && t.free(n) && t.profiles[n].kind == numbers {
			n += step
		}
		if n < len(t.header) && t.isQuestion(n) {
			return true
		}
	}
	return false
}

// fewValues reports whether a column has few different entries for the number of rows.
func (t *table) fewValues(k int) bool {
	n := len(t.rows)
	distinct := t.profiles[k].distinct
	if t.profiles[k].filled < n {
		distinct++
	}
	return n < surely || distinct > 1 && 2*distinct <= n+2
}
