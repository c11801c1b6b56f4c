package keylog

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/lines"
)

// Limits of [Read].
const (
	maxBytes   = 64 << 20
	maxLine    = 64 << 10
	maxKey     = 64 // bytes of a key's name
	maxFaults  = 1000
	maxRounds  = 10_000
	maxNotes   = 100_000 // lines of notes and of the head
	keyPattern = "[JUDGE] RECEIVED SEQUENCE local|remote left|right KEY"
)

// Read reads a log of any year, of up to 64 MiB, which may be compressed by gzip. Lines that are
// neither keys, utterances, headings nor notes are faults, which name file and line; only the first
// thousand are kept, while [Lines] counts all. A log without any key or utterance is an error.
//
// Keys are found by structure: local or remote, then left or right, then the key. A line that lacks
// the key stands for a space, since lines may end with blanks.
func Read(r io.Reader, file string) (l *Log, faults []error, err error) {
	in := bufio.NewReader(r)
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, nil, &fileerr.Error{File: file, Err: err,
				Msg: "found a gzip file that cannot be read: " + err.Error()}
		}
		in = bufio.NewReader(z)
	}
	if mark, _ := in.Peek(len(lines.ByteOrderMark)); string(mark) == lines.ByteOrderMark {
		_, _ = in.Discard(len(mark))
	}
	limited := &io.LimitedReader{R: withLF(in), N: maxBytes + 1}
	rd := &reader{file: file, log: &Log{}, judges: map[string]int{},
		names: map[string]string{}, heads: map[string]bool{}}
	text := lines.NewReader(limited, maxLine)
	for {
		line, err := text.Read()
		if errors.Is(err, bufio.ErrTooLong) {
			rd.log.Lines.All++
			rd.line = text.Line()
			rd.fault(fmt.Sprintf("a line of more than %d bytes", maxLine), keyPattern)
			if err := text.Skip(); err != nil {
				return nil, nil, lines.Explain(err, file, text.Line(), maxLine)
			}
			continue
		}
		if err != nil && err != io.EOF {
			return nil, nil, lines.Explain(err, file, text.Line(), maxLine)
		}
		if line != nil {
			rd.log.Lines.All++
			rd.line = text.Line()
			rd.take(string(line), err == io.EOF)
		}
		if err := rd.tooMuch(limited.N == 0); err != nil {
			return nil, nil, err
		}
		if err == io.EOF {
			break
		}
	}
	if rd.log.Lines.Keys+rd.log.Lines.Utterances == 0 {
		what := "no line of a key"
		if n := rd.log.Lines.Faults; n > 0 {
			what += ", and " + fileerr.Count(n, "line") + " that cannot be understood"
		}
		return nil, rd.faults, fileerr.New(file, 0, what,
			"a keystroke log with lines of "+keyPattern+", or of "+utterancePattern)
	}
	return rd.log, rd.faults, nil
}

// withLF returns the input with LF for CR if CR alone ends its lines, as on old Macintoshes. Since
// a CR may also be the key of a line, the beginning decides: it has CRs and no LF.
func withLF(in *bufio.Reader) io.Reader {
	start, _ := in.Peek(in.Size())
	if bytes.Count(start, []byte("\r")) < 2 || bytes.IndexByte(start, '\n') >= 0 {
		return in
	}
	return crReader{in}
}

type crReader struct{ in io.Reader }

func (r crReader) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// tooMuch returns an error if the log is larger than any contest's.
func (r *reader) tooMuch(bytes bool) error {
	var found string
	switch {
	case bytes:
		found = fmt.Sprintf("more than %d MiB", maxBytes>>20)
	case len(r.log.Rounds) > maxRounds:
		found = fmt.Sprintf("more than %d rounds", maxRounds)
	case r.log.Lines.Notes+r.log.Lines.Head > maxNotes:
		found = fmt.Sprintf("more than %d lines of notes", maxNotes)
	default:
		return nil
	}
	return fileerr.New(r.file, 0, found, "a keystroke log of less")
}

type reader struct {
	file   string
	line   int
	log    *Log
	faults []error

	title   heading         // of 2012, for the headings after it
	heads   map[string]bool // lines of the head
	told    map[string]bool // see first
	entity  string          // of the conversation, in the form of 2003
	current heading         // of the round, without its sub-rounds
	part    heading
	begun   bool           // whether there is a round
	judges  map[string]int // rounds under the last heading
	notes   []string       // before the first round
	last    int64          // when the last key was received
	inOrder bool           // whether the round's keys are in the order of their times
	names   map[string]string
	blanks  bool // the key of the last line is followed by a blank
}

func (r *reader) fault(found, expected string) {
	r.log.Lines.Faults++
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, fileerr.New(r.file, r.line, found, expected))
	}
}

func (r *reader) doubt(format string, args ...any) {
	if len(r.log.Doubts) < maxFaults {
		r.log.Doubts = append(r.log.Doubts, &fileerr.Error{File: r.file, Line: r.line,
			Msg: fmt.Sprintf(format, args...)})
	}
}

// first reports whether it is asked about s for the first time.
func (r *reader) first(s string) bool {
	if r.told == nil {
		r.told = map[string]bool{}
	}
	known := r.told[s]
	r.told[strings.Clone(s)] = true
	return !known
}

// intern returns a string that does not keep the line that it is part of.
func (r *reader) intern(s string) string {
	if known, ok := r.names[s]; ok {
		return known
	}
	s = strings.Clone(s)
	r.names[s] = s
	return s
}

func (r *reader) take(line string, last bool) {
	trimmed := strings.TrimSpace(line)
	if trimmed == "" {
		r.log.Lines.Blank++
		return
	}
	if h, ok := parseTitle(trimmed); ok {
		r.title = h
		if r.begun {
			r.log.Lines.Headings++
			return
		}
	}
	if h, ok := parseHeading(trimmed); ok {
		r.log.Lines.Headings++
		if h.bare {
			h.number, h.judge, h.program = r.title.number, r.title.judge, r.title.program
		}
		r.begin(h)
		return
	}
	if trimmed[0] == '*' {
		r.log.Lines.Notes++
		r.note(strings.TrimSpace(strings.Trim(trimmed, "*")))
		return
	}
	if r.utterance(trimmed) {
		return
	}
	switch s, problem := r.stroke(line, last); {
	case problem == "":
		r.log.Lines.Keys++
		r.add(s)
	case problem == noKey && (!r.begun || r.heads[trimmed]):
		// A judge's program that was started anew repeats the head.
		r.log.Lines.Head++
		if !r.begun {
			trimmed = strings.Clone(trimmed)
			r.log.Head = append(r.log.Head, trimmed)
			r.heads[trimmed] = true
		}
	case problem == noKey:
		r.fault(fileerr.Quote(trimmed), "a key ("+keyPattern+"), a heading or a note after *")
	default:
		r.fault(problem, keyPattern)
	}
}

func (r *reader) note(text string) {
	if text == "" {
		return
	}
	text = strings.Clone(text)
	if !r.begun {
		r.notes = append(r.notes, text)
		return
	}
	round := &r.log.Rounds[len(r.log.Rounds)-1]
	round.Notes = append(round.Notes, text)
}

// begin begins a round.
func (r *reader) begin(h heading) {
	if !h.part {
		r.current, r.part = h, heading{}
	} else {
		r.part = h
		if r.current.left == "" && r.current.right == "" {
			r.current.left, r.current.right = h.left, h.right
		}
	}
	// A round and its first sub-round have a heading each.
	if n := len(r.log.Rounds); h.part && n > 0 && r.log.Rounds[n-1].Part == 0 &&
		len(r.log.Rounds[n-1].Strokes) == 0 && r.log.Rounds[n-1].Line < r.line {
		r.notes = append(r.notes, r.log.Rounds[n-1].Notes...)
		r.log.Rounds = r.log.Rounds[:n-1]
	}
	r.open()
}

func (r *reader) open() {
	c, p := r.current, r.part
	round := Round{Number: c.number, Part: p.number, Judge: c.judge, Program: c.program,
		Human: c.human, Left: c.left, Right: c.right, Other: p.other, Line: r.line, Notes: r.notes}
	for _, f := range []struct {
		to   *string
		from string
	}{{&round.Judge, p.judge}, {&round.Program, p.program}, {&round.Human, p.human}} {
		if *f.to == "" {
			*f.to = f.from
		}
		*f.to = strings.Clone(*f.to)
	}
	r.notes = nil
	r.log.Rounds = append(r.log.Rounds, round)
	r.begun, r.inOrder = true, true
	clear(r.judges)
}

// add adds a key to the round of its judge under the last heading.
func (r *reader) add(s Stroke) {
	if !r.begun {
		r.doubt("found a key before any heading, expected the heading of a round")
		r.open()
	}
	n := len(r.log.Rounds) - 1
	i, ok := r.judges[s.Judge]
	if !ok {
		switch round := &r.log.Rounds[n]; {
		case len(round.Strokes) == 0:
			if round.Judge != "" && s.Judge != "" && round.Judge != s.Judge {
				r.doubt("found a key of judge %.40q, expected %.40q of the heading", s.Judge,
					round.Judge)
			}
			if s.Judge != "" {
				round.Judge = s.Judge
			}
			i = n
		case s.Judge == "":
			i = n
		default:
			r.doubt("found a key of judge %.40q among those of %.40q, expected a heading before",
				s.Judge, round.Judge)
			another := *round
			another.Judge, another.Line, another.Notes, another.Strokes = s.Judge, r.line, nil, nil
			r.log.Rounds = append(r.log.Rounds, another)
			i = n + 1
		}
		r.judges[s.Judge] = i
	}
	r.log.Rounds[i].Strokes = append(r.log.Rounds[i].Strokes, s)
}
