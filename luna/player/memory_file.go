package player

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/luna/game"
)

// maxMemory bounds the size of a memory's file, in bytes: some hundred thousand games.
const maxMemory = 1 << 30

// OpenMemory opens the file of a memory for games with the questions of a set, and creates it if it
// does not exist. It returns an error if the file has other questions or is open in another
// process. If the acceptable answers differ, those of the set replace those in the file.
func OpenMemory(path string, questions QuestionSet) (*Memory, error) {
	f, err := openLocked(path)
	if err != nil {
		return nil, err
	}
	m := NewMemory()
	content, err := files.ReadAll(f, path, maxMemory, "the games of a player")
	if err == nil {
		var repaired []byte
		if repaired, err = m.restore(content, path, questions); err == nil {
			m.size = int64(len(repaired))
			m.file, err = replaceContent(f, content, repaired)
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return m, nil
}

func openLocked(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := atomicdir.Lock(f); err != nil {
		f.Close()
		return nil, files.At(path, 0, err)
	}
	return f, nil
}

// replaceContent returns an open file with new content: f if its content is the same, else a new
// file that replaces it.
func replaceContent(f *os.File, content, replacement []byte) (*os.File, error) {
	if bytes.Equal(content, replacement) {
		return f, nil
	}
	path := f.Name()
	if err := f.Close(); err != nil {
		return nil, err
	}
	err := atomicdir.WriteFile(path, func(w io.Writer) error {
		_, err := w.Write(replacement)
		return err
	})
	if err != nil {
		return nil, err
	}
	return openLocked(path)
}

// restore reads the content of a file and returns it repaired: with the header of the question set
// and without an incomplete last line.
func (m *Memory) restore(content []byte, path string, questions QuestionSet) (repaired []byte, err error) {
	header, err := headerLine(questions)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(header, content) { // new, or incomplete
		return header, nil
	}
	old, err := datasets.ReadQuestions(bytes.NewReader(content), path)
	if err != nil {
		return nil, err
	}
	found := QuestionSet{Questions: old.Questions}
	if !slices.Equal(found.Texts(), questions.Texts()) {
		return nil, fmt.Errorf("%s: found games of other questions, "+
			"expected those of the question set %s: take another file for the memory",
			path, questions.Name)
	}
	_, lines, _ := bytes.Cut(content, []byte("\n"))
	if end := bytes.LastIndexByte(lines, '\n') + 1; end < len(lines) {
		if json.Valid(lines[end:]) {
			lines = append(slices.Clip(lines), '\n')
		} else {
			lines = lines[:end]
		}
	}
	repaired = append(header, lines...)
	return repaired, m.readRecords(repaired, lines, path)
}

// readRecords reads the records in the lines of a complete file.
func (m *Memory) readRecords(content, lines []byte, path string) error {
	if len(bytes.TrimSpace(lines)) == 0 {
		return nil
	}
	if _, err := datasets.ReadJSONL(bytes.NewReader(content), path); err != nil {
		return err
	}
	n := 1
	for line := range bytes.Lines(lines) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		r, err := parseRecord(line)
		if err != nil {
			return files.At(path, n, err)
		}
		m.keep(r)
	}
	return nil
}

func headerLine(s QuestionSet) ([]byte, error) {
	var b bytes.Buffer
	err := datasets.WriteQuestions(&b, &datasets.Dataset{
		Name: s.Name, Questions: s.Questions,
		RatingNote: "Smarts Ratings as games revealed them, divided by 100",
	})
	return b.Bytes(), err
}

// recordLine is a line of the file: a respondent in the native format, followed by fields that data
// sets do not have. Guess and Interval are from 0 to 100.
type recordLine struct {
	ID        game.GameID `json:"id"`
	Responses []*string   `json:"responses"`
	Rating    *float64    `json:"rating"`
	Guess     *float64    `json:"guess,omitempty"`
	Interval  []float64   `json:"interval,omitempty"`
	Time      time.Time   `json:"time,omitzero"`
}

func parseRecord(line []byte) (Record, error) {
	var l recordLine
	if err := json.Unmarshal(line, &l); err != nil {
		return Record{}, err
	}
	if l.Rating == nil {
		return Record{}, errors.New("found no rating, expected the one that the game revealed")
	}
	r := Record{
		Example: Example{Game: l.ID, Rating: *l.Rating * game.MaxRating},
		Guess:   PointGuess(math.NaN()),
		Time:    l.Time,
	}
	for _, text := range l.Responses {
		if text == nil {
			text = new(string)
		}
		r.Responses = append(r.Responses, *text)
	}
	if l.Guess != nil {
		r.Guess.Rating = *l.Guess
	}
	if len(l.Interval) == 2 {
		r.Guess.Low, r.Guess.High = l.Interval[0], l.Interval[1]
	}
	return r, nil
}

func formatRecord(r Record) ([]byte, error) {
	rating := r.Rating / game.MaxRating
	responses := make([]*string, len(r.Responses))
	l := recordLine{ID: r.Game, Responses: responses, Rating: &rating, Time: r.Time}
	for i := range r.Responses {
		if r.Responses[i] != "" {
			l.Responses[i] = &r.Responses[i]
		}
	}
	if !math.IsNaN(r.Guess.Rating) {
		l.Guess = &r.Guess.Rating
	}
	if !math.IsNaN(r.Guess.Low) && !math.IsNaN(r.Guess.High) {
		l.Interval = []float64{r.Guess.Low, r.Guess.High}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(l)
	return b.Bytes(), err
}

// write appends a record and waits until it is on the disk. After an error it removes what was
// written.
func (m *Memory) write(r Record) error {
	line, err := formatRecord(r)
	if err != nil {
		return err
	}
	if _, err = m.file.WriteAt(line, m.size); err == nil {
		err = m.file.Sync()
	}
	if err != nil {
		return errors.Join(err, m.file.Truncate(m.size))
	}
	m.size += int64(len(line))
	return nil
}
