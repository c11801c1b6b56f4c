package columns

import (
	"slices"

	"github.com/luna-rating/luna/internal/files"
)

// Long is the columns of the long form, -1 where there is none. Without a column Respondent, each
// row is a different respondent's.
type Long struct {
	Respondent, Question, Response, Score, Rating int
	Max, Wording, Key, Attempt                    int
	Auto                                          int   // scores by a program, where Score has none
	Raters                                        []int // columns of several raters' scores
	Guessed                                       bool  // found by content, not by name
}

// columns returns all of them.
func (l *Long) columns() []int {
	return append([]int{l.Respondent, l.Question, l.Response, l.Score, l.Rating, l.Max, l.Wording,
		l.Key, l.Attempt, l.Auto}, l.Raters...)
}

// long finds the columns of the long form, by their names or, where these do not tell, by what they
// hold. It returns nil if the table seems to be wide.
func (t *table) long() *Long {
	l := t.chosen
	l.Respondent, l.Rating = t.Layout.ID, t.Layout.Rating
	forced := t.Options.Layout == "long" || l.Question >= 0 || l.Response >= 0
	if t.given || t.Options.Layout == "wide" || len(t.names) > maxLongColumns && !forced {
		return nil
	}
	all := t.rows
	t.rows, t.cells = all[:min(len(all), maxLongRows)], map[int]*values{}
	defer func() { t.rows, t.cells = all, nil }()
	t.byRole(&l)
	l.Guessed = l.Question < 0 || l.Response < 0
	if l.Guessed && (forced || !t.oneRowEach()) {
		t.byContent(&l, forced)
	}
	if l.Question < 0 || l.Response < 0 {
		return nil
	}
	if l.Respondent < 0 {
		l.Respondent = t.respondent(&l)
	}
	if !forced && !l.Guessed && (l.Respondent < 0 && len(t.rows) < 4 || t.second(&l)) {
		return nil
	}
	t.numbersOf(&l)
	return &l
}

// byRole takes the columns whose names tell their roles.
func (t *table) byRole(l *Long) {
	of := map[role]*int{wordingRole: &l.Wording, responseRole: &l.Response, maxRole: &l.Max,
		keyRole: &l.Key, ratingRole: &l.Rating, attemptRole: &l.Attempt, scoreRole: &l.Score}
	for k, h := range t.header {
		r := roleOf(h)
		if !t.free(k) || slices.Contains(l.columns(), k) || r == wordingRole && len(t.rows) > 0 && t.values(k).filled == 0 {
			continue
		}
		if r == questionRole {
			old := l.Question
			switch {
			case !t.several(k) || old >= 0 && (old == t.chosen.Question || len(nameWords(h)) == 1 ||
				len(nameWords(t.header[old])) > 1):
				r = wordingRole
			default: // "question id" rather than "question", which is its text
				l.Question, l.Wording = k, old
			}
		}
		if r == scoreRole && l.Score >= 0 && l.Score != t.chosen.Score && t.isAuto(l.Score) != t.isAuto(k) {
			l.Score, l.Auto = k, l.Score
			if t.isAuto(k) {
				l.Score, l.Auto = l.Auto, k
			}
			continue
		}
		if to := of[r]; to != nil && (*to < 0 || r == scoreRole && *to != t.chosen.Score &&
			!t.mostlyNumbers(*to) && t.mostlyNumbers(k)) {
			*to = k
		}
	}
	if l.Question < 0 && l.Wording >= 0 && t.several(l.Wording) {
		l.Question, l.Wording = l.Wording, -1
	}
	for k, name := range t.names {
		if q := l.Question; q >= 0 && q != t.chosen.Question && l.Wording < 0 && wordsOf("identifier").has(name) &&
			len(t.rows) >= 4 && t.free(k) && t.repeats(k) && t.determines(k, q) {
			l.Question, l.Wording = k, q // "id" is the question's
		}
	}
}

// isAuto reports whether a column is named as scores by a program.
func (t *table) isAuto(k int) bool { return slices.Contains(nameWords(t.header[k]), "auto") }

// second reports whether, where no respondent has several rows, the question has few too, or there
// is another column of free texts and they do not depend on the question: such a table is wide,
// whatever its columns are called.
func (t *table) second(l *Long) bool {
	if len(t.rows) < 12 || l.Respondent >= 0 && t.repeats(l.Respondent) {
		return false
	}
	if 5*t.values(l.Question).distinct > len(t.rows) && !wordsOf("key: question").has(t.names[l.Question]) {
		return true
	}
	free := t.freeText(l, l.Question, l.Respondent, -1)
	return free.column >= 0 && t.alike(l.Response, l.Question) > mostAlike
}

// several reports whether a column can be that of the questions: a question occurs in several rows,
// unless there are few of them or names leave no doubt.
func (t *table) several(k int) bool {
	v := t.values(k)
	return len(t.rows) < 4 || 3*v.distinct <= 2*v.filled || wordsOf("key: question").has(t.names[k]) &&
		slices.ContainsFunc(t.header, func(h string) bool { return roleOf(h) == respondentRole })
}

// respondent finds the column that identifies the respondents: one that is named so and has the
// same entry in several rows, or else one that has, with the question, another pair in nearly each
// row, or else one that is named so.
func (t *table) respondent(l *Long) int {
	best, rank, n := -1, 0, len(t.rows)
	for k, name := range t.names {
		v, r := t.values(k), 0
		if !t.free(k) || slices.Contains(l.columns(), k) || n >= 4 && (2*v.filled < n ||
			t.repeats(l.Question) && t.determines(l.Question, k)) {
			continue
		}
		named := wordsOf("identifier").has(name) || wordsOf("person").has(name) || roleOf(t.header[k]) == respondentRole
		pairs := t.pairs(k, l.Question)
		switch {
		case named && t.repeats(k) && 2*pairs > n:
			r = 4
		case !named && v.content != dates && t.grid(k, l.Question):
			r = 3
		case named && v.distinct == n:
			r = 2
		case named && (n < 4 || 2*pairs > n):
			r = 1
		}
		if r > rank {
			best, rank = k, r
		}
	}
	return best
}

func (t *table) recogniseLong() error {
	if t.Layout.Long = t.long(); t.Layout.Long == nil && t.mayBeLong != "" {
		t.Notes = append(t.Notes, t.mayBeLong)
	}
	switch {
	case t.Layout.Long != nil:
		for k := range t.header {
			if !slices.Contains(t.Layout.Long.columns(), k) && t.names[k] != "" && !t.left(k) {
				t.Ignored = append(t.Ignored, k)
			}
		}
	case t.Options.Layout == "long":
		return files.New("", 0, "the columns "+t.list(nil), "columns respondent, question and "+
			"response, as the long form has (name them with --id-column, --question-column and "+
			"--response-column), or --layout wide")
	}
	return nil
}
