package datasets

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// MarshalCSV returns a data set, which must pass [Dataset.Validate], in the two files that
// the format [Table] reads.
//
// responses has one row per respondent and question in the columns respondent, question, response,
// score (if there are scores) and rating. key has one row per acceptable answer in the columns
// question, text and answer; a question without any has one row with an empty answer. Numbers
// survive exactly. losses lists, in one clause each, what will differ after reading both files
// again, besides Name and RatingNote.
//
// It fails if the format cannot hold the data set, for example because of a NUL byte in a
// text or a blank at the end of an identifier.
func MarshalCSV(d *Dataset) (responses, key []byte, losses []string, err error) {
	if err := d.Validate(); err != nil {
		return nil, nil, nil, err
	}
	responses, key = longRows(d), keyRows(d)
	back, err := readLongText(responses, key)
	if err == nil {
		err = sameIDs(d, back)
	}
	if err != nil {
		return nil, nil, nil, &Error{File: d.Name, Err: err,
			Msg: "found what CSV cannot hold, expected what can be read again: " + err.Error()}
	}
	return responses, key, differences(d, back), nil
}

// readLongText reads what MarshalCSV writes.
func readLongText(responses, key []byte) (*Dataset, error) {
	in, err := sheet.NewReader(bytes.NewReader(key), "key", sheet.Options{})
	if err != nil {
		return nil, err
	}
	answers, err := readKey(in, "key", Options{})
	if err != nil {
		return nil, err
	}
	in, err = sheet.NewReader(bytes.NewReader(responses), "responses", sheet.Options{})
	if err != nil {
		return nil, err
	}
	return readOne(in, "responses", answers, TableOptions{Layout: "long", Strict: true}, Options{})
}

// longRows returns the file of responses. It always has a rating column, because ratings
// would be computed from the scores without it.
func longRows(d *Dataset) []byte {
	scored := slices.ContainsFunc(d.Respondents, func(r Respondent) bool { return r.Scores != nil })
	header := []any{"respondent", "question", "response"}
	if scored {
		header = append(header, "score")
	}
	rows := [][]any{append(header, "rating")}
	for i := range d.Respondents {
		r := &d.Respondents[i]
		for q := range d.Questions {
			row := []any{r.ID, d.Questions[q].ID, r.Responses[q]}
			if scored {
				score := math.NaN()
				if r.Scores != nil {
					score = r.Scores[q]
				}
				row = append(row, score)
			}
			rows = append(rows, append(row, r.Rating))
		}
	}
	return textOf(rows)
}

// keyRows returns the file of the questions and their keys.
func keyRows(d *Dataset) []byte { return textOf(keyCells(d)) }

func keyCells(d *Dataset) [][]any {
	rows := [][]any{{"question", "text", "answer"}}
	for _, q := range d.Questions {
		if len(q.Key) == 0 {
			rows = append(rows, []any{q.ID, q.Text, ""})
		}
		for _, answer := range q.Key {
			rows = append(rows, []any{q.ID, q.Text, answer})
		}
	}
	return rows
}

// textOf writes rows to a buffer, which cannot fail.
func textOf(rows [][]any) []byte {
	var b bytes.Buffer
	_ = sheet.Write(&b, sheet.Dialect{}, rows)
	return b.Bytes()
}

// sameIDs checks that the ids of questions and respondents are the same in both data sets.
func sameIDs(d, back *Dataset) error {
	if len(d.Questions) != len(back.Questions) || len(d.Respondents) != len(back.Respondents) {
		return fmt.Errorf("found %d respondents and %d questions after reading, expected %d and %d",
			len(back.Respondents), len(back.Questions), len(d.Respondents), len(d.Questions))
	}
	for q := range d.Questions {
		if a, b := d.Questions[q].ID, back.Questions[q].ID; a != b {
			return fmt.Errorf("question %s would become %s", text.Quote(a), text.Quote(b))
		}
	}
	for i := range d.Respondents {
		if a, b := d.Respondents[i].ID, back.Respondents[i].ID; a != b {
			return fmt.Errorf("respondent %s would become %s", text.Quote(a), text.Quote(b))
		}
	}
	return nil
}

// differences says how a data set differs from what is read back.
func differences(d, back *Dataset) []string {
	var list []string
	lose := func(n int, what, first string) {
		if n > 0 {
			list = append(list, fmt.Sprintf("%s will read differently (the first is %s)",
				text.Count(n, what), first))
		}
	}
	if d.Synthetic {
		list = append(list, "that the data are synthetic has no place in CSV")
	}
	if slices.ContainsFunc(d.Respondents, func(r Respondent) bool { return r.Judgements != nil }) {
		list = append(list, "the grades of single judges have no place in CSV")
	}
	if slices.ContainsFunc(d.Respondents, func(r Respondent) bool { return r.Attributes != nil }) {
		list = append(list, "the attributes of respondents have no place in CSV")
	}
	n, first := 0, ""
	for q := range d.Questions {
		if a, b := d.Questions[q], back.Questions[q]; a.Text != b.Text ||
			!slices.Equal(a.Key, b.Key) {
			if n++; n == 1 {
				first = "question " + text.Quote(a.ID)
			}
		}
	}
	lose(n, "question", first)
	n = 0
	for i := range d.Respondents {
		for q, response := range d.Respondents[i].Responses {
			if response != back.Respondents[i].Responses[q] {
				if n++; n == 1 {
					first = "respondent " + text.Quote(d.Respondents[i].ID) + ", question " +
						text.Quote(d.Questions[q].ID)
				}
			}
		}
	}
	lose(n, "response", first)
	return list
}
