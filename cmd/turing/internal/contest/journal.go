package contest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

const (
	journalFile = "journal.jsonl"
	// maxJournal bounds a journal in bytes. That of a contest of a hundred entries has less than
	// a megabyte.
	maxJournal = 64 << 20
)

// event is a line of the journal: something that has been done.
type event struct {
	Time time.Time `json:"time"`
	Kind string    `json:"event"`

	Digest  string             `json:"digest,omitempty"`
	Entry   string             `json:"entry,omitempty"`
	Judge   string             `json:"judge,omitempty"`
	Who     string             `json:"who,omitempty"` // label of a person
	Stage   string             `json:"stage,omitempty"`
	Round   int                `json:"round,omitempty"`
	Attempt int                `json:"attempt,omitempty"`
	Speed   float64            `json:"speed,omitempty"` // of a round
	Note    string             `json:"note,omitempty"`
	Screen  *screened          `json:"screened,omitempty"`
	Plan    *plan              `json:"plan,omitempty"`
	Verdict []verdict          `json:"admission,omitempty"`
	Ballot  *ballot            `json:"ballot,omitempty"`
	Ranks   map[string]int     `json:"ranks,omitempty"`
	Faults  map[string][]fault `json:"faults,omitempty"` // by judge
	Trials  []Trial            `json:"trials,omitempty"`
}

// The kinds of events.
const (
	eventBegun    = "begun"    // the contest
	eventAdmitted = "admitted" // who takes part
	eventTested   = "tested"   // all entries
	eventScreened = "screened" // an entry
	eventPlanned  = "planned"  // the rounds of a stage
	eventRound    = "round"    // begins
	eventAnnulled = "annulled" // a round that was interrupted, or that the organiser annulled
	eventControl  = "control"  // the organiser did something
	eventHeld     = "held"     // the conversations of a round are over
	eventBallot   = "ballot"   // of a judge
	eventClosed   = "closed"   // a round, whether or not all ballots are there
	eventRanks    = "ranks"    // of a judge
	eventConsent  = "consent"  // of a person
	eventFinished = "finished" // the results are written
)

// ending is how long a new process waits for an earlier one to end.
const ending = time.Second

// journal is the file that records what has been done. Only one process at a time can open it.
type journal struct{ *os.File }

// openJournal opens the journal of a folder, creates it if necessary and returns what it says. It
// fails if another process has it open. A line that was being written when the process was killed
// is removed: its event has not taken place.
func openJournal(dir string) (_ journal, _ *state, err error) {
	path := filepath.Join(dir, journalFile)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return journal{}, nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	// A process that was killed a moment ago may still be ending.
	for end := time.Now().Add(ending); ; time.Sleep(20 * time.Millisecond) {
		err = atomicdir.Lock(f)
		if !errors.Is(err, atomicdir.ErrLocked) {
			break
		}
		if time.Now().After(end) {
			return journal{}, nil, fmt.Errorf("%s: another process holds this contest; wait for its end, or end it",
				dir)
		}
	}
	s, size, err := readJournal(f, path)
	if err == nil {
		err = f.Truncate(size)
	}
	return journal{f}, s, err
}

// readJournal returns the state after the events of a journal, and the size of its complete lines.
func readJournal(r io.Reader, path string) (s *state, size int64, err error) {
	data, err := files.ReadAll(r, path, maxJournal, "the journal of a contest")
	if err != nil {
		return nil, 0, err
	}
	s = newState()
	data = data[:1+bytes.LastIndexByte(data, '\n')]
	n := 0
	for line := range bytes.Lines(data) {
		n++
		var e event
		if err := json.Unmarshal(line, &e); err != nil || e.Kind == "" {
			return nil, 0, files.New(path, n, text.Quote(bytes.TrimSpace(line)),
				"an event of a contest, a JSON object; restore the journal from a copy")
		}
		if err := s.apply(e); err != nil {
			return nil, 0, fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	return s, int64(len(data)), nil
}

// add writes an event. When it returns, the event is on disk.
func (j journal) add(e event) (event, error) {
	e.Time = time.Now().UTC().Truncate(time.Millisecond)
	data, err := json.Marshal(e)
	if err != nil {
		return e, err
	}
	if _, err := j.Write(append(data, '\n')); err != nil {
		return e, err
	}
	return e, j.Sync()
}
