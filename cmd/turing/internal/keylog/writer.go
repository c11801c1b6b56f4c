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
	for _, line := range head {
		if r := newReader(""); r.reads(line) != (Lines{All: 1, Head: 1}) || r.log.Head[0] != line {
			return nil, fmt.Errorf("found %.80q in the head, expected neither a heading, a note nor a key", line)
		}
	}
	kw := &Writer{w}
	return kw, kw.lines(head...)
}

// reads reads a line and returns what it took it for.
func (r *reader) reads(line string) Lines {
	r.take(line, false)
	return r.log.Lines
}

// Begin writes the heading of a round; Add writes its keys. The heading says what is behind the
// terminals only if Left or Right is set, because the judge may read a log while it grows.
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
	again := newReader("")
	if again.reads(line) == (Lines{All: 1, Headings: 1}) {
		if x := again.log.Rounds[0]; x.Number == r.Number && x.Judge == r.Judge && x.Program == r.Program &&
			x.Human == r.Human && x.Left == r.Left && x.Right == r.Right {
			return w.lines(line)
		}
	}
	return fmt.Errorf("found the heading %.200q, expected a number and names of one word", line)
}

// Add writes keys of the round.
func (w *Writer) Add(strokes ...Stroke) error {
	lines := make([]string, len(strokes))
	for i, s := range strokes {
		var err error
		if lines[i], err = s.format(); err != nil {
			return err
		}
	}
	return w.lines(lines...)
}

// format returns the line of a key.
func (s Stroke) format() (string, error) {
	end := "remote"
	if s.Local {
		end = "local"
	}
	line := fmt.Sprintf("%s %s %s %s %s %s  ", s.Judge, formatStamp(s.Received), s.Sequence, end, s.Side, s.word())
	again := newReader("")
	again.line = s.Line
	if got, problem := again.stroke(line, false); problem != "" || got != s {
		return "", fmt.Errorf("found key %q, sequence %.80q, judge %.80q, terminal %.80q, time %d, "+
			"expected what a line of a log can hold", s.word(), s.Sequence, s.Judge, s.Side, s.Received)
	}
	return line, nil
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
