package contest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
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
	Ballot  *ballot            `json:"ballot,omitempty"`
	Ranks   map[string]int     `json:"ranks,omitempty"`  // by terminal, such as 2-left
	Faults  map[string][]fault `json:"faults,omitempty"` // by judge
	Trials  []round.Trial      `json:"trials,omitempty"`
	Sums    map[string]string  `json:"sums,omitempty"` // SHA-256 of logs, by path
	// Prev is the SHA-256 of the line before, as [Chain] has it.
	Prev string `json:"prev,omitempty"`
}

// The kinds of events.
const (
	eventBegun    = "begun"    // the contest
	eventAdmitted = "admitted" // who takes part, in journals of before: that follows from the rules
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
type journal struct {
	*os.File
	chain Chain
}

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
	s, read, err := readJournal(f, path)
	if err == nil {
		err = f.Truncate(read.size)
	}
	return journal{f, read}, s, err
}

// readJournal returns the state after the events of a journal, and the chain of its complete lines.
func readJournal(r io.Reader, path string) (*state, Chain, error) {
	return replay(r, path, func(fault error) error {
		return fmt.Errorf("%w; restore the journal from a copy; 'turing loebner verify' lists what is wrong", fault)
	})
}

// replay reads a journal. It tells faults, and goes on after those for which told returns nil.
func replay(r io.Reader, path string, told func(fault error) error) (*state, Chain, error) {
	data, err := files.ReadAll(r, path, maxJournal, "the journal of a contest")
	if err != nil {
		return nil, Chain{}, err
	}
	s, read := newState(), Chain{Sum: sumOf(nil)}
	for line := range bytes.Lines(data[:1+bytes.LastIndexByte(data, '\n')]) {
		var e event
		err := json.Unmarshal(line, &e)
		fault := read.take(line, e.Prev, path)
		if err != nil || e.Kind == "" {
			fault = files.New(path, read.Lines, text.Quote(bytes.TrimSpace(line)),
				"an event of a contest, a JSON object")
		} else if err := s.apply(e); err != nil {
			fault = &files.Error{File: path, Line: read.Lines, Msg: err.Error()}
		}
		if fault != nil {
			if err := told(fault); err != nil {
				return nil, read, err
			}
		}
	}
	return s, read, nil
}

// add writes an event. When it returns, the event is on disk.
func (j *journal) add(e event) (event, error) {
	e.Time = time.Now().UTC().Truncate(time.Millisecond)
	e.Prev = j.chain.Sum
	line, err := json.Marshal(e)
	if err != nil {
		return e, err
	}
	line = append(line, '\n')
	if _, err := j.Write(line); err != nil {
		return e, err
	}
	return e, errors.Join(j.chain.take(line, e.Prev, j.Name()), j.Sync())
}

// screened is the result of an entry in the screening.
type screened struct {
	Points float64 `json:"points"`
	Of     float64 `json:"of"`
	Faults []fault `json:"faults,omitempty"`
}

// plan holds the rounds of a stage.
type plan struct {
	Finalists []string `json:"entries"` // names; the first is E1
	Rounds    [][]pair `json:"rounds"`
	// Note says how equal scores were told apart when the entries were chosen.
	Note string `json:"note,omitempty"`
}

// pair is a judge's comparison in a round. In a preliminary round there is no confederate, in a
// test with two parties there is either an entry or a confederate.
type pair struct {
	Judge       string `json:"judge"`
	Entry       string `json:"entry"`
	Confederate string `json:"confederate,omitempty"`
}

// ballot is a judge's verdict after a round.
type ballot struct {
	// Human is the terminal at which the judge believes the human to be.
	Human keylog.Side `json:"human,omitempty"`
	// Is says whether the only witness is a human, in a test with two parties.
	Is string `json:"is,omitempty"`
	// Confidence is from 0 to 100, and Reason in the judge's words, where the rules ask for them.
	Confidence *int   `json:"confidence,omitempty"`
	Reason     string `json:"reason,omitempty"`
	// Left is the left terminal's share of 100 points.
	Left float64 `json:"left,omitempty"`
	// By says who voted if it was not the judge: the organiser, or a rule for missing ballots.
	By string `json:"by,omitempty"`
	// Note says why the ballot takes the place of an earlier one, which the journal keeps.
	Note string `json:"note,omitempty"`
	// Corrected says that the ballot takes the place of an earlier one.
	Corrected bool `json:"corrected,omitempty"`
	// Void says why the ballot counts nowhere, "" if it counts.
	Void    string `json:"void,omitempty"`
	Skipped bool   `json:"skipped,omitempty"` // the table was not held, so that there is no verdict
}

// empty reports whether a ballot names nobody, as one that is missing or that stands for a table
// without a verdict does.
func (b ballot) empty() bool {
	return b.Human == "" && b.Is == "" && b.Left == 0 && b.Confidence == nil
}

// fault is something that went wrong, at one of a judge's terminals or elsewhere.
type fault = round.Fault

// roundState is the progress of a round.
type roundState struct {
	attempts int
	begun    bool // and neither annulled nor held
	held     bool
	closed   bool
	speed    float64           // at which it was held
	ballots  map[string]ballot // by judge
	earlier  map[string]ballot // the last one that another took the place of, by judge
	sums     map[string]string // of what judges saw, by path
	faults   map[string][]fault
	notes    []string
}

type roundKey struct {
	stage string
	round int
}

// state is the state of a contest according to the journal.
type state struct {
	begun    event
	finished *event
	screened map[string]screened
	plans    map[string]plan // by stage
	rounds   map[roundKey]*roundState
	trials   []round.Trial             // nil before the test
	ranks    map[string]map[string]int // by judge and terminal or, of before, participant
	agreed   map[string]time.Time      // when people agreed to take part, by label
	sums     map[string]string         // of logs at the end, by path
	notes    []string                  // of what the organiser did about the whole contest
}

func newState() *state {
	return &state{screened: make(map[string]screened), plans: make(map[string]plan),
		rounds: make(map[roundKey]*roundState), ranks: make(map[string]map[string]int),
		agreed: make(map[string]time.Time)}
}

// round returns the state of a round. Those that are planned are there.
func (s *state) round(stage string, n int) *roundState {
	key := roundKey{stage, n}
	r := s.rounds[key]
	if r == nil {
		r = &roundState{ballots: make(map[string]ballot), earlier: make(map[string]ballot)}
		s.rounds[key] = r
	}
	return r
}

// apply applies an event to the state.
func (s *state) apply(e event) error {
	if e.Kind == eventScreened && e.Screen == nil || e.Kind == eventPlanned && e.Plan == nil ||
		e.Kind == eventBallot && e.Ballot == nil {
		return fmt.Errorf("found the event %q without points, rounds or a ballot, expected them", e.Kind)
	}
	r := s.round(e.Stage, e.Round)
	switch e.Kind {
	case eventBegun:
		s.begun = e
	case eventAdmitted:
	case eventScreened:
		s.screened[e.Entry] = *e.Screen
	case eventPlanned:
		s.plans[e.Stage] = *e.Plan
		for n := range e.Plan.Rounds {
			s.round(e.Stage, n+1)
		}
	case eventRound:
		r.attempts = e.Attempt
		r.begun = true
		r.speed = e.Speed
	case eventAnnulled:
		r.begun, r.held, r.closed = false, false, false
		clear(s.ranks) // of meetings that do not count any more
		clear(r.ballots)
		clear(r.earlier)
		clear(r.faults)
		r.sums = nil
		if e.Note != "" {
			r.notes = append(r.notes, e.Note)
		}
	case eventControl:
		r.notes = append(r.notes, e.Note)
	case eventTested:
		s.trials = slices.Concat([]round.Trial{}, e.Trials)
	case eventHeld:
		r.begun, r.held = false, true
		r.faults, r.sums = e.Faults, e.Sums
	case eventBallot:
		if old, voted := r.ballots[e.Judge]; voted {
			r.earlier[e.Judge] = old
		}
		r.ballots[e.Judge] = *e.Ballot
	case eventClosed:
		r.closed = true
	case eventRanks:
		s.ranks[e.Judge] = e.Ranks
		if e.Note != "" {
			s.notes = append(s.notes, e.Note)
		}
	case eventConsent:
		s.agreed[e.Who] = e.Time
	case eventFinished:
		s.finished, s.sums = &e, e.Sums
	default:
		return fmt.Errorf("found the event %q, expected one that this version knows", e.Kind)
	}
	return nil
}
