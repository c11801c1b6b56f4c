package contest

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/files"
)

const (
	blindFile = "keys.txt" // as the judge saw it: it does not say what was at which terminal
	logFile   = "log.txt"  // written when the ballot is there
	// saidFile is the log in the form of 2003, as rule 11 of 2004 wants it.
	saidFile = "utterances.txt"
)

// beginLog begins the log of a round that is held, and returns what writes to it.
func (t *table) beginLog() (*keylog.Writer, error) {
	if err := os.MkdirAll(t.folder(""), 0o700); err != nil {
		return nil, err
	}
	var err error
	if t.log, err = os.OpenFile(t.folder(blindFile), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600); err != nil {
		return nil, err
	}
	return t.newLog(t.log, keylog.Round{Number: t.number, Judge: t.Judge})
}

// newLog begins a log.
func (t *table) newLog(out io.Writer, r keylog.Round) (*keylog.Writer, error) {
	w, err := keylog.NewWriter(out, t.logHead(), false)
	if err == nil {
		err = w.Begin(r)
	}
	return w, err
}

// logHead returns the head of a log.
func (t *table) logHead() []string {
	return []string{t.setup.Name, keylog.PublicDomain, t.stage.Name}
}

// readLog reads what the judge saw.
func (t *table) readLog() (keylog.Round, error) { return readBlind(t.folder(blindFile)) }

// readBlind reads the only round of a log, nothing if nobody pressed a key.
func readBlind(path string) (keylog.Round, error) {
	l, err := readLog(path)
	if err != nil || len(l.Rounds) == 0 {
		return keylog.Round{}, err
	}
	return l.Rounds[0], nil
}

// readLog reads a log, which has no rounds if nobody pressed a key.
func readLog(path string) (*keylog.Log, error) {
	return files.With(path, "a keystroke log", func(in io.Reader, path string) (*keylog.Log, error) {
		l, _, err := keylog.Read(bufio.NewReader(in), path)
		if err != nil {
			return &keylog.Log{}, nil
		}
		return l, nil
	})
}

// writeLog writes the log in the form of the real ones, and says what was at which terminal.
func (t *table) writeLog(said keylog.Round) error {
	said.Number = t.number
	said.Judge = t.Judge
	said.Program = t.Entry
	said.Human = t.Confederate
	said.Left, said.Right = "human", "program"
	if t.programSide() == keylog.Left {
		said.Left, said.Right = "program", "human"
	}
	if t.Entry == "" || t.Confederate == "" { // there is no right terminal
		said.Right = ""
	}
	if t.rules.Conversation.Restricted() {
		l := keylog.Log{Rounds: []keylog.Round{said}}
		err := writePrivate(t.folder(saidFile), func(out io.Writer) error {
			return keylog.WriteUtterances(out, t.logHead(), l.Conversations())
		})
		if err != nil {
			return err
		}
	}
	return writePrivate(t.folder(logFile), func(out io.Writer) error {
		b := bufio.NewWriter(out)
		w, err := t.newLog(b, said)
		if err == nil {
			err = w.Add(said.Strokes...)
		}
		if err != nil {
			return fmt.Errorf("writing the log: %w", err)
		}
		return b.Flush()
	})
}

const transcriptFile = "transcript.html"

// transcriptPage is the data of the page of a conversation.
type transcriptPage struct {
	Name, Stage string
	Round       int
	Names       map[string]string // by party: "judge", "left", "right"
	Turns       []keylog.Turn
	speed       float64
}

// At says when a turn begins.
func (p transcriptPage) At(t keylog.Turn) string { return keylog.Minutes(t.T * p.speed) }

// writeTranscript writes the page of a conversation.
func (t *table) writeTranscript(said keylog.Round) error {
	p := transcriptPage{t.setup.Name, t.stage.Name, t.number, map[string]string{
		keylog.Judge: t.nameOf(t.stage.Name, t.Judge)}, keylog.Transcript(said), cmp.Or(t.state.speed, t.Speed)}
	for _, s := range t.sides() {
		what := "confederate"
		if s.program {
			what = "program"
		}
		p.Names[string(s.side)] = fmt.Sprintf("%s (%s)", t.nameOf(t.stage.Name, s.label), what)
	}
	return writePrivate(t.folder(transcriptFile), func(w io.Writer) error {
		return pages["transcript"].Write(w, p)
	})
}

// Breach is a first utterance that breaks the opening rule of a restricted contest.
type Breach struct {
	Stage string `json:"stage"` // of the rules
	Round int    `json:"round"` // of the stage, from 1
	Judge string `json:"judge"` // the name of the judge
	Who   string `json:"who"`   // the name of the entity
	Part  string `json:"part"`  // "program" or "confederate"
	Log   string `json:"log"`   // relative to the folder of the contest
	Line  int    `json:"line"`  // of the log
	// Problem says what was found and what was expected.
	Problem string `json:"problem"`
}

// String returns one sentence for people.
func (b Breach) String() string {
	return fmt.Sprintf("%s, round %d: %s (%s) broke the rule of the opening with %s: %s (%s:%d)",
		b.Stage, b.Round, b.Who, b.Part, b.Judge, b.Problem, b.Log, b.Line)
}

// addBreaches checks the first utterance of each entity to each judge in the logs, if the rules
// demand an opening.
func (c *contest) addBreaches(x *Results) error {
	for _, p := range x.Comparisons {
		if c.rules.Conversation.Opening == "" {
			continue
		}
		l, err := readLog(filepath.Join(c.dir, filepath.FromSlash(p.Log)))
		if errors.Is(err, fs.ErrNotExist) { // the round was not held
			continue
		}
		if err != nil {
			return err
		}
		for _, o := range l.Openings(c.rules.Conversation.Opening) {
			if o.OK {
				continue
			}
			who, part := x.nameOf(p.Confederate), "confederate"
			if o.Side == p.EntrySide {
				who, part = x.entryOf(p.Entry), "program"
			}
			x.Breaches = append(x.Breaches, Breach{Stage: p.Stage, Round: p.Round, Judge: x.nameOf(p.Judge),
				Who: who, Part: part, Log: p.Log, Line: o.Line, Problem: o.Problem})
		}
	}
	return nil
}
