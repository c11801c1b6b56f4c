package datasets

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// maxKeyRows bounds a table of acceptable answers.
const maxKeyRows = 1_000_000

// answerKey is the questions of a file, sheet or row of acceptable answers.
type answerKey struct {
	questions []Question
	points    []float64 // by question, NaN if it has none
	index     map[string]int
}

// question returns the index of a question, which it adds if it is new.
func (k *answerKey) question(id string) int {
	q, ok := k.index[id]
	if !ok {
		q = len(k.questions)
		k.index[id] = q
		k.questions = append(k.questions, Question{ID: id})
		k.points = append(k.points, math.NaN())
	}
	return q
}

// readKey reads acceptable answers: rows of question, text, answer and points, or one row with a
// column per question.
func readKey(in *sheet.Reader, name string, opts Options) (*answerKey, error) {
	const expected = "a header with the columns question,text,answer"
	header, err := in.Next()
	if err == io.EOF {
		return nil, files.New(name, 0, "an empty file", expected)
	}
	if err != nil {
		return nil, err
	}
	k := &answerKey{index: map[string]int{}}
	t, long := columns.RecogniseKey(header.Cells)
	rows := 0
	var points []string
	last := header.Number
	for {
		row, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if rows++; rows > maxKeyRows {
			return nil, files.New(name, row.Number, "more rows", fmt.Sprintf("at most %d",
				maxKeyRows))
		}
		last = row.Number
		switch {
		case blank(row.Cells):
		case in.Sheets() == nil && len(row.Cells) != len(header.Cells):
			return nil, widthError(name, row, len(header.Cells))
		case long:
			err = k.add(t, row, name, opts)
		case columns.IsPoints(columns.At(row.Cells, 0)):
			points = row.Cells
		case len(k.questions) == 0:
			k.addRow(header.Cells, row.Cells, opts)
		default:
			err = files.New(name, row.Number, "another row below the columns "+
				columns.ListColumns(header.Cells, named(header.Cells, 0)), expected+
				", or one row of answers, with alternatives separated by |")
		}
		if err != nil {
			return nil, err
		}
	}
	if len(k.questions) == 0 {
		return nil, files.New(name, last, "the end of the file",
			"at least one row after the header")
	}
	for column, h := range header.Cells {
		if q, found := k.index[strings.TrimSpace(h)]; found && points != nil {
			if v, _, ok := columns.Number(columns.At(points, column)); ok && v > 0 {
				k.points[q] = v
			}
		}
	}
	return k, nil
}

// add adds a row of question, text, answer and points.
func (k *answerKey) add(t columns.KeyTable, row sheet.Row, name string, opts Options) error {
	id := rawText(strings.TrimSpace(columns.At(row.Cells, t.Question)))
	if id == "" {
		return files.New(name, row.Number, "no question", "one in every row")
	}
	n := k.question(id)
	q := &k.questions[n]
	content := opts.text(columns.At(row.Cells, t.Text))
	if q.Text == "" {
		q.Text = content
	} else if content != "" && content != q.Text {
		return files.New(name, row.Number, "another text for question "+text.Quote(id),
			text.Quote(q.Text)+" or none")
	}
	for _, k := range t.Answers {
		if answer := opts.text(columns.At(row.Cells, k)); strings.TrimSpace(answer) != "" {
			q.Key = append(q.Key, answer)
		}
	}
	cell := columns.At(row.Cells, t.Points)
	if columns.Missing(cell) {
		return nil
	}
	v, _, ok := columns.Number(cell)
	if !ok || v <= 0 {
		return files.New(name, row.Number, "points "+text.Quote(cell), "a number above 0")
	}
	k.points[n] = v
	return nil
}

// addRow adds a row with a column per question.
func (k *answerKey) addRow(header, row []string, opts Options) {
	for column, h := range header {
		answers := columns.At(row, column)
		if h = strings.TrimSpace(h); h == "" || column == 0 && columns.IsKey(answers) {
			continue
		}
		q := k.question(h)
		k.questions[q].Key = alternatives(answers, opts)
	}
}

// alternatives splits acceptable answers at "|".
func alternatives(cell string, opts Options) []string {
	var list []string
	for answer := range strings.SplitSeq(cell, "|") {
		if answer = opts.text(strings.TrimSpace(answer)); answer != "" {
			list = append(list, answer)
		}
	}
	return list
}

// blank reports whether a row has no entry.
func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" })
}
