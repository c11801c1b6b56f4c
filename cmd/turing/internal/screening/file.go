package screening

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

const (
	fileFormat     = "luna-screening"
	fileVersion    = 1
	expectedHeader = `a header {"format":"luna-screening","version":1,…}`
)

const maxFileLine = 1 << 20 // bytes

type fileHeader struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Name    string `json:"name"`
}

// Read reads a questionnaire, JSON lines; file is its name in errors. The first line is a header,
// and every other line a [Question]:
//
//	{"format":"luna-screening","version":1,"name":"2010"}
//	{"set":"things","text":"What would I use a hammer for?","key":["drive nails","build"]}
//
// A question without an id gets one of its set and number.
func Read(r io.Reader, file string) (*Questionnaire, error) {
	in := files.NewScanner(r, file, maxFileLine)
	q := &Questionnaire{}
	seen, ofSet := map[string]int{}, map[string]int{}
	for in.Scan() {
		line := bytes.TrimSpace(in.Bytes())
		if q.Name == "" {
			var h fileHeader
			err := json.Unmarshal(line, &h)
			if err != nil || h.Format != fileFormat || h.Version != fileVersion {
				return nil, files.New(file, in.Line(), text.Quote(line), expectedHeader)
			}
			q.Name = cmp.Or(h.Name, "screening")
		} else if len(line) > 0 {
			question, err := parseQuestion(line)
			if err != nil {
				return nil, files.At(file, in.Line(), err)
			}
			ofSet[question.Set]++
			question.ID = cmp.Or(question.ID, fmt.Sprintf("%s-%d", question.Set, ofSet[question.Set]))
			if first, again := seen[question.ID]; again {
				return nil, files.New(file, in.Line(), fmt.Sprintf("the id %s again (first on line %d)",
					text.Quote(question.ID), first), "a unique id for each question")
			}
			seen[question.ID] = in.Line()
			q.Questions = append(q.Questions, question)
		}
	}
	switch {
	case in.Err() != nil:
		return nil, in.Err()
	case q.Name == "":
		return nil, files.New(file, 0, "an empty file", expectedHeader)
	case len(q.Questions) == 0:
		return nil, files.New(file, in.Line(), "no question", "questions after the header")
	}
	return q, nil
}

// parseQuestion reads a question. It refuses fields that do not exist, which are misspelt ones.
func parseQuestion(line []byte) (q Question, err error) {
	switch err = files.DecodeJSON(line, &q); {
	case err == nil && !slices.Contains(Sets(), q.Set):
		err = fmt.Errorf("set is one of %s", strings.Join(Sets(), ", "))
	case err == nil && strings.TrimSpace(q.Text) == "":
		err = errors.New("text is empty")
	case err == nil && q.Points < 0:
		err = errors.New("points are above 0, or missing for 1")
	}
	if err != nil {
		err = fmt.Errorf(`found %s, expected a question {"set":…,"text":…,"key":[…]}: %s`,
			text.Quote(line), text.OneLine(strings.TrimPrefix(err.Error(), "json: ")))
	}
	return q, err
}

// Write writes a questionnaire as Read reads it.
func (q *Questionnaire) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	err := e.Encode(fileHeader{Format: fileFormat, Version: fileVersion, Name: q.Name})
	for _, question := range q.Questions {
		if err == nil {
			err = e.Encode(question)
		}
	}
	return err
}
