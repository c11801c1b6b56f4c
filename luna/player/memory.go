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

// Record is what is remembered of a finished game in which the opponent's rating was revealed: an [Example], the Guess that was made and the
// Time at which the game ended. Of the guess's interval no more is known than the guesser told in the same run.
type Record struct {
	Example
	Guess Guess
	Time  time.Time
}

// Memory keeps the records of finished games in the order in which they came, each game once. With a file, the records outlive the program: it is a data set in
// the native form, a line a record, that package datasets and lrp read as it is (ratings there are from 0 to 1; they do not read the
// guesses beside them). A line is on the disk when [Memory.Add] returns; one that was cut off when the machine stopped is taken
// away when the file is opened again. It is safe for concurrent use.
type Memory struct {
	mu       sync.Mutex
	file     *os.File // nil without
	size     int64
	records  []Record
	examples []Example
	known    map[game.GameID]bool
}

// NewMemory returns a memory that ends with the program.
func NewMemory() *Memory { return &Memory{known: make(map[game.GameID]bool)} }

// Records returns all that is remembered.
func (m *Memory) Records() []Record {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clip(m.records)
}

// Examples returns what there is to learn from.
func (m *Memory) Examples() []Example {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clip(m.examples)
}

// Has tells whether a game is remembered.
func (m *Memory) Has(id game.GameID) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known[id]
}

// Add remembers a game, unless it is remembered already, and tells whether it is new. After an error it is not remembered.
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
		return fmt.Errorf("game %s: found %d responses, expected %d", e.Game, len(e.Responses), game.Questions)
	case !(e.Rating >= 0 && e.Rating <= game.MaxRating):
		return fmt.Errorf("game %s: found a rating of %v, expected a number from 0 to %d", e.Game, e.Rating, game.MaxRating)
	}
	return nil
}

func (m *Memory) keep(r Record) {
	m.known[r.Game] = true
	m.records = append(m.records, r)
	m.examples = append(m.examples, r.Example)
}

// Close lets go of the file.
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
