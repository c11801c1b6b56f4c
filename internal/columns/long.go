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
	Raters                                        []int // columns of several raters' scores
	Guessed                                       bool  // found by content, not by name
}

// columns returns all of them.
func (l *Long) columns() []int {
	return append([]int{l.Respondent, l.Question, l.Response, l.Score, l.Rating, l.Max, l.Wording,
		l.Key, l.Attempt}, l.Raters...)
}

// long finds the columns of the long form, by their names or, where these do not tell, by what they
// hold. It returns nil if the table seems to be wide.
func (f *finder) long() *Long {
	l := f.named
	l.Respondent, l.Rating = f.Layout.ID, f.Layout.Rating
	forced := f.Options.Layout == "long" || l.Question >= 0 || l.Response >= 0
	if f.given || f.Options.Layout == "wide" || len(f.names) > maxLongColumns && !forced {
		return nil
	}
	all := f.rows
	f.rows, f.cells = all[:min(len(all), maxLongRows)], map[int]*values{}
	defer func() { f.rows, f.cells = all, nil }()
	f.byRole(&l)
	l.Guessed = l.Question < 0 || l.Response < 0
	if l.Guessed && (forced || !f.oneRowEach()) {
		f.byContent(&l, forced)
	}
	if l.Question < 0 || l.Response < 0 {
		return nil
	}
	if l.Respondent < 0 {
		l.Respondent = f.respondent(&l)
	}
	if !forced && !l.Guessed && (l.Respondent < 0 && len(f.rows) < 4 || f.second(&l)) {
		return nil
	}
	f.numbersOf(&l)
	return &l
}

// byRole takes the columns whose names tell their roles.
func (f *finder) byRole(l *Long) {
	of := map[role]*int{wordingRole: &l.Wording, responseRole: &l.Response, maxRole: &l.Max,
		keyRole: &l.Key, ratingRole: &l.Rating, attemptRole: &l.Attempt, scoreRole: &l.Score}
	for k, h := range f.header {
		r := roleOf(h)
		if f.taken[k] || r == wordingRole && len(f.rows) > 0 && f.values(k).filled == 0 {
			continue
		}
		if r == questionRole {
			old := l.Question
			switch {
			case !f.several(k) || old >= 0 && (old == f.named.Question || len(nameWords(h)) == 1 ||
				len(nameWords(f.header[old])) > 1):
				r = wordingRole
			default: // "question id" rather than "question", which is its text
				l.Question, l.Wording = k, old
			}
		}
		if to := of[r]; to != nil && (*to < 0 || r == scoreRole && *to != f.named.Score &&
			!f.mostlyNumbers(*to) && f.mostlyNumbers(k)) {
			*to = k
		}
	}
	if l.Question < 0 && l.Wording >= 0 && f.several(l.Wording) {
		l.Question, l.Wording = l.Wording, -1
	}
	for k, name := range f.names {
		if q := l.Question; q >= 0 && q != f.named.Question && l.Wording < 0 && identifiers[name] &&
			len(f.rows) >= 4 && !f.taken[k] && f.repeats(k) && f.determines(k, q) {
			l.Question, l.Wording = k, q // "id" is the question's
		}
	}
}

// second reports whether, where no respondent has several rows, the question has few too, or there
// is another column of free texts and they do not depend on the question: such a table is wide,
// whatever its columns are called.
func (f *finder) second(l *Long) bool {
	if len(f.rows) < 12 || l.Respondent >= 0 && f.repeats(l.Respondent) {
		return false
	}
	if 5*f.values(l.Question).distinct > len(f.rows) && !keyQuestion[f.names[l.Question]] {
		return true
	}
	t := f.freeText(l, l.Question, l.Respondent, -1)
	return t.column >= 0 && f.alike(l.Response, l.Question) > mostAlike
}

// several reports whether a column can be that of the questions: a question occurs in several rows,
// unless there are few of them or names leave no doubt.
func (f *finder) several(k int) bool {
	v := f.values(k)
	return len(f.rows) < 4 || 3*v.distinct <= 2*v.filled || keyQuestion[f.names[k]] &&
		slices.ContainsFunc(f.header, func(h string) bool { return roleOf(h) == respondentRole })
}

// respondent finds the column that identifies the respondents: one that is named so and has the
// same entry in several rows, or else one that has, with the question, another pair in nearly each
// row, or else one that is named so.
func (f *finder) respondent(l *Long) int {
	best, rank, n := -1, 0, len(f.rows)
	for k, name := range f.names {
		v, r := f.values(k), 0
		if f.taken[k] || slices.Contains(l.columns(), k) || n >= 4 && (2*v.filled < n ||
			f.repeats(l.Question) && f.determines(l.Question, k)) {
			continue
		}
		named := identifiers[name] || people[name] || roleOf(f.header[k]) == respondentRole
		pairs := f.pairs(k, l.Question)
		switch {
		case named && f.repeats(k) && 2*pairs > n:
			r = 4
		case !named && v.content != dates && f.grid(k, l.Question):
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

// RecogniseLong finds the columns of the long form. Layout.Long is nil if the table is wide.
func RecogniseLong(header []string, rows [][]string, o Options) (*Layout, error) {
	f, err := newFinder(header, rows, o)
	if err != nil {
		return nil, err
	}
	return f.Layout, f.recogniseLong()
}

func (f *finder) recogniseLong() error {
	if f.Layout.Long = f.long(); f.Layout.Long == nil && f.doubt != "" {
		f.Notes = append(f.Notes, f.doubt)
	}
	switch {
	case f.Layout.Long != nil:
		for k := range f.header {
			if !slices.Contains(f.Layout.Long.columns(), k) && f.names[k] != "" && !f.left[k] {
				f.Ignored = append(f.Ignored, k)
			}
		}
	case f.Options.Layout == "long":
		return files.New("", 0, "the columns "+f.list(nil), "columns respondent, question and "+
			"response, as the long form has (name them with --id-column, --question-column and "+
			"--response-column), or --layout wide")
	}
	return nil
}
