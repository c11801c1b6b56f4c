package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/datasets"
)

// Form is the format of what [ReadForm] reads, for datasets.Open.
var Form = datasets.Format{
	Name:        "form",
	Argument:    "FILE",
	Description: "what an online form exports",
	Open: func(path string, _ datasets.Options) ([]*datasets.Dataset, error) {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		d, err := ReadForm(file, path)
		if err != nil {
			return nil, err
		}
		return []*datasets.Dataset{d}, nil
	},
}

// ReadForm reads what an online form exports, one respondent per row:
//
//	respondent,What is a stack?,What is a queue?,rating
//	KEY,last in first out|LIFO,first in first out|FIFO,
//	ann,the last one in is first out,a line,0.5
//
// The first row has the questions, the second one their acceptable answers. A rating is in [0,1],
// or empty if it is not known. Errors are of type *datasets.Error and name file and line.
func ReadForm(r io.Reader, file string) (*datasets.Dataset, error) {
	rows := csv.NewReader(r)
	wrong := func(format string, args ...any) error {
		line, _ := rows.FieldPos(0)
		return &datasets.Error{File: file, Line: line, Msg: fmt.Sprintf(format, args...)}
	}
	read := func(what string) ([]string, error) {
		row, err := rows.Read()
		switch parse := (*csv.ParseError)(nil); {
		case errors.As(err, &parse):
			msg := "found " + parse.Err.Error() + ", expected " + what
			return nil, &datasets.Error{File: file, Line: parse.Line, Msg: msg, Err: err}
		case err == io.EOF:
			return nil, err
		case err != nil:
			return nil, &datasets.Error{File: file, Msg: err.Error(), Err: err}
		}
		return row, nil
	}

	head, err := read("the questions")
	if err == io.EOF {
		return nil, &datasets.Error{File: file, Msg: "found nothing, expected the questions"}
	} else if err != nil {
		return nil, err
	}
	last := len(head) - 1
	if last < 2 || head[last] != "rating" {
		return nil, wrong("found columns %q, expected respondent, questions and rating", head)
	}
	key, err := read("the acceptable answers")
	if err == io.EOF || err == nil && key[0] != "KEY" {
		return nil, wrong("found no KEY, expected the acceptable answers in the second row")
	} else if err != nil {
		return nil, err
	}
	d := &datasets.Dataset{Name: "form", RatingNote: "as the form has them"}
	for j := 1; j < last; j++ {
		q := datasets.Question{ID: strconv.Itoa(j), Text: datasets.RepairText(head[j])}
		for answer := range strings.SplitSeq(key[j], "|") {
			q.Key = append(q.Key, datasets.RepairText(answer))
		}
		d.Questions = append(d.Questions, q)
	}
	for {
		row, err := read("a respondent")
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		respondent := datasets.Respondent{ID: row[0], Rating: math.NaN()}
		for _, response := range row[1:last] {
			respondent.Responses = append(respondent.Responses, datasets.RepairResponse(response))
		}
		if row[last] != "" {
			rating, err := strconv.ParseFloat(row[last], 64)
			if err != nil || !(rating >= 0 && rating <= 1) {
				return nil, wrong("found the rating %q, expected a number from 0 to 1", row[last])
			}
			respondent.Rating = rating
		}
		d.Respondents = append(d.Respondents, respondent)
	}
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return d, nil
}
