package datasets

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// longReader collects the long form: one response per row. It keeps what the rows hold and nothing
// for pairs without a row, so that memory is bounded by the size of the file.
type longReader struct {
	*tableReader
	columns.Long
	layout    *columns.Layout
	questions map[string]int
	people    map[string]int32
	pairs     map[pair]int32 // entries by respondent and question
	points    []rated        // by question: the highest score that the table states
	hasKey    bool           // the questions come from a key
	entries   []entry        // in the order of the file
	lines     []int          // by respondent: its first row
	ratings   []rated        // by respondent
	again     int            // rows of pairs that occur again
	guessed   bool           // the highest scores are those that occur
}

// pair is a respondent and a question.
type pair struct{ respondent, question int32 }

// entry is one row.
type entry struct {
	pair
	response string
	score    float64   // in points, NaN if none
	grades   []float64 // of the raters
	attempt  float64   // as the table numbers it
	line     int
}

// rated is a number that all rows of a respondent or question share.
type rated struct {
	value float64 // NaN if not given
	line  int     // of the first row that gives it
}

// maxCells bounds responses, of which most may be missing, by the number of rows of a table.
func maxCells(rows int) int { return min(1<<20+256*rows, 64<<20) }

// readLong reads the rows of a table in long form: as one data set or, if each respondent answered
// one question, as one for each question.
func (t *tableReader) readLong(layout *columns.Layout) ([]*Dataset, error) {
	l := &longReader{tableReader: t, Long: *layout.Long, layout: layout, questions: map[string]int{},
		people: map[string]int32{}, pairs: make(map[pair]int32, len(t.rows)), entries: make([]entry, 0, len(t.rows))}
	l.useKey()
	if t.o.Expected != nil {
		l.Score, l.Auto, l.Rating, l.Max, l.Key, l.Raters = -1, -1, -1, -1, -1, nil
	}
	if l.Attempt >= 0 && t.o.Attempts == "" {
		l.o.Attempts = "last"
	}
	for i, row := range t.rows {
		if err := l.add(row); err != nil {
			return nil, err
		}
		t.rows[i].Cells = nil // so that their memory can be used again
	}
	if len(l.entries) == 0 {
		return nil, t.fault(t.last, "the end of the file", "at least one row after the header")
	}
	if err := l.setPoints(); err != nil {
		return nil, err
	}
	l.blanks()
	if l.oneEach() {
		return l.split()
	}
	return one(l.d, l.finish())
}

// blanks empties the answers that only mark that there is none.
func (l *longReader) blanks() {
	var answers []columns.Marked
	for k := range l.entries {
		if e := &l.entries[k]; columns.MayBeBlank(e.response) {
			answers = append(answers, columns.Marked{Question: int(e.question), Text: &e.response, Right: e.score > 0})
		}
	}
	l.takeBlanks(answers)
}

// oneEach reports whether the respondents answered one question each, of several.
func (l *longReader) oneEach() bool {
	questions, n := len(l.d.Questions), len(l.entries)
	return l.o.Expected == nil && questions > 1 && (l.Respondent < 0 ||
		2*n < 3*len(l.d.Respondents) && n >= 5*questions)
}

// split returns a data set for each question.
func (l *longReader) split() ([]*Dataset, error) {
	var sets []*Dataset
	parts := make([]*longReader, len(l.d.Questions))
	for q, question := range l.d.Questions {
		part, reader, table, name := *l, *l.tableReader, *l.d.Table, question.ID
		if len(name) > 40 {
			name = strconv.Itoa(q + 1)
		}
		reader.d = &Dataset{Name: stem(l.path) + "-" + name, Table: &table,
			Questions: []Question{question}, Notes: slices.Clone(l.d.Notes)}
		part.tableReader, part.points = &reader, l.points[q:q+1]
		part.entries, part.lines, part.ratings = nil, nil, nil
		parts[q] = &part
	}
	for _, e := range l.entries {
		part := parts[e.question]
		part.d.Respondents = append(part.d.Respondents, l.d.Respondents[e.respondent])
		part.lines = append(part.lines, e.line)
		part.ratings = append(part.ratings, l.ratings[e.respondent])
		e.pair = pair{int32(len(part.lines) - 1), 0}
		part.entries = append(part.entries, e)
	}
	for _, part := range parts {
		if len(part.entries) == 0 { // it is of the key
			continue
		}
		part.note("each respondent answers one question: each of the %d questions is a data set of its "+
			"own (--name chooses one, --layout wide takes them for one question)", len(parts))
		if err := part.finish(); err != nil {
			return nil, err
		}
		sets = append(sets, part.d)
	}
	return sets, nil
}

// useKey takes the questions from the key.
func (l *longReader) useKey() {
	if l.key == nil {
		return
	}
	l.hasKey = true
	l.d.Questions = l.key.questions
	for i, q := range l.key.questions {
		l.questions[q.ID] = i
		l.points = append(l.points, rated{value: l.key.points[i]})
		if !math.IsNaN(l.key.points[i]) {
			l.points[i].line = -1
		}
	}
}

// id returns the identifier in a column, which must not be empty.
func (l *longReader) id(row sheet.Row, column int, what string) (string, error) {
	s := strings.TrimSpace(columns.At(row.Cells, column))
	if s == "" {
		return "", l.fault(row.Number, "no "+what, "one in every row")
	}
	return rawText(s), nil
}

// add adds one row.
func (l *longReader) add(row sheet.Row) error {
	person, err := strconv.Itoa(row.Number), error(nil)
	if l.Respondent >= 0 {
		if person, err = l.id(row, l.Respondent, "respondent"); err != nil {
			return err
		}
	}
	question, err := l.id(row, l.Question, "question")
	if err != nil {
		return err
	}
	q, known := l.questions[question]
	if !known && l.hasKey {
		q, known = l.inKey(question)
	}
	switch {
	case known:
	case l.hasKey:
		return l.fault(row.Number, "question "+text.Quote(question),
			"a question of the key file")
	default:
		q = l.addQuestion(question, row)
	}
	if err := l.addPoints(q, row); err != nil {
		return err
	}
	response := columns.At(row.Cells, l.Response)
	if columns.IsKey(person) {
		l.d.Questions[q].Key = alternatives(response, l.opts)
		return nil
	}
	e := entry{pair: pair{l.person(person, row), int32(q)}, line: row.Number,
		response: l.opts.response(response), attempt: float64(len(l.entries))}
	if err := l.addScore(&e, row); err != nil {
		return err
	}
	if v, _, ok := columns.Number(columns.At(row.Cells, l.Attempt)); ok {
		e.attempt = v
	}
	if err := l.keep(e, person, row); err != nil {
		return err
	}
	if err := l.attribute(int(e.respondent), l.layout.Attributes, row); err != nil {
		return err
	}
	return l.addRating(e.respondent, row)
}

// inKey returns the question of the key that another name is for: "Q4" for 4, say.
func (l *longReader) inKey(name string) (q int, found bool) {
	for i, k := range l.d.Questions {
		if columns.Normal(name) == columns.Normal(k.ID) || columns.Ordinal(name) != "" &&
			columns.Ordinal(name) == columns.Ordinal(k.ID) {
			l.questions[name] = i
			return i, true
		}
	}
	return 0, false
}

// keep adds an entry unless the option says that another of the same respondent and question
// counts.
func (l *longReader) keep(e entry, person string, row sheet.Row) error {
	k, again := l.pairs[e.pair]
	if !again {
		l.pairs[e.pair] = int32(len(l.entries))
		l.entries = append(l.entries, e)
		return nil
	}
	l.again++
	switch l.o.Attempts {
	case "first", "last":
		if (e.attempt > l.entries[k].attempt) == (l.o.Attempts == "last") {
			l.entries[k] = e
		}
	case "all":
		for n := 2; again; n++ {
			e.respondent = l.person(fmt.Sprintf("%s (%d)", person, n), row)
			_, again = l.pairs[e.pair]
		}
		l.again--
		return l.keep(e, person, row)
	default:
		return l.fault(e.line, fmt.Sprintf("respondent %s, question %s again (first on line %d)",
			text.Quote(person), text.Quote(l.d.Questions[e.question].ID), l.entries[k].line),
			"each pair once, --attempts to say which row counts, or --layout wide")
	}
	return nil
}

// addQuestion adds a question with what its first row says about it.
func (l *longReader) addQuestion(id string, row sheet.Row) int {
	q := Question{ID: id, Text: l.opts.text(columns.At(row.Cells, l.Wording))}
	if key := l.opts.text(columns.At(row.Cells, l.Key)); key != "" {
		q.Key = []string{key}
	}
	l.questions[id] = len(l.d.Questions)
	l.d.Questions = append(l.d.Questions, q)
	l.points = append(l.points, rated{value: math.NaN()})
	return len(l.d.Questions) - 1
}

// person returns the index of a respondent, who is added if it is new.
func (l *longReader) person(id string, row sheet.Row) int32 {
	i, known := l.people[id]
	if !known {
		i = int32(len(l.d.Respondents))
		l.people[id] = i
		l.d.Respondents = numbers.Append(l.d.Respondents, Respondent{ID: id, Rating: math.NaN()})
		l.lines = append(l.lines, row.Number)
		l.ratings = append(l.ratings, rated{value: math.NaN()})
	}
	return i
}

// finish makes the respondents of the rows and rates them, from the scores unless the file has a
// column of ratings.
func (l *longReader) finish() error {
	d := l.d
	people, questions := len(d.Respondents), len(d.Questions)
	if most := maxCells(len(l.entries)); questions > most/people {
		return l.fault(0, fmt.Sprintf("%d respondents and %d questions, but only %d responses",
			people, questions, len(l.entries)),
			"respondents who were all asked the same questions: check the columns respondent and "+
				"question")
	}
	answered, graded := make([]bool, questions), make([]bool, questions)
	totals := slices.Repeat([]float64{math.NaN()}, people)
	scored := slices.ContainsFunc(l.entries, func(e entry) bool { return !math.IsNaN(e.score) })
	for i := range d.Respondents {
		r := &d.Respondents[i]
		r.Responses = make([]string, questions)
		if scored {
			r.Scores = slices.Repeat([]float64{math.NaN()}, questions)
		}
		if l.Raters != nil {
			r.Judgements = make([][]float64, questions)
		}
	}
	for _, e := range l.entries {
		r, top := &d.Respondents[e.respondent], l.points[e.question].value
		r.Responses[e.question], answered[e.question] = e.response, true
		if !math.IsNaN(e.score) {
			r.Scores[e.question], graded[e.question] = e.score/top, true
			if math.IsNaN(totals[e.respondent]) {
				totals[e.respondent] = 0
			}
			totals[e.respondent] += e.score
		}
		for _, g := range e.grades {
			r.Judgements[e.question] = append(r.Judgements[e.question], g/top)
		}
	}
	if l.Rating < 0 {
		l.leaveOutPartial(totals, graded)
	}
	for q, ok := range answered {
		if !ok {
			d.Warnings = append(d.Warnings,
				"question "+text.Quote(d.Questions[q].ID)+" of the key file has no response")
		}
	}
	asked := len(slices.DeleteFunc(answered, func(ok bool) bool { return !ok }))
	if n := len(l.entries); l.o.Expected == nil && 3*n < 2*asked*people {
		d.Warnings = append(d.Warnings, fmt.Sprintf("a respondent has %.1f of %d questions on average: "+
			"ratings mostly say which", float64(n)/float64(people), asked))
	}
	d.Table.Rows = l.lines
	err := l.rate(totals, graded)
	l.describe()
	return err
}

// leaveOutPartial removes the totals of respondents who have scores for some answers but not for
// others, to questions that are graded.
func (l *longReader) leaveOutPartial(totals []float64, graded []bool) {
	partial := 0
	for _, e := range l.entries {
		if math.IsNaN(e.score) && e.response != "" && graded[e.question] &&
			!math.IsNaN(totals[e.respondent]) {
			totals[e.respondent] = math.NaN()
			partial++
		}
	}
	l.notePartial(partial)
}

// describe says what was found out.
func (l *longReader) describe() {
	d, header := l.d, l.layout.Header
	name := func(k int) string { return text.Quote(columns.At(header, k)) }
	how := "no ratings"
	switch {
	case l.Rating >= 0:
		d.Table.Rating = header[l.Rating]
		how = fmt.Sprintf("ratings from %s to %s in column %s", figure(d.Scale.Value(0)),
			figure(d.Scale.Value(1)), name(l.Rating))
	case d.Scale != Scale{}:
		how = fmt.Sprintf("ratings are the sums of the scores, of at most %s", figure(d.Scale.Full))
	}
	l.note("long form: %s, %s, %s; %s", text.Count(len(d.Respondents), "respondent"),
		text.Count(len(d.Questions), "question"), text.Count(len(l.entries), "response"), how)
	said := ""
	for _, c := range []struct {
		what   string
		column int
	}{{"respondents", l.Respondent}, {"questions", l.Question}, {"their texts", l.Wording},
		{"key", l.Key}, {"responses", l.Response}, {"scores", l.Score}, {"scores where these have none", l.Auto}, {"highest scores", l.Max}} {
		if c.column >= 0 {
			said += ", " + c.what + " in " + name(c.column)
		}
	}
	if l.Respondent >= 0 {
		d.Table.ID = header[l.Respondent]
	} else {
		said = ", each row is another respondent" + said
	}
	if l.Raters != nil {
		said += ", several people's scores in " + columns.ListColumns(header, l.Raters)
	}
	l.note("columns: %s", said[2:])
	if l.Guessed {
		l.note("the form is known by what the columns hold: give --layout wide if each row is a respondent")
	}
	if l.guessed {
		l.note("the points of a question are its highest score in the table: if more can be reached, " +
			"give it with --score-max or in a column \"max score\"")
	}
	if l.again > 0 {
		l.note("%s of a respondent and question that occur again: the %s counts (choose with --attempts)",
			text.Count(l.again, "row"), l.o.Attempts)
	}
	l.sayWords()
	l.sayShort()
	for _, note := range l.layout.Notes {
		l.note("%s", note)
	}
	if len(l.layout.Ignored) > 0 {
		l.note("columns left out: %s", columns.ListColumns(header, l.layout.Ignored))
	}
}
