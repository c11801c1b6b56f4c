package contest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/turing/keylog"
)

const (
	blindFile = "keys.txt" // as the judge saw it: it does not say what was at which terminal
	logFile   = "log.txt"  // written when the ballot is there
	// saidFile is the log in the form of 2003, as rule 11 of 2004 wants it.
	saidFile = "utterances.txt"
)

// roundLog is the log of a table during its round.
type roundLog struct {
	file *os.File
	out  *keylog.Writer
}

func newRoundLog(t *table) (*roundLog, error) {
	if err := os.MkdirAll(t.folder(), 0o777); err != nil {
		return nil, err
	}
	f, err := os.Create(t.folder(blindFile))
	if err != nil {
		return nil, err
	}
	w, err := keylog.NewWriter(f, t.logHead(), false)
	if err == nil {
		err = w.Begin(keylog.Round{Number: t.number, Judge: t.Judge})
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &roundLog{f, w}, nil
}

func (l *roundLog) add(s ...keylog.Stroke) error { return l.out.Add(s...) }

func (l *roundLog) close() error { return errors.Join(l.file.Sync(), l.file.Close()) }

// logHead returns the head of a log.
func (t *table) logHead() []string {
	return []string{t.setup.Name, keylog.PublicDomain, t.stage.Name}
}

// readLog reads what the judge saw.
func (t *table) readLog() (keylog.Round, error) { return readBlind(t.folder(blindFile)) }

func readBlind(path string) (keylog.Round, error) {
	l, err := readLogFile(path)
	if err != nil || len(l.Rounds) == 0 {
		return keylog.Round{}, err
	}
	return l.Rounds[0], nil
}

// readLogFile reads a log, which is empty if nobody pressed a key.
func readLogFile(path string) (*keylog.Log, error) {
	f, err := os.Open(path)
	if err != nil {
		return &keylog.Log{}, err
	}
	defer f.Close()
	if l, _, err := keylog.Read(f, path); err == nil {
		return l, nil
	}
	return &keylog.Log{}, nil
}

// writeLog writes the log in the form of the real ones, and says what was at which terminal.
func (c *contest) writeLog(t *table, program keylog.Side) error {
	r, err := t.readLog()
	if err != nil {
		return err
	}
	r.Number, r.Judge, r.Program, r.Human = t.number, t.Judge, t.Entry, t.Confederate
	r.Left, r.Right = "human", "program"
	if program == keylog.Left {
		r.Left, r.Right = "program", "human"
	}
	if t.Entry == "" || t.Confederate == "" { // there is no right terminal
		r.Right = ""
	}
	if c.rules.Conversation.Restricted() {
		l := keylog.Log{Rounds: []keylog.Round{r}}
		err := atomicdir.WriteFile(t.folder(saidFile), func(out io.Writer) error {
			return keylog.WriteUtterances(out, t.logHead(), l.Conversations())
		})
		if err != nil {
			return err
		}
	}
	return atomicdir.WriteFile(filepath.Join(t.folder(), logFile), func(out io.Writer) error {
		b := bufio.NewWriter(out)
		w, err := keylog.NewWriter(b, t.logHead(), false)
		if err != nil {
			return err
		}
		if err := w.Begin(r); err != nil {
			return err
		}
		if err := w.Add(r.Strokes...); err != nil {
			return fmt.Errorf("writing the log: %w", err)
		}
		return b.Flush()
	})
}
