package screening

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/lines"
)

const (
	fileFormat  = "luna-screening"
	fileVersion = 1
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

// fileQuestion is a line of a file. Files of before have further fields, which are read but mean
// nothing: a person marks what only the clock can answer.
type fileQuestion struct {
	Question
	Clock string `json:"clock"`
	At    string `json:"at"`
	About string `json:"about"`
}

// Read reads a questionnaire, JSON lines; file is its name in errors. The first line is a header,
// and every other line a [Question]:
//
//	{"format":"luna-screening","version":1,"name":"2010"}
//	{"set":"things","text":"What would I use a hammer for?","key":["drive nails","build"]}
//
// A question without an id gets one of its set and number.
func Read(r io.Reader, file string) (*Questionnaire, error) {
	in := lines.NewScanner(r, file, maxFileLine)
	if !in.Scan() {
		if in.Err() != nil {
			return nil, in.Err()
		}
		return nil, fileerr.New(
			file,
			0,
			"an empty file",
			`a header {"format":"luna-screening","version":1,…}`,
		)
	}
	q, err := readHeader(in.Bytes(), file)
	if err != nil {
		return nil, err
	}
	seen, ofSet := map[string]int{}, map[string]int{}
	for in.Scan() {
		if strings.TrimSpace(in.Text()) == "" {
			continue
		}
		var line fileQuestion
		if err := strictly(in.Bytes(), &line, file, in.Line()); err != nil {
			return nil, err
		}
		question := line.Question
		ofSet[question.Set]++
		if question.ID == "" {
			question.ID = fmt.Sprintf("%s-%d", question.Set, ofSet[question.Set])
		}
		if found, expected := question.fault(); found != "" {
			return nil, fileerr.New(file, in.Line(), found, expected)
		}
		if first, again := seen[question.ID]; again {
			return nil, fileerr.New(
				file,
				in.Line(),
				fmt.Sprintf("the id %s again (first on line %d)",
					fileerr.Quote(question.ID), first),
				"a unique id for each question",
			)
		}
		seen[question.ID] = in.Line()
		if q.Questions = append(q.Questions, question); len(q.Questions) > maxQuestions {
			return nil, fileerr.New(
				file,
				in.Line(),
				"more questions",
				fmt.Sprintf("at most %d", maxQuestions),
			)
		}
	}
	if in.Err() != nil {
		return nil, in.Err()
	}
	if len(q.Questions) == 0 {
		return nil, fileerr.New(
			file,
			in.Line(),
			"the end of the file",
			"at least one question after the header",
		)
	}
	return q, nil
}

func readHeader(line []byte, file string) (*Questionnaire, error) {
	var h fileHeader
	if err := json.Unmarshal(line, &h); err != nil || h.Format != fileFormat {
		return nil, fileerr.New(
			file,
			1,
			fileerr.Quote(line),
			`a header {"format":"luna-screening","version":1,…}`,
		)
	}
	if h.Version != fileVersion {
		return nil, fileerr.New(
			file,
			1,
			fmt.Sprintf("version %d", h.Version),
			"version 1, the only one this program reads",
		)
	}
	if h.Name == "" {
		h.Name = "screening"
	}
	return &Questionnaire{Name: h.Name}, nil
}

// strictly decodes a line without fields that do not exist, which are misspelt ones.
func strictly(line []byte, into any, file string, n int) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil && len(bytes.TrimSpace(line[d.InputOffset():])) > 0 {
		err = errors.New("something follows the object")
	}
	if err == nil {
		return nil
	}
	return &fileerr.Error{File: file, Line: n, Err: err, Msg: "found " + fileerr.Quote(line) +
		`, expected a question {"set":…,"text":…,"key":[…]}: ` +
		fileerr.OneLine(strings.TrimPrefix(err.Error(), "json: "))}
}

// fault returns what is wrong with a question and what was expected.
func (q *Question) fault() (found, expected string) {
	switch {
	case !slices.Contains(Sets(), q.Set):
		return "the set " + fileerr.Quote(q.Set), "one of " + strings.Join(Sets(), ", ")
	case strings.TrimSpace(q.Text) == "":
		return "a question without a text", "a text"
	case len(q.Say) > maxSaid:
		return fmt.Sprintf("%d texts to say first", len(q.Say)), fmt.Sprintf("at most %d", maxSaid)
	case q.Points < 0 || q.Points > maxPoints:
		return fmt.Sprintf("%v points", q.Points), fmt.Sprintf("at most %d, or none for 1", maxPoints)
	}
	for _, s := range slices.Concat(q.Say, q.Key, q.Reject) {
		if strings.TrimSpace(s) == "" {
			return "an empty text in say, key or reject", "texts"
		}
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
