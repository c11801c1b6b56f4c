package seat

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/session"
	"github.com/luna-rating/luna/internal/turing/terminal"
	"github.com/luna-rating/luna/turing/lpp"
)

// Question is the question to a judge of a pair at the end.
type Question = session.Question

// The questions of judges.
const (
	NoQuestion = session.NoQuestion
	Points     = session.Points // how 100 points are split between the terminals, without a tie
	Choice     = session.Choice // which terminal is the human's
)

// Verdict is the answer of a judge: the points of both terminals, or the human's terminal.
type Verdict = session.Verdict

// Options describe a round.
type Options struct {
	// Here is the person's end: lpp.Judge, or lpp.Other for a confederate.
	Here lpp.End
	// Folders are the folders of the protocol: one, or two for the left and the right terminal of a
	// judge. They are created if they do not exist.
	Folders []string
	// Length is how long the person may type after the first key; 0 is until they leave.
	Length time.Duration
	// EntityBegins says that entities speak first. Otherwise a confederate waits for the judge.
	EntityBegins bool
	// Question is the question to a judge of two terminals when the time is over or, if Early is
	// set, before.
	Question Question
	Early    bool
	// Title stands above the terminals, such as "Judge J1, round 2", and There is the name of a
	// single other end, such as "Judge".
	Title, There string
	// Log is a file to which each key is appended as in the logs of 2009 (see package keylog); if
	// it is empty, there is none. Judge is the judge's name in it and Round the number of the
	// round.
	Log   string
	Judge string
	Round int
	// Fault receives errors that the organiser should know and the person must not see: failing
	// folders and breaches of the protocol. It may be nil.
	Fault func(error)
}

// ErrQuit is the error if the person leaves before the end.
var ErrQuit = terminal.ErrQuit

// CheckTerminal returns an error unless both files are terminals.
func CheckTerminal(in, out *os.File) error { return terminal.Check(in, out) }

// AtTerminal lets a person take part at a terminal, which it restores at the end. It returns the
// verdict of a judge who was asked for one.
func AtTerminal(ctx context.Context, o Options, in, out *os.File) (v Verdict, err error) {
	if err := CheckTerminal(in, out); err != nil {
		return v, err
	}
	s, end, err := o.begin()
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, end()) }()
	t, err := terminal.Open(in, out)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	if err := t.Show(ctx, s, terminal.Labels{Title: o.Title, There: o.There}); err != nil {
		return v, err
	}
	return verdict(s), nil
}

func verdict(s *session.Session) Verdict {
	v, _ := s.Verdict()
	return v
}

// begin opens the folders and the log. The function that it returns closes the log.
func (o Options) begin() (s *session.Session, end func() error, err error) {
	in := session.Options{Here: o.Here, Length: o.Length, EntityBegins: o.EntityBegins,
		Question: o.Question, Early: o.Early, Judge: o.Judge, Fault: o.Fault}
	for _, dir := range o.Folders {
		line, err := session.Folder(dir, o.Here, o.Fault)
		if err != nil {
			return nil, nil, err
		}
		in.Lines = append(in.Lines, line)
	}
	end = func() error { return nil }
	if o.Log != "" {
		w, err := o.openLog()
		if err != nil {
			return nil, nil, err
		}
		end = w.Close
		in.Log = func(strokes ...keylog.Stroke) error {
			if err := w.Add(strokes...); err != nil {
				return fmt.Errorf("%s: %w", o.Log, err)
			}
			return nil
		}
	}
	if s, err = session.New(in); err != nil {
		return nil, nil, errors.Join(err, end())
	}
	return s, end, nil
}

// openLog opens the log and begins a round in it, without saying who is at which terminal.
func (o Options) openLog() (*keylog.Writer, error) {
	w, err := keylog.Open(o.Log, []string{"Loebner Prize Protocol, recorded by turing from " +
		time.Now().UTC().Format("2006-01-02 15:04:05") + " UTC"})
	if err != nil {
		return nil, err
	}
	if err := w.Begin(keylog.Round{Number: o.Round, Judge: o.Judge}); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", o.Log, err), w.Close())
	}
	return w, nil
}
