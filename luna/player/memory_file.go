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
	"github.com/luna-rating/luna/luna/game"
)

// OpenMemory opens the memory of games in which the questions of a set were asked, or makes the file where there is none. A file of
// other questions is an error, as is one that another process has open. Where the set has other acceptable answers than the file, the
// file gets those of the set.
func OpenMemory(path string, questions QuestionSet) (*Memory, error) {
	f, err := openLocked(path)
	if err != nil {
		return nil, err
	}
	m := NewMemory()
	content, err := io.ReadAll(f)
	if err == nil {
		var good []byte
		if good, err = m.restore(content, path, questions); err == nil {
			m.size = int64(len(good))
			m.file, err = mended(f, content, good)
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
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// mended returns an open file with good content: the one given where it has it, else a new one in its place.
func mended(f *os.File, content, good []byte) (*os.File, error) {
	if bytes.Equal(content, good) {
		return f, nil
	}
	path := f.Name()
	if err := f.Close(); err != nil {
		return nil, err
	}
	err := atomicdir.WriteFile(path, func(w io.Writer) error {
		_, err := w.Write(good)
		return err
	})
	if err != nil {
		return nil, err
	}
	return openLocked(path)
}

// restore takes in the content of a file and returns what it should be: with the header of the question set, without a line that was cut off.
func (m *Memory) restore(content []byte, path string, questions QuestionSet) (good []byte, err error) {
	header, err := headerLine(questions)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(header, content) { // new, or cut off when it was
		return header, nil
	}
	old, err := datasets.ReadQuestions(bytes.NewReader(content), path)
	if err != nil {
		return nil, err
	}
	if found := (QuestionSet{Questions: old.Questions}).Texts(); !slices.Equal(found, questions.Texts()) {
		return nil, fmt.Errorf("%s: found games of other questions, expected those of the question set %s: take another file for the memory", path, questions.Name)
	}
	_, lines, _ := bytes.Cut(content, []byte("\n"))
	if end := bytes.LastIndexByte(lines, '\n') + 1; end < len(lines) {
		if json.Valid(lines[end:]) {
			lines = append(slices.Clip(lines), '\n')
		} else {
			lines = lines[:end]
		}
	}
	good = append(header, lines...)
	return good, m.take(good, lines, path)
}

// take reads the records of a file that is whole.
func (m *Memory) take(content, lines []byte, path string) error {
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
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
		m.keep(r)
	}
	return nil
}

func headerLine(s QuestionSet) ([]byte, error) {
	var b bytes.Buffer
	err := datasets.WriteQuestions(&b, &datasets.Dataset{Name: s.Name, Questions: s.Questions,
		RatingNote: "Smarts Ratings as games revealed them, divided by 100"})
	return b.Bytes(), err
}

// recordLine is a line of the file: a respondent of the native form, and what data sets do not have, on the scale from 0 to 100.
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
	r := Record{Example: Example{Game: l.ID, Rating: *l.Rating * game.MaxRating}, Guess: Certain(math.NaN()), Time: l.Time}
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
	l := recordLine{ID: r.Game, Responses: make([]*string, len(r.Responses)), Rating: &rating, Time: r.Time}
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

// write appends a record and waits until it is on the disk. What an error leaves behind the end is taken away.
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
