package datasets

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/luna-rating/luna/internal/fileerr"
)

// LongCSV is a data set in long form, as kind csv reads it.
type LongCSV struct {
	// Responses has the columns respondent, question, response, score where there are scores, and
	// rating: a row for each respondent and question.
	Responses []byte
	// Key has the columns question, text and answer: a row for each acceptable answer, or one
	// with an empty answer for a question without any.
	Key []byte
	// Losses says what will be different after reading both again, one clause each; empty
	// where nothing will be but the name and RatingNote.
	Losses []string
}

// NewLongCSV makes the long form of a data set, which must pass [Dataset.Validate]. Numbers survive
// exactly. It fails where the form cannot hold the data set: with a NUL byte in a text, say, or a blank at the end of an
// identifier.
func NewLongCSV(d *Dataset) (LongCSV, error) {
	if err := d.Validate(); err != nil {
		return LongCSV{}, err
	}
	l := LongCSV{Responses: longRows(d), Key: keyRows(d)}
	back := newLongReader("csv", 1, Options{})
	err := back.readKeyRows(bytes.NewReader(l.Key), "key")
	if err == nil {
		err = back.readRows(bytes.NewReader(l.Responses), "responses")
	}
	if err == nil {
		err = sameIDs(d, back.d)
	}
	if err != nil {
		return LongCSV{}, &Error{File: d.Name, Msg: "found what CSV cannot hold, expected what can be read again: " + err.Error(), Err: err}
	}
	l.Losses = losses(d, back.d)
	return l, nil
}

// longRows writes the responses. A rating column is always there, since ratings would be made of the scores without it.
func longRows(d *Dataset) []byte {
	scored := slices.ContainsFunc(d.Respondents, func(r Respondent) bool { return r.Scores != nil })
	header := []string{"respondent", "question", "response"}
	if scored {
		header = append(header, "score")
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	write(w, append(header, "rating")...)
	for i := range d.Respondents {
		r := &d.Respondents[i]
		for q := range d.Questions {
			row := []string{r.ID, d.Questions[q].ID, r.Responses[q]}
			if scored {
				score := math.NaN()
				if r.Scores != nil {
					score = r.Scores[q]
				}
				row = append(row, cell(score))
			}
			write(w, append(row, cell(r.Rating))...)
		}
	}
	w.Flush()
	return b.Bytes()
}

// keyRows writes the questions and their keys.
func keyRows(d *Dataset) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	write(w, "question", "text", "answer")
	for _, q := range d.Questions {
		if len(q.Key) == 0 {
			write(w, q.ID, q.Text, "")
		}
		for _, answer := range q.Key {
			write(w, q.ID, q.Text, answer)
		}
	}
	w.Flush()
	return b.Bytes()
}

// write writes a row to a buffer, which never fails.
func write(w *csv.Writer, row ...string) { _ = w.Write(row) }

// cell is a number, or nothing for NaN.
func cell(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// sameIDs checks that questions and respondents have kept their names and order.
func sameIDs(d, back *Dataset) error {
	if len(d.Questions) != len(back.Questions) || len(d.Respondents) != len(back.Respondents) {
		return fmt.Errorf("found %d respondents and %d questions after reading, expected %d and %d",
			len(back.Respondents), len(back.Questions), len(d.Respondents), len(d.Questions))
	}
	for q := range d.Questions {
		if a, b := d.Questions[q].ID, back.Questions[q].ID; a != b {
			return fmt.Errorf("question %s would become %s", fileerr.Quote(a), fileerr.Quote(b))
		}
	}
	for i := range d.Respondents {
		if a, b := d.Respondents[i].ID, back.Respondents[i].ID; a != b {
			return fmt.Errorf("respondent %s would become %s", fileerr.Quote(a), fileerr.Quote(b))
		}
	}
	return nil
}

// losses compares a data set with what is read back.
func losses(d, back *Dataset) []string {
	var list []string
	lose := func(n int, what, first string) {
		if n > 0 {
			list = append(list, fmt.Sprintf("%s will read differently (the first is %s)", fileerr.Count(n, what), first))
		}
	}
	if d.Synthetic {
		list = append(list, "that the data are synthetic has no place in CSV")
	}
	if slices.ContainsFunc(d.Respondents, func(r Respondent) bool { return r.Judgements != nil }) {
		list = append(list, "the grades of single judges have no place in CSV")
	}
	n, first := 0, ""
	for q := range d.Questions {
		if a, b := d.Questions[q], back.Questions[q]; a.Text != b.Text || !slices.Equal(a.Key, b.Key) {
			if n++; n == 1 {
				first = "question " + fileerr.Quote(a.ID)
			}
		}
	}
	lose(n, "question", first)
	n = 0
	for i := range d.Respondents {
		for q, response := range d.Respondents[i].Responses {
			if response != back.Respondents[i].Responses[q] {
				if n++; n == 1 {
					first = "respondent " + fileerr.Quote(d.Respondents[i].ID) + ", question " + fileerr.Quote(d.Questions[q].ID)
				}
			}
		}
	}
	lose(n, "response", first)
	return list
}
