package columns

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
)

// Options name columns, by their names in the header or, as "#3", by their numbers.
type Options struct {
	ID        string   // of the respondents' identifiers
	Rating    string   // of the totals
	Questions []string // only these are questions
	Ignore    []string
	Layout    string // "wide" or "long"; empty is found out
	Known     []Known
}

// Known is a question that is known from elsewhere, such as a key or a model.
type Known struct{ ID, Text string }

// Layout is the meaning of a table's columns. A column is its index, -1 if there is none.
type Layout struct {
	Header    []string
	Long      *Long // nil for the wide form
	ID        int
	Rating    int
	Grades    int     // column named as one of totals whose cells are no numbers, without Rating
	Max       float64 // of the totals as the header states it, 0 if it does not
	Questions []Question
	Ignored   []int // named columns that are none of these
	Notes     []string
}

// Question is a question's columns in a wide table.
type Question struct {
	Column   int
	ID, Text string
	Numbered bool    // the identifier is only the question's place in the table
	Score    int     // column of its points
	Max      float64 // of its points as the header states it, 0 if it does not
	Wording  int     // column that repeats its text
	Key      int     // column that repeats its right answer
	Dash     bool    // "-" stands for no answer
}

// Long is the columns of the long form.
type Long struct{ Respondent, Question, Response, Score, Rating int }

// finder finds out a layout.
type finder struct {
	Options
	*Layout
	rows   [][]string
	names  []string // of the header, as Normal returns them
	taken  []bool
	given  bool // the options name the questions
	forced map[int]bool

	// Tables may have 100,000 columns, so all that is looked up for each of them is in a map.
	byHeader, byName map[string]int // the first column of a name, as written and as in names
	questionOf       map[int]int    // by column
	left             map[int]bool   // columns that the options leave out
}

// Recognise finds out what the columns are, from the header and as many rows as there are at hand.
// Its errors lack file and line.
func Recognise(header []string, rows [][]string, o Options) (*Layout, error) {
	l := &Layout{Header: header, ID: -1, Rating: -1, Grades: -1}
	f := &finder{Options: o, Layout: l, rows: rows, taken: make([]bool, len(header)),
		forced: map[int]bool{}, byHeader: map[string]int{}, byName: map[string]int{},
		questionOf: map[int]int{}, left: map[int]bool{}}
	for k, h := range header {
		name := Normal(h)
		f.names = append(f.names, name)
		if _, found := f.byHeader[h]; !found {
			f.byHeader[h] = k
		}
		if _, found := f.byName[name]; !found {
			f.byName[name] = k
		}
	}
	if err := f.options(); err != nil {
		return nil, err
	}
	if long := f.long(); long != nil && o.Layout != "wide" {
		l.Long = long
		for k := range header {
			if !slices.Contains([]int{long.Respondent, long.Question, long.Response, long.Score,
				long.Rating}, k) && f.names[k] != "" {
				l.Ignored = append(l.Ignored, k)
			}
		}
		return l, f.twice()
	}
	if o.Layout == "long" {
		return nil, fileerr.New("", 0, "the columns "+f.list(nil),
			"columns respondent, question and response, as the long form has, or --layout wide")
	}
	if err := f.wide(); err != nil {
		return nil, err
	}
	return l, f.twice()
}

// Column returns the column that an option names.
func (f *finder) column(flag, name string) (int, error) {
	if number, found := strings.CutPrefix(strings.TrimSpace(name), "#"); found {
		if k, err := strconv.Atoi(number); err == nil && k >= 1 && k <= len(f.names) {
			return k - 1, nil
		}
	}
	if k, found := f.byHeader[name]; found {
		return k, nil
	}
	if k, found := f.byName[Normal(name)]; found && f.names[k] != "" {
		return k, nil
	}
	return -1, fileerr.New("", 0, "no column "+fileerr.Quote(name)+" (--"+flag+")",
		"one of "+f.list(nil)+", or #1 for the first")
}

// list names columns for messages, all of them if which is nil.
func (f *finder) list(which []int) string {
	if which == nil {
		for k := range f.Header {
			which = append(which, k)
		}
	}
	return ListColumns(f.Header, which)
}

// ListColumns names columns for messages, the first ones if they are many.
func ListColumns(header []string, which []int) string {
	const most, length = 12, 160
	list := ""
	for i, k := range which {
		if i == most || len(list) > length {
			return fmt.Sprintf("%s and %d more", list, len(which)-i)
		}
		if i > 0 {
			list += ", "
		}
		list += fileerr.Quote(short(header[k]))
	}
	return list
}

// short cuts a long name.
func short(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	if r := []rune(name); len(r) > 30 {
		return string(r[:29]) + "…"
	}
	return name
}

// options looks up the columns that the options name.
func (f *finder) options() error {
	for _, name := range f.Ignore {
		k, err := f.column("ignore-columns", name)
		if err != nil {
			return err
		}
		f.taken[k], f.left[k] = true, true
		f.Ignored = append(f.Ignored, k)
	}
	for _, o := range []struct {
		flag, name string
		to         *int
	}{
		{"id-column", f.Options.ID, &f.Layout.ID},
		{"rating-column", f.Options.Rating, &f.Layout.Rating},
	} {
		if o.name == "" {
			continue
		}
		k, err := f.column(o.flag, o.name)
		if err != nil {
			return err
		}
		*o.to = k
		f.taken[k], f.forced[k] = true, true
	}
	for _, name := range f.Options.Questions {
		k, err := f.column("question-columns", name)
		if err != nil {
			return err
		}
		f.taken[k], f.forced[k], f.given = true, true, true
		f.add(k)
	}
	return nil
}

// long returns the columns of the long form, nil if the header lacks one of those it needs.
func (f *finder) long() *Long {
	l := &Long{Respondent: f.Layout.ID, Question: -1, Response: -1, Score: -1,
		Rating: f.Layout.Rating}
	find := func(to *int, names map[string]bool) {
		for k, n := range f.names {
			if *to < 0 && !f.taken[k] && names[n] {
				*to = k
			}
		}
	}
	find(&l.Respondent, longRespondent)
	find(&l.Question, longQuestion)
	find(&l.Response, longResponse)
	find(&l.Score, longScore)
	find(&l.Rating, longRating)
	if f.given || l.Respondent < 0 || l.Question < 0 || l.Response < 0 ||
		l.Respondent == l.Response {
		return nil
	}
	return l
}

// twice returns an error if a column that matters has the name of another one.
func (f *finder) twice() error {
	first := map[string]int{}
	ignored := make(map[int]bool, len(f.Ignored))
	for _, k := range f.Ignored {
		ignored[k] = true
	}
	for k, name := range f.Header {
		name = strings.Join(strings.Fields(strings.ToLower(name)), " ")
		if name == "" || f.left[k] {
			continue
		}
		other, found := first[name]
		if !found {
			first[name] = k
			continue
		}
		if ignored[k] && ignored[other] {
			continue
		}
		return fileerr.New("", 0, fmt.Sprintf("column %s twice (columns %d and %d)",
			fileerr.Quote(short(f.Header[k])), other+1, k+1), fmt.Sprintf(
			"different names: rename one of them, or leave it out with --ignore-columns '#%d'",
			k+1))
	}
	return nil
}

// wide finds the columns of the wide form.
func (f *finder) wide() error {
	f.known()
	f.moodle()
	f.rating()
	f.id()
	f.scores()
	f.rest()
	f.number()
	if len(f.Layout.Questions) == 0 {
		return fileerr.New("", 0, "no column of responses among "+f.list(nil),
			"one column per question below a header (name them with --question-columns), or the "+
				"columns respondent, question, response")
	}
	return nil
}

// add adds a question.
func (f *finder) add(k int) {
	f.taken[k] = true
	f.questionOf[k] = len(f.Layout.Questions)
	f.Layout.Questions = append(f.Layout.Questions,
		Question{Column: k, Score: -1, Wording: -1, Key: -1})
}

// known finds the columns that are named as known questions, by identifier or text.
func (f *finder) known() {
	if f.given {
		return
	}
	for _, q := range f.Options.Known {
		for k, name := range f.names {
			if !f.taken[k] && name != "" && (name == Normal(q.ID) || name == Normal(q.Text)) {
				f.add(k)
				last := &f.Layout.Questions[len(f.Layout.Questions)-1]
				last.ID, last.Text = q.ID, q.Text
				break
			}
		}
	}
}

var (
	moodleResponse = regexp.MustCompile(`^(?:response|antwort|reponse|respuesta) ([0-9]+)$`)
	moodlePoints   = regexp.MustCompile(`^[qfp]\.? ?([0-9]+) ?/ ?([0-9]+(?:[.,][0-9]+)?)$`)
)

// moodle finds the columns of Moodle's reports of responses and grades: "Response 1", with the text
// in "Question 1" and the key in "Right answer 1".
func (f *finder) moodle() {
	byName, points := map[string]int{}, map[string][]int{} // the last of a name; by the number
	for k, name := range f.names {
		byName[name] = k
		if p := moodlePoints.FindStringSubmatch(name); p != nil {
			points[p[1]] = append(points[p[1]], k)
		}
	}
	beside := func(number string, words ...string) int {
		for _, word := range words {
			if k, found := byName[word+" "+number]; found && !f.taken[k] {
				f.taken[k] = true
				return k
			}
		}
		return -1
	}
	for k, name := range f.names {
		m := moodleResponse.FindStringSubmatch(name)
		if m == nil || f.taken[k] && !f.forced[k] {
			continue
		}
		if !f.forced[k] {
			if f.given {
				continue
			}
			f.add(k)
		}
		q := &f.Layout.Questions[f.questionOf[k]]
		if q.ID == "" {
			q.ID = "Q" + m[1]
		}
		q.Dash = true
		q.Wording = beside(m[1], "question", "frage", "pregunta")
		q.Key = beside(m[1], "right answer", "richtige antwort", "bonne reponse",
			"respuesta correcta")
		for _, s := range points[m[1]] {
			if !f.taken[s] {
				f.taken[s] = true
				q.Score = s
				q.Max, _, _ = Number(moodlePoints.FindStringSubmatch(f.names[s])[2])
			}
		}
	}
}

// rating finds the column of totals.
func (f *finder) rating() {
	best, rank, words := -1, len(totals), -1
	for k, name := range f.names {
		base, top := splitMax(name)
		if k == f.Layout.Rating {
			f.Max = top
		}
		if f.taken[k] {
			continue
		}
		r := slices.Index(totals, base)
		if r < 0 || r >= rank && !(r == rank && f.Max == 0 && top > 0) {
			continue
		}
		if !f.mostlyNumbers(k) {
			if words < 0 {
				words = k
			}
			continue
		}
		if f.Layout.Rating < 0 || best >= 0 {
			best, rank = k, r
			f.Layout.Rating, f.Max = k, top
		}
	}
	if best >= 0 {
		f.taken[best] = true
	}
	if f.Layout.Rating < 0 {
		f.Grades = words
	}
}

// mostlyNumbers reports whether at least half of a column's cells that are not empty are numbers,
// as is the case in one without any such cells.
func (f *finder) mostlyNumbers(k int) bool {
	filled, good := 0, 0
	for _, row := range f.rows {
		if cell := At(row, k); !Missing(cell) {
			filled++
			if _, _, ok := Number(cell); ok {
				good++
			}
		}
	}
	return 2*good >= filled
}

// id finds the column of identifiers: the first that is named as one, is filled and, if it is not
// sure to be one, has no identifier twice.
func (f *finder) id() {
	if f.Layout.ID >= 0 {
		return
	}
	for k, name := range f.names {
		if f.taken[k] || !identifiers[name] && !people[name] {
			continue
		}
		filled, unique := f.unique(k)
		if filled && (unique || identifiers[name]) {
			f.Layout.ID = k
			f.taken[k] = true
			return
		}
		f.taken[k] = true
		f.Ignored = append(f.Ignored, k)
		why := "has the same entry in several rows"
		if !filled {
			why = "is not filled in every row"
		}
		f.Notes = append(f.Notes, fmt.Sprintf("column %s cannot identify the respondents: it %s",
			fileerr.Quote(short(f.Header[k])), why))
	}
}

// unique reports whether all rows have an entry in a column, and different ones.
func (f *finder) unique(k int) (filled, unique bool) {
	seen := make(map[string]bool, len(f.rows))
	filled, unique = true, true
	for _, row := range f.rows {
		cell := strings.TrimSpace(At(row, k))
		filled = filled && cell != ""
		unique = unique && !seen[cell]
		seen[cell] = true
	}
	return filled, unique
}

// scores finds the columns of points and remarks that are named after other columns.
func (f *finder) scores() {
	for k := range f.names {
		if f.taken[k] {
			continue
		}
		name, top := splitMax(f.names[k])
		base, word := affix(name)
		if base == "" {
			continue
		}
		of, found := f.byName[base]
		if !found || of == k || f.taken[of] && !f.isQuestion(of) {
			continue
		}
		if remarkWords[word] {
			f.ignore(k)
			continue
		}
		if contentOf(f.rows, k) == texts {
			continue
		}
		if !f.isQuestion(of) {
			if f.given {
				continue
			}
			f.add(of)
		}
		q := &f.Layout.Questions[f.questionOf[of]]
		f.taken[k] = true
		q.Score, q.Max = k, top
	}
}

func (f *finder) isQuestion(k int) bool {
	_, found := f.questionOf[k]
	return found
}

func (f *finder) ignore(k int) {
	f.taken[k] = true
	f.Ignored = append(f.Ignored, k)
}

// affix splits a name such as "q1 score", "q1 [score]" or "points q1" into the base and the word,
// "" if it has none.
func affix(name string) (base, word string) {
	trimmed := strings.TrimRight(name, ")]")
	if i := strings.LastIndexAny(trimmed, " [(:"); i > 0 {
		if word = trimmed[i+1:]; pointWords[word] || remarkWords[word] {
			return strings.TrimRight(trimmed[:i], " [(:;.*#?!"), word
		}
	}
	word, base, found := strings.Cut(name, " ")
	if found && (pointWords[word] || remarkWords[word]) {
		return strings.TrimSpace(base), word
	}
	return "", ""
}

// rest decides about the columns that are left: those of texts are questions, and those of numbers
// if they are named like one.
func (f *finder) rest() {
	var open, unnamed []int
	series := map[string]bool{} // beginnings of the names of numbered questions
	for k, name := range f.names {
		if f.taken[k] {
			if f.isQuestion(k) {
				series[stem(name)] = true
			}
			continue
		}
		c := contentOf(f.rows, k)
		switch {
		case name == "" && c == empty:
		case f.given, others[name], identifiers[name], people[name],
			slices.Contains(totals, name), c == dates, c == mails,
			c == empty && len(f.rows) > 0 && !shortLabel.MatchString(f.Header[k]) &&
				!sentence(f.Header[k]):
			f.ignore(k)
		case name == "" && c == texts:
			unnamed = append(unnamed, k)
		case name == "":
			f.ignore(k)
		case c == numbers && !strings.HasSuffix(strings.TrimSpace(f.Header[k]), "?"):
			open = append(open, k)
		default:
			f.add(k)
			if s := stem(name); s != name {
				series[s] = true
			}
		}
	}
	for _, k := range open {
		if name := f.names[k]; stem(name) != name && series[stem(name)] {
			f.add(k)
		} else {
			f.ignore(k)
		}
	}
	for _, k := range unnamed {
		f.ignore(k)
		f.Notes = append(f.Notes,
			fmt.Sprintf("column %d has texts but no name: it is left out", k+1))
	}
	slices.Sort(f.Ignored)
}

// stem returns a name without the number at its end.
func stem(name string) string { return strings.TrimRight(name, "0123456789") }

// number gives the questions, in the order of the columns, their identifiers and texts.
func (f *finder) number() {
	qs := f.Layout.Questions
	if !f.given {
		slices.SortFunc(qs, func(a, b Question) int { return a.Column - b.Column })
	}
	seen := map[string]int{}
	for i := range qs {
		name := f.Header[qs[i].Column]
		if qs[i].ID == "" {
			qs[i].ID, qs[i].Text = label(name, i+1)
			qs[i].Numbered = qs[i].Text == strings.Join(strings.Fields(name), " ")
		}
		seen[qs[i].ID]++
	}
	for i := range qs {
		if seen[qs[i].ID] > 1 { // rather the whole name
			qs[i].ID = strings.Join(strings.Fields(f.Header[qs[i].Column]), " ")
		}
	}
}
