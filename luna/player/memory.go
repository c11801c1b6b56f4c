package player

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// Record is what is remembered about a finished game in which the opponent's rating was revealed:
// an [Example], the Guess and the Time when the game ended. The interval of a guess is known only
// if it was made and the game ended in the same run.
type Record struct {
	Example
	Guess Guess
	Time  time.Time
}

// Memory keeps the records of finished games in the order in which they were added, each game once.
// Its file, if any, is a data set in the native format with one record per line, which package
// datasets and lrp can read: ratings there are from 0 to 1, and the guesses are ignored. A line is
// on the disk when [Memory.Add] returns; an incomplete last line is removed when the file is
// opened. Memory is safe for concurrent use.
type Memory struct {
	mu       sync.Mutex
	file     *os.File // nil if there is none
	size     int64
	records  []Record
	examples []Example
	known    map[game.GameID]bool
}

// NewMemory returns a memory without a file.
func NewMemory() *Memory { return &Memory{known: make(map[game.GameID]bool)} }

// Records returns all records.
func (m *Memory) Records() []Record {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clip(m.records)
}

// Examples returns the examples of all records.
func (m *Memory) Examples() []Example {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clip(m.examples)
}

// Add adds the record of a game unless there is one already, and reports whether it is new. After
// an error the record is not in the memory.
func (m *Memory) Add(r Record) (isNew bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := r.check(); err != nil {
		return false, err
	}
	if m.known[r.Game] {
		return false, nil
	}
	if m.file != nil {
		if err := m.write(r); err != nil {
			return false, err
		}
	}
	m.keep(r)
	return true, nil
}

func (e *Example) check() error {
	switch {
	case e.Game == "":
		return errors.New("found a game without an identifier")
	case len(e.Responses) != game.Questions:
		return fmt.Errorf("game %s: found %d responses, expected %d", e.Game, len(e.Responses),
			game.Questions)
	case !(e.Rating >= 0 && e.Rating <= game.MaxRating):
		return fmt.Errorf("game %s: found a rating of %v, expected a number from 0 to %d",
			e.Game, e.Rating, game.MaxRating)
	}
	return nil
}

func (m *Memory) keep(r Record) {
	m.known[r.Game] = true
	m.records = append(m.records, r)
	m.examples = append(m.examples, r.Example)
}

// Close closes the file.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.file == nil {
		return nil
	}
	err := m.file.Close()
	m.file = nil
	return err
}

// Errors contains mean absolute errors of guesses, in points from 0 to 100, over a range of games:
// of the player's guesses and of those that two controls would have made in the same games. The
// errors are NaN if no guess is known.
type Errors struct {
	First, Last int     // the range of games, counted from 1
	Games       int     // number of games in the range whose guess is known
	Player      float64 // error of the player's guesses
	RunningMean float64 // error of the mean of the ratings in all games before, 50 in the first
	Constant    float64 // error of the middle of the scale
}

// Report returns the errors of the guesses in records, for consecutive ranges of a number of games.
// The last range may be shorter.
func Report(records []Record, size int) []Errors {
	var list []Errors
	size = max(1, size)
	sum := 0.0 // of earlier ratings
	for i, r := range records {
		if i%size == 0 {
			list = append(list, Errors{First: i + 1})
		}
		mean := float64(game.MaxRating) / 2
		if i > 0 {
			mean = sum / float64(i)
		}
		sum += r.Rating
		e := &list[len(list)-1]
		e.Last = i + 1
		if math.IsNaN(r.Guess.Rating) {
			continue
		}
		e.Games++
		e.Player += math.Abs(r.Guess.Rating - r.Rating)
		e.RunningMean += math.Abs(mean - r.Rating)
		e.Constant += math.Abs(float64(game.MaxRating)/2 - r.Rating)
	}
	for i := range list {
		e := &list[i]
		n := float64(e.Games) // 0/0 is NaN
		e.Player = e.Player / n
		e.RunningMean = e.RunningMean / n
		e.Constant = e.Constant / n
	}
	return list
}
