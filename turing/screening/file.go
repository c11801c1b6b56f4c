package screening

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/lines"
)

const (
	fileFormat  = "luna-screening"
	fileVersion = 1
	startForm   = "2006-01-02T15:04:05"
)

// Bounds of a questionnaire's file.
const (
	maxQuestions = 10_000
	maxFileLine  = 1 << 20 // bytes
	maxSaid      = 100     // texts before a question
	maxPoints    = 1_000_000
)

type fileHeader struct {
	Format  string  `json:"format"`
	Version int     `json:"version"`
	Name    string  `json:"name"`
	Seed    uint64  `json:"seed,omitempty"`
	Start   string  `json:"start,omitempty"`
	Rounds  int     `json:"rounds,omitempty"`
	Minutes float64 `json:"minutes,omitempty"`
}

// Read reads a questionnaire, JSON lines; file is its name in errors. The first line is a header,
// and every other line a [Question]:
//
//	{"format":"luna-screening","version":1,"name":"2010","start":"2010-10-23T09:30:00",
//	 "rounds":6,"minutes":30}
//	{"set":"things","text":"What would I use a hammer for?","key":["drive nails","build"]}
//
// The start is in local time. Without start, rounds and minutes, the facts are those of 2010. A
// question without an id gets one of its set and number.
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
	seen := map[string]int{}
	for in.Scan() {
		if strings.TrimSpace(in.Text()) == "" {
			continue
		}
		var question Question
		if err := strictly(in.Bytes(), &question, file, in.Line()); err != nil {
			return nil, err
		}
		if question.ID == "" {
			n := 1 + len(slices.Collect(q.ofSet(question.Set)))
			question.ID = fmt.Sprintf("%s-%d", question.Set, n)
		}
		if found, expected := question.fault(q.Facts); found != "" {
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
	q := &Questionnaire{Name: h.Name, Seed: h.Seed, Facts: Facts2010(time.Local)}
	if q.Name == "" {
		q.Name = "screening"
	}
	if h.Start != "" {
		start, err := time.ParseInLocation(startForm, h.Start, time.Local)
		if err != nil {
			return nil, fileerr.New(
				file,
				1,
				"the start "+fileerr.Quote(h.Start),
				"a local time such as "+startForm,
			)
		}
		q.Facts.Start = start
	}
	if h.Rounds != 0 {
		q.Facts.Rounds = h.Rounds
	}
	if h.Minutes != 0 {
		q.Facts.Round = time.Duration(max(-1, min(h.Minutes, 1_000_000)) * float64(time.Minute)).
			Round(time.Second)
	}
	if err := q.Facts.Check(); err != nil {
		return nil, &fileerr.Error{File: file, Line: 1, Msg: err.Error(), Err: err}
	}
	return q, nil
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
func (q *Question) fault(f Facts) (found, expected string) {
	switch {
	case !slices.Contains(Sets(), q.Set):
		return "the set " + fileerr.Quote(q.Set), "one of " + strings.Join(Sets(), ", ")
	case strings.TrimSpace(q.Text) == "":
		return "a question without a text", "a text"
	case len(q.Say) > maxSaid:
		return fmt.Sprintf("%d texts to say first", len(q.Say)), fmt.Sprintf("at most %d", maxSaid)
	case q.Points < 0 || q.Points > maxPoints:
		return fmt.Sprintf(
				"%v points",
				q.Points,
			), fmt.Sprintf(
				"at most %d, or none for 1",
				maxPoints,
			)
	case q.Clock != "" && len(q.Key)+len(q.Reject) > 0:
		return "both a clock and a key", "one of them"
	case q.At != "" && q.Clock == "":
		return `"at" without "clock"`, "both, or none of them"
	}
	for _, s := range slices.Concat(q.Say, q.Key, q.Reject) {
		if strings.TrimSpace(s) == "" {
			return "an empty text in say, key or reject", "texts"
		}
	}
	if _, err := q.expects(f, f.Start); err != nil {
		found, expected, _ = strings.Cut(strings.TrimPrefix(err.Error(), "found "), ", expected ")
	}
	return found, expected
}

// Write writes a questionnaire as Read reads it.
func (q *Questionnaire) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	err := e.Encode(fileHeader{
		Format: fileFormat, Version: fileVersion, Name: q.Name, Seed: q.Seed,
		Start: q.Facts.Start.Format(
			startForm,
		), Rounds: q.Facts.Rounds, Minutes: q.Facts.Round.Minutes(),
	})
	for _, question := range q.Questions {
		if err == nil {
			err = e.Encode(question)
		}
	}
	return err
}
