package columns

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Options name columns, by their names in the header or, as "#3", by their numbers.
type Options struct {
	ID        string   // of the respondents' identifiers
	Rating    string   // of the totals
	Questions []string // only these are questions
	Ignore    []string
	// Attributes are columns that are not questions and are kept.
	Attributes []string
	Layout     string // "wide" or "long"; if empty, it is found out
	Known      []Known

	Question, Response, Score string // of the long form

	Numbers Notation
	Parts   []string              // a second row of the header, for columns without a name
	Hidden  func(column int) bool // reports whether a column is hidden; nil if none is
}

// Known is a question that is known from elsewhere, such as a key or a model.
type Known struct{ ID, Text string }

// Layout is the meaning of a table's columns. A column is its index, -1 if there is none.
type Layout struct {
	Header     []string // names of the columns, made unique
	Long       *Long    // nil for the wide form
	ID         int
	Surname    int // column that completes the identifier
	Rating     int
	Grades     int     // column named like totals, without numbers; set if there is no Rating
	Low, Max   float64 // limits of the totals as stated in the header; Max is 0 if it states none
	Questions  []Question
	Raters     []int  // columns of totals by several raters
	Attributes []int  // in the order of the options
	Ignored    []int  // named columns that are none of these
	Candidates string // columns of numbers that may be totals; set if there is no Rating
	Notes      []string

	labels []int // columns named as those of identifiers
}

// Question is a question's columns in a wide table.
type Question struct {
	Column   int
	ID, Text string
	Numbered bool    // the identifier is only the question's place in the table
	More     []int   // columns without names that continue it
	Score    int     // column of its points
	Max      float64 // highest score as stated in the header, 0 if it states none
	Wording  int     // column that repeats its text
	Key      int     // column that repeats its right answer
	Dash     bool    // "-" stands for no answer
}

// finder determines a layout.
type finder struct {
	Options
	*Layout
	rows   [][]string
	header []string // as it is written
	names  []string // of the header, as Normal returns them
	taken  []bool
	given  bool // the options name the questions
	forced map[int]bool
	named  Long            // the columns that the options name for the long form
	cells  map[int]*values // by column
	all    []int           // all columns
	doubt  string          // why the table may be long although it is taken for wide

	// Tables may have 100,000 columns, so all that is looked up for each of them is in a map.
	byHeader   map[string][]int // by the name as it is written
	byName     map[string]int   // the first column of a name as in names
	questionOf map[int]int      // by column
	left       map[int]bool     // columns that the options leave out

	numbersOut []int  // columns of numbers beside questions that are left out
	rated      []bool // by row: it has a total or scores
	texts      []int  // by row: filled cells that may be answers
}

// Recognise finds out what the columns are, from the header and the rows at hand. Its errors lack
// file and line.
func Recognise(header []string, rows [][]string, o Options) (*Layout, error) {
	f, err := newFinder(header, rows, o)
	if err != nil {
		return nil, err
	}
	if err := f.recogniseLong(); err != nil || f.Layout.Long != nil {
		return f.Layout, err
	}
	return f.Layout, f.wide()
}

func newFinder(header []string, rows [][]string, o Options) (*finder, error) {
	l := &Layout{Header: slices.Clone(header), ID: -1, Surname: -1, Rating: -1, Grades: -1}
	f := &finder{Options: o, Layout: l, rows: rows, header: header, taken: make([]bool, len(header)),
		forced: map[int]bool{}, byHeader: map[string][]int{}, byName: map[string]int{},
		questionOf: map[int]int{}, left: map[int]bool{},
		named: Long{-1, -1, -1, -1, -1, -1, -1, -1, -1, nil, false}}
	for k, h := range header {
		name := Normal(h)
		f.names, f.all = append(f.names, name), append(f.all, k)
		f.byHeader[h] = append(f.byHeader[h], k)
		if _, found := f.byName[name]; !found {
			f.byName[name] = k
		}
	}
	for k, h := range header {
		if len(f.byHeader[h]) > 1 && f.names[k] != "" {
			l.Header[k] = fmt.Sprintf("%s (column %d)", strings.TrimSpace(h), k+1)
		}
	}
	return f, f.options()
}

// column returns the column that an option names. Flag is "" if several flags can name it.
func (f *finder) column(flag, name string) (int, error) {
	if flag != "" {
		flag = " (--" + flag + ")"
	}
	if number, found := strings.CutPrefix(strings.TrimSpace(name), "#"); found {
		if k, err := strconv.Atoi(number); err == nil && k >= 1 && k <= len(f.names) {
			return k - 1, nil
		}
	}
	if same := f.byHeader[name]; len(same) > 1 {
		return -1, files.New("", 0, fmt.Sprintf("%d columns %s%s", len(same),
			text.Quote(name), flag), fmt.Sprintf("the number of one, such as #%d", same[1]+1))
	} else if len(same) == 1 {
		return same[0], nil
	}
	if k, found := f.byName[Normal(name)]; found && f.names[k] != "" {
		return k, nil
	}
	return -1, files.New("", 0, "no column "+text.Quote(name)+flag,
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

// ListColumns lists the names of columns for messages, the first ones only if there are many.
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
		list += text.Quote(short(header[k]))
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
		which := f.byHeader[name]
		if len(which) == 0 {
			k, err := f.column("ignore-columns", name)
			if err != nil {
				return err
			}
			which = []int{k}
		}
		for _, k := range which {
			f.left[k] = true
			f.ignore(k)
		}
	}
	for _, name := range f.Options.Attributes {
		k, err := f.column("", name)
		if err != nil {
			return err
		}
		// What identifies respondents can group their rows as well.
		f.taken[k] = !identifiers[f.names[k]] && roleOf(f.header[k]) != respondentRole
		f.left[k] = f.taken[k]
		f.Layout.Attributes = append(f.Layout.Attributes, k)
	}
	for _, o := range []struct {
		flag, name string
		to         *int
	}{
		{"id-column", f.Options.ID, &f.Layout.ID},
		{"rating-column", f.Options.Rating, &f.Layout.Rating},
		{"question-column", f.Options.Question, &f.named.Question},
		{"response-column", f.Options.Response, &f.named.Response},
		{"score-column", f.Options.Score, &f.named.Score},
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

// wide finds the columns of the wide form.
func (f *finder) wide() error {
	f.known()
	f.families()
	f.rating()
	f.id()
	f.scores()
	f.likeTotal()
	f.rest()
	f.points()
	f.number()
	f.name()
	f.wideRaters()
	f.sayNumbersOut()
	if len(f.Layout.Questions) == 0 {
		return files.New("", 0, "no column of responses among "+f.list(nil),
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

func (f *finder) isQuestion(k int) bool {
	_, found := f.questionOf[k]
	return found
}

func (f *finder) ignore(k int) {
	f.taken[k] = true
	f.Ignored = append(f.Ignored, k)
}

// leave leaves columns out and says why.
func (f *finder) leave(which []int, why string) {
	if len(which) == 0 {
		return
	}
	for _, k := range which {
		f.ignore(k)
	}
	f.note("%s %s %s no question: %s (--question-columns decides otherwise)",
		plural(len(which), "column", "columns"), f.list(which), plural(len(which), "is", "are"), why)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func (f *finder) note(format string, args ...any) {
	f.Notes = append(f.Notes, fmt.Sprintf(format, args...))
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

// number gives the questions, in the order of the columns, their identifiers and texts.
func (f *finder) number() {
	qs := f.Layout.Questions
	seen := map[string]int{}
	for i := range qs {
		name := f.header[qs[i].Column]
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
	slices.Sort(f.Ignored)
}

// name says which questions have equal names.
func (f *finder) name() {
	said := map[string]bool{}
	for _, q := range f.Layout.Questions {
		name := f.header[q.Column]
		if same := len(f.byHeader[name]); same > 1 && !said[name] {
			said[name] = true
			f.note("%d columns are called %s: they are told apart by their numbers", same,
				text.Quote(short(name)))
		}
	}
}
