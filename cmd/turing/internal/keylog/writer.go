package keylog

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Writer writes a log as the contest of 2009 did. Each call of Begin or Add writes all its lines at
// once, so that a crash of the program loses nothing from earlier calls. A crash of the machine
// may, unless the file is synced.
type Writer struct{ w io.Writer }

// NewWriter returns a writer. A log begins with some lines of a head; without, it is gone on with.
func NewWriter(w io.Writer, head ...string) (*Writer, error) {
	kw := &Writer{w}
	return kw, kw.lines(head...)
}

// Begin writes the heading of a round, whose names are of one word; Add writes its keys. The
// heading says what is behind the terminals only if Left or Right is set, because the judge may
// read a log while it grows.
func (w *Writer) Begin(r Round) error {
	line := fmt.Sprintf("*Starting round %d", r.Number)
	for _, name := range []struct{ what, name string }{
		{" program ", r.Program}, {" human ", r.Human}, {" judge ", r.Judge},
	} {
		if name.name != "" {
			line += name.what + name.name
		}
	}
	for _, side := range []Side{Left, Right} {
		if nature := r.Nature(side); nature == Program {
			line += " " + string(side) + " is " + cmp.Or(r.Program, "Program")
		} else if nature != "" {
			line += " " + string(side) + " is Human"
		}
	}
	return w.lines(line)
}

// Add writes keys of the round.
func (w *Writer) Add(strokes ...Stroke) error {
	lines := make([]string, len(strokes))
	for i, s := range strokes {
		end := "remote"
		if s.Local {
			end = "local"
		}
		lines[i] = fmt.Sprintf("%s %s %s %s %s %s  ", s.Judge, formatStamp(s.Received), s.Sequence, end, s.Side,
			s.word())
	}
	return w.lines(lines...)
}

// lines writes lines as one.
func (w *Writer) lines(list ...string) error {
	for _, line := range list {
		if strings.ContainsFunc(line, unicode.IsControl) || !utf8.ValidString(line) {
			return fmt.Errorf("found %.80q, expected text on one line", line)
		}
	}
	if len(list) == 0 {
		return nil
	}
	_, err := io.WriteString(w.w, strings.Join(list, "\r\n")+"\r\n")
	return err
}
