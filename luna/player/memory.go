package player

import (
	"errors"
	"fmt"
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
