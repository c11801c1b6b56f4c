package keylog

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Writer writes a log as the contest of 2009 did. Each call of Begin or Add writes all its lines at
// once, so that a crash of the program loses nothing from earlier calls. A crash of the machine
// may, unless the file is synced.
type Writer struct {
	w     io.Writer
	round Round // of the last heading
	begun bool
}

// NewWriter returns a writer that appends to w, which already has the head and whole lines if
// resumed is true.
func NewWriter(w io.Writer, head []string, resumed bool) (*Writer, error) {
	kw := &Writer{w: w}
	if resumed {
		return kw, nil
	}
	for _, line := range head {
		if err := kw.text("head", line); err != nil {
			return nil, err
		}
		_, _, meets := parseMeeting(line)
		if _, ok := parseHeading(line); ok || meets || utteranceForm.MatchString(line) ||
			strings.HasPrefix(line, "*") || looksLikeKey(line) {
			return nil, fmt.Errorf("found %.80q in the head, expected neither a heading, a note "+
				"nor a key", line)
		}
	}
	return kw, kw.lines(head...)
}

// Begin writes the headings and notes of a round; Add writes its keys. The heading says what is
// behind the terminals only if Left or Right is set, because the judge may read a log while it
// grows.
func (w *Writer) Begin(r Round) error {
	names := []struct{ what, name string }{
		{"program", r.Program}, {"human", r.Human}, {"judge", r.Judge},
	}
	who := ""
	for _, n := range names {
		if n.name == "" {
			continue
		}
		if strings.ContainsFunc(n.name, notPrinting) || strings.Contains(n.name, " ") {
			return fmt.Errorf("found the name %.80q of a %s, expected one word", n.name, n.what)
		}
		who += " " + n.what + " " + n.name
	}
	if r.Number < 0 || r.Part < 0 {
		return fmt.Errorf("found round %d, sub-round %d, expected 0 or more", r.Number, r.Part)
	}
	var out []string
	goesOn := w.begun && w.round.Number == r.Number && w.round.Judge == r.Judge
	if r.Part == 0 || !goesOn {
		line := fmt.Sprintf("*Starting round %d%s", r.Number, who)
		for _, side := range []Side{Left, Right} {
			if nature := r.Nature(side); nature != "" {
				line += " " + string(side) + " is " + r.called(nature)
			}
		}
		out = append(out, line)
	}
	if r.Part > 0 {
		line := fmt.Sprintf("**Starting subround %d%s", r.Part, who)
		if r.Other != "" {
			line += " other is " + r.called(r.Other)
		}
		out = append(out, line)
	}
	for _, note := range r.Notes {
		if err := w.text("a note", note); err != nil {
			return err
		}
		line := "**** " + note
		if _, ok := parseHeading(line); ok {
			return fmt.Errorf("found %.80q as a note, expected something else than a heading", note)
		}
		out = append(out, line)
	}
	r.Strokes = nil
	w.round, w.begun = r, true
	return w.lines(out...)
}

// called returns the name that a heading gives to what is behind a terminal.
func (r Round) called(nature string) string {
	if nature == Program {
		return cmp.Or(r.Program, "Program")
	}
	return "Human"
}

// Add writes keys of the round.
func (w *Writer) Add(strokes ...Stroke) error {
	var out []string
	for _, s := range strokes {
		line, err := s.format()
		if err != nil {
			return err
		}
		out = append(out, line)
	}
	return w.lines(out...)
}

// format returns the line of a key.
func (s Stroke) format() (string, error) {
	received, err := formatStamp(s.Received)
	if err != nil {
		return "", err
	}
	end := "remote"
	if s.Local {
		end = "local"
	}
	line := fmt.Sprintf("%s %s %s %s %s %s  ", s.Judge, received, s.Sequence, end, s.Side, s.word())
	again := &reader{log: &Log{}, told: map[string]bool{}, line: s.Line}
	got, problem := again.stroke(line, false)
	if problem != "" || got != s {
		return "", fmt.Errorf("found key %q, sequence %.80q, judge %.80q, terminal %.80q, "+
			"expected what a line of a log can hold", s.word(), s.Sequence, s.Judge, s.Side)
	}
	return line, nil
}

// text checks a line of the head or of a note.
func (w *Writer) text(what, line string) error {
	if strings.ContainsFunc(line, notPrinting) || !utf8.ValidString(line) ||
		len(line) > maxLine/2 || line == "" || strings.TrimSpace(line) != line ||
		strings.Trim(line, "*") != line {
		return fmt.Errorf("found %.80q as a line of %s, expected text on one line", line, what)
	}
	return nil
}

func notPrinting(c rune) bool { return c < ' ' || c == 0x7f }

func looksLikeKey(line string) bool {
	_, problem := (&reader{log: &Log{}, told: map[string]bool{}}).stroke(line, false)
	return problem != noKey
}

func (w *Writer) lines(text ...string) error {
	if len(text) == 0 {
		return nil
	}
	_, err := io.WriteString(w.w, strings.Join(text, "\r\n")+"\r\n")
	return err
}
