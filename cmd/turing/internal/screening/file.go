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

// Bounds of a questionnaire's file.
const (
	maxQuestions = 10_000
	maxFileLine  = 1 << 20 // bytes
	maxSaid      = 100     // texts before a question
	maxPoints    = 1_000_000
)

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
		found, expected := "", ""
		if line := bytes.TrimSpace(in.Bytes()); q.Name == "" {
			found, expected = q.header(line)
		} else if len(line) > 0 {
			question, err := parseQuestion(line)
			if err != nil {
				return nil, files.At(file, in.Line(), err)
			}
			ofSet[question.Set]++
			if question.ID == "" {
				question.ID = fmt.Sprintf("%s-%d", question.Set, ofSet[question.Set])
			}
			found, expected = question.fault()
			if first, again := seen[question.ID]; again {
				found = fmt.Sprintf("the id %s again (first on line %d)", text.Quote(question.ID), first)
				expected = "a unique id for each question"
			}
			seen[question.ID] = in.Line()
			if q.Questions = append(q.Questions, question); len(q.Questions) > maxQuestions {
				found, expected = "more questions", fmt.Sprintf("at most %d", maxQuestions)
			}
		}
		if found != "" {
			return nil, files.New(file, in.Line(), found, expected)
		}
	}
	switch {
	case in.Err() != nil:
		return nil, in.Err()
	case q.Name == "":
		return nil, files.New(file, 0, "an empty file", expectedHeader)
	case len(q.Questions) == 0:
		return nil, files.New(file, in.Line(), "the end of the file",
			"at least one question after the header")
	}
	return q, nil
}

// header reads the first line, and returns what is wrong with it and what was expected.
func (q *Questionnaire) header(line []byte) (found, expected string) {
	var h fileHeader
	if err := json.Unmarshal(line, &h); err != nil || h.Format != fileFormat {
		return text.Quote(line), expectedHeader
	}
	if h.Version != fileVersion {
		return fmt.Sprintf("version %d", h.Version), "version 1, the only one this program reads"
	}
	q.Name = cmp.Or(h.Name, "screening")
	return "", ""
}

// parseQuestion refuses fields that do not exist, which are misspelt ones.
func parseQuestion(line []byte) (q Question, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err = d.Decode(&q)
	if err == nil && d.InputOffset() < int64(len(line)) {
		err = errors.New("something follows the object")
	}
	if err != nil {
		err = fmt.Errorf(`found %s, expected a question {"set":…,"text":…,"key":[…]}: %s`,
			text.Quote(line), text.OneLine(strings.TrimPrefix(err.Error(), "json: ")))
	}
	return q, err
}

// fault returns what is wrong with a question and what was expected.
func (q *Question) fault() (found, expected string) {
	blank := func(s string) bool { return strings.TrimSpace(s) == "" }
	switch {
	case !slices.Contains(Sets(), q.Set):
		return "the set " + text.Quote(q.Set), "one of " + strings.Join(Sets(), ", ")
	case blank(q.Text):
		return "a question without a text", "a text"
	case len(q.Say) > maxSaid:
		return fmt.Sprintf("%d texts to say first", len(q.Say)), fmt.Sprintf("at most %d", maxSaid)
	case q.Points < 0 || q.Points > maxPoints:
		return fmt.Sprintf("%v points", q.Points), fmt.Sprintf("at most %d, or none for 1", maxPoints)
	case slices.ContainsFunc(slices.Concat(q.Say, q.Key, q.Reject), blank):
		return "an empty text in say, key or reject", "texts"
	}
	return "", ""
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
