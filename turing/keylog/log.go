// Package keylog reads and writes the keystroke logs of the Loebner Prize, and turns them into
// readable conversations. Each key that the judge or an entity pressed is a line of a log.
package keylog

import (
	"io"

	"github.com/luna-rating/luna/turing/lpp"
)

// Side is one of the two terminals of a judge.
type Side string

// The terminals of a judge.
const (
	Left  Side = "left"
	Right Side = "right"
)

// Stroke is a key and the line of a log that has it.
type Stroke struct {
	Judge    string // such as "J1"; empty where the log does not say
	Received int64  // microseconds since 1970, UTC
	Sequence string // as in the log
	Local    bool   // typed by the judge; otherwise by the entity
	Side     Side   // the terminal that it was typed at or appeared on
	Key      lpp.Key
	Line     int
}

// Round is what a log has between two headings.
type Round struct {
	Number, Part          int    // Part is that of a sub-round, from 1; 0 where there are none
	Judge, Program, Human string // as the headings name them; may be empty
	Left, Right           string // "program", "human", or empty where the log does not say
	Line                  int
	Notes                 []string
	Strokes               []Stroke
}

// Log is a keystroke log.
type Log struct {
	Head   []string // the lines before the first round
	Rounds []Round
}

// Read reads a log of any year. Lines that are neither keys, headings nor notes are faults, which
// name file and line; a log without any key is an error.
func Read(r io.Reader, file string) (l *Log, faults []error, err error) { panic("not yet") }

// Writer writes a log as the contests of 2009 did, one key at a time, so that a crash loses nothing
// that it has written.
type Writer struct{}

// NewWriter returns a writer that appends to w, which has head already if resumed is true.
func NewWriter(w io.Writer, head []string, resumed bool) (*Writer, error) { panic("not yet") }

// Begin writes the headings of a round.
func (w *Writer) Begin(r Round) error { panic("not yet") }

// Add writes keys of the round.
func (w *Writer) Add(s ...Stroke) error { panic("not yet") }
