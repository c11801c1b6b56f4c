package contest

import (
	"bufio"
	"cmp"
	"fmt"
	"io"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/internal/files"
)

const (
	blindFile = round.BlindLog
	logFile   = "log.txt" // written when the ballot is there
)

// publicDomain is the mark of a log by the rules of 2004.
const publicDomain = "This transcript is in the public domain"

// logHead returns the head of a log.
func (t *table) logHead() []string {
	return []string{t.setup.Name, publicDomain, t.stage.Name}
}

// readLog reads what the judge saw.
func (t *table) readLog() (keylog.Round, error) { return readBlind(t.folder(blindFile)) }

// readBlind reads the only round of a log, nothing if nobody pressed a key.
func readBlind(path string) (keylog.Round, error) {
	return files.With(path, "a keystroke log", func(in io.Reader, path string) (said keylog.Round, _ error) {
		l, _, err := keylog.Read(in, path)
		if err == nil && len(l.Rounds) > 0 {
			said = l.Rounds[0]
		}
		return said, nil
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
	return writePrivate(t.folder(logFile), func(out io.Writer) error {
		b := bufio.NewWriter(out)
		w, err := keylog.NewWriter(b, t.logHead()...)
		if err != nil {
			return err
		}
		return cmp.Or(w.Begin(said), w.Add(said.Strokes...), b.Flush())
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
