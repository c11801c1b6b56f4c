package datasets

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
)

// CSVOptions are the options of [CSV].
type CSVOptions struct {
	// Key is the file of the questions and acceptable answers, with the columns
	// question, text and answer, one acceptable answer per row. Where it is empty, the
	// questions have no texts and no keys, and come in the order of their first
	// appearance.
	Key string
	// ScoreMax is the highest score in the file; 0 stands for 1.
	ScoreMax float64
}

// CSV returns the format csv, data in long form: one response per row in the columns
// respondent, question, response and, optionally, score and rating.
//
// Scores run from 0 to o.ScoreMax; an empty one is NaN. A respondent without a row for
// a question gave no answer, with score NaN. A rating is in [0,1] and the same in all
// rows of a respondent that state one; where the column is absent, ratings are computed
// from the scores.
func CSV(o CSVOptions) Format {
	return file("csv",
		"long form (respondent,question,response[,score][,rating]) with a key file (question,text,answer)",
		func(src source, file, name string, opts Options) (*Dataset, error) {
			return openCSV(src, file, name, o, opts)
		})
}

// longReader collects the long form: one response per row.
type longReader struct {
	opts      Options
	scoreMax  float64
	d         *Dataset
	questions map[string]int
	people    map[string]int
	hasKey    bool        // the questions come from a key file
	rows      [][]int     // by respondent and question: the line of the row, 0 if none
	scores    [][]float64 // by respondent and question: in [0,1], NaN if none
	ratings   []ratingCell
}

// ratingCell is a respondent's rating column.
type ratingCell struct {
	value float64 // NaN if not given
	line  int     // of the first row that gives it
}

func openCSV(src source, file, name string, o CSVOptions, opts Options) (*Dataset, error) {
	if math.IsNaN(o.ScoreMax) || math.IsInf(o.ScoreMax, 0) || o.ScoreMax < 0 {
		msg := fmt.Sprintf("found highest score %v, expected a positive number", o.ScoreMax)
		return nil, &UsageError{Msg: msg}
	}
	l := newLongReader(name, cmp.Or(o.ScoreMax, 1), opts)
	if o.Key != "" {
		keySource, keyFile := fileSource(o.Key)
		if err := l.readKey(keySource, keyFile); err != nil {
			return nil, err
		}
	}
	if err := l.read(src, file); err != nil {
		return nil, err
	}
	return l.d, nil
}

func newLongReader(name string, scoreMax float64, opts Options) *longReader {
	return &longReader{opts: opts, scoreMax: scoreMax, d: &Dataset{Name: name},
		questions: map[string]int{}, people: map[string]int{}}
}

// read reads the responses, after the key if there is one.
func (l *longReader) read(src source, file string) error {
	return src.read(file, "rows of respondent,question,response", l.readRows)
}

func (l *longReader) readRows(r io.Reader, name string) error {
	t, err := newTable(r, name, []string{"respondent", "question", "response"},
		[]string{"score", "rating"})
	if err != nil {
		return err
	}
	for t.next() {
		if err := l.add(t); err != nil {
			return err
		}
	}
	if t.err != nil {
		return t.err
	}
	if len(l.rows) == 0 {
		return fileerr.New(name, t.line, "the end of the file", "at least one row after the header")
	}
	l.finish(t.has("rating"))
	return nil
}

// readKey reads the questions: columns question, text and answer, one acceptable answer
// per row. A question without any has one row with an empty answer. The text is required
// in only one row of a question.
func (l *longReader) readKey(src source, file string) error {
	return src.read(file, "the key: rows of question,text,answer", l.readKeyRows)
}

func (l *longReader) readKeyRows(r io.Reader, name string) error {
	l.hasKey = true
	t, err := newTable(r, name, []string{"question", "text", "answer"}, nil)
	if err != nil {
		return err
	}
	for t.next() {
		id, err := t.id("question")
		if err != nil {
			return err
		}
		q := &l.d.Questions[l.question(id)]
		text := l.opts.text(t.field("text"))
		if q.Text == "" {
			q.Text = text
		} else if text != "" && text != q.Text {
			return fileerr.New(name, t.line, "another text for question "+fileerr.Quote(id),
				fileerr.Quote(q.Text)+" or none")
		}
		if answer := l.opts.text(t.field("answer")); strings.TrimSpace(answer) != "" {
			q.Key = append(q.Key, answer)
		}
	}
	if t.err == nil && len(l.d.Questions) == 0 {
		return fileerr.New(name, t.line, "the end of the file", "at least one row after the header")
	}
	return t.err
}

// question returns the index of a question, which it adds if it is new.
func (l *longReader) question(id string) int {
	q, ok := l.questions[id]
	if !ok {
		q = len(l.d.Questions)
		l.questions[id] = q
		l.d.Questions = append(l.d.Questions, Question{ID: id})
	}
	return q
}

// add adds one row.
func (l *longReader) add(t *table) error {
	person, err := t.id("respondent")
	if err != nil {
		return err
	}
	question, err := t.id("question")
	if err != nil {
		return err
	}
	if _, ok := l.questions[question]; l.hasKey && !ok {
		return fileerr.New(t.file, t.line, "question "+fileerr.Quote(question),
			"a question of the key file")
	}
	q := l.question(question)
	i, ok := l.people[person]
	if !ok {
		i = len(l.rows)
		l.people[person] = i
		l.d.Respondents = append(l.d.Respondents, Respondent{ID: person})
		l.rows = append(l.rows, nil)
		l.scores = append(l.scores, nil)
		l.ratings = append(l.ratings, ratingCell{value: math.NaN()})
	}
	r := &l.d.Respondents[i]
	l.grow(i, q+1)
	if first := l.rows[i][q]; first > 0 {
		return fileerr.New(t.file, t.line,
			fmt.Sprintf("respondent %s, question %s again (first on line %d)",
				fileerr.Quote(person), fileerr.Quote(question), first), "each pair once")
	}
	l.rows[i][q] = t.line
	r.Responses[q] = l.opts.response(t.field("response"))
	if s := strings.TrimSpace(t.field("score")); s != "" {
		score, err := numberField(t.file, t.line, "score", s, 0, l.scoreMax)
		if err != nil {
			return err
		}
		l.scores[i][q] = score / l.scoreMax
	}
	if s := strings.TrimSpace(t.field("rating")); s != "" {
		v, err := numberField(t.file, t.line, "rating", s, 0, 1)
		if err != nil {
			return err
		}
		if c := l.ratings[i]; c.line > 0 && c.value != v {
			return fileerr.New(t.file, t.line,
				fmt.Sprintf("rating %v for respondent %s", v, fileerr.Quote(person)),
				fmt.Sprintf("%v as on line %d", c.value, c.line))
		}
		l.ratings[i] = ratingCell{v, t.line}
	}
	return nil
}

// grow extends respondent i's slices to the given number of questions.
func (l *longReader) grow(i, questions int) {
	r := &l.d.Respondents[i]
	for len(r.Responses) < questions {
		r.Responses = append(r.Responses, "")
		l.rows[i] = append(l.rows[i], 0)
		l.scores[i] = append(l.scores[i], math.NaN())
	}
}

// finish completes the respondents and rates them, from the scores unless the file has a
// rating column.
func (l *longReader) finish(hasRatings bool) {
	d := l.d
	answered := make([]bool, len(d.Questions))
	graded := make([]bool, len(d.Questions))
	totals := make([]float64, len(d.Respondents))
	anyScore := false
	for i := range d.Respondents {
		l.grow(i, len(d.Questions))
		scored := false
		for q, s := range l.scores[i] {
			answered[q] = answered[q] || l.rows[i][q] > 0
			if !math.IsNaN(s) {
				totals[i] += s
				graded[q] = true
				scored = true
			}
		}
		if !scored {
			totals[i] = math.NaN()
		}
		anyScore = anyScore || scored
	}
	maxTotal := 0
	for q := range d.Questions {
		if graded[q] {
			maxTotal++
		}
		if !answered[q] {
			d.Warnings = append(d.Warnings,
				"question "+fileerr.Quote(d.Questions[q].ID)+" of the key file has no response")
		}
	}
	if anyScore {
		for i := range d.Respondents {
			d.Respondents[i].Scores = l.scores[i]
		}
	}
	if !hasRatings {
		rate(d, l.opts.Rating, totals, float64(maxTotal))
		d.Scale.Zero *= l.scoreMax
		d.Scale.Full *= l.scoreMax
		return
	}
	d.RatingNote = "ratings as given in the file"
	for i := range d.Respondents {
		d.Respondents[i].Rating = l.ratings[i].value
	}
}
