package contest

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/atomicdir"
)

const (
	blindFile = "keys.txt" // as the judge saw it: it does not say what was at which terminal
	logFile   = "log.txt"  // written when the ballot is there
	// saidFile is the log in the form of 2003, as rule 11 of 2004 wants it.
	saidFile = "utterances.txt"
)

// beginLog begins the log of a round that is held, and returns what writes to it.
func (t *table) beginLog() (*keylog.Writer, error) {
	if err := os.MkdirAll(t.folder(""), 0o777); err != nil {
		return nil, err
	}
	var err error
	if t.log, err = os.Create(t.folder(blindFile)); err != nil {
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
	return readWith(path, func(in io.Reader, path string) (*keylog.Log, error) {
		l, _, err := keylog.Read(bufio.NewReader(in), path)
		if err != nil {
			return &keylog.Log{}, nil
		}
		return l, nil
	})
}

// writeLog writes the log in the form of the real ones, and says what was at which terminal.
func (t *table) writeLog(said keylog.Round) error {
	said.Number, said.Judge, said.Program, said.Human = t.number, t.Judge, t.Entry, t.Confederate
	said.Left, said.Right = "human", "program"
	if t.programSide() == keylog.Left {
		said.Left, said.Right = "program", "human"
	}
	if t.Entry == "" || t.Confederate == "" { // there is no right terminal
		said.Right = ""
	}
	if t.rules.Conversation.Restricted() {
		l := keylog.Log{Rounds: []keylog.Round{said}}
		err := atomicdir.WriteFile(t.folder(saidFile), func(out io.Writer) error {
			return keylog.WriteUtterances(out, t.logHead(), l.Conversations())
		})
		if err != nil {
			return err
		}
	}
	return atomicdir.WriteFile(t.folder(logFile), func(out io.Writer) error {
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
