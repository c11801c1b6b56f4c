package keylog

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
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

// Read reads a log of any year, of up to 64 MiB, which may be compressed by gzip or Zstandard.
// Lines that are neither keys, utterances, headings nor notes are faults, which name file and line;
// only the first thousand are kept, while [Lines] counts all. A log of headings alone is a doubt, and
// one without any heading, key or utterance an error.
//
// Keys are found by structure: local or remote, then left or right, then the key. A line that lacks
// the key stands for a space, since lines may end with blanks.
func Read(r io.Reader, file string) (l *Log, faults []error, err error) {
	in, err := sheet.Unpack(r, file)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	raw, err := io.ReadAll(io.LimitReader(in, maxBytes+1))
	if err != nil {
		return nil, nil, files.At(file, 0, err)
	}
	content := strings.TrimPrefix(string(raw), files.ByteOrderMark)
	// On old Macintoshes, CR alone ends lines. Since a CR may also be the key of a line, the
	// beginning decides: it has CRs and no LF.
	if start := content[:min(len(content), 4096)]; strings.Count(start, "\r") > 1 && !strings.Contains(start, "\n") {
		content = strings.ReplaceAll(content, "\r", "\n")
	}
	rd := &reader{file: file, log: &Log{}, judges: map[string]int{}, heads: map[string]bool{},
		told: map[string]bool{}}
	if len(content) > maxBytes {
		return nil, nil, rd.tooMuch("more than %d MiB", maxBytes>>20)
	}
	count := &rd.log.Lines
	for line := range strings.Lines(content) {
		count.All++
		rd.line = count.All
		whole := strings.TrimSuffix(line, "\n")
		if len(whole) > maxLine {
			rd.fault(fmt.Sprintf("a line of more than %d bytes", maxLine), keyPattern)
			continue
		}
		rd.take(whole, whole == line)
		if len(rd.log.Rounds) > maxRounds {
			return nil, nil, rd.tooMuch("more than %d rounds", maxRounds)
		}
		if count.Notes+count.Head > maxNotes {
			return nil, nil, rd.tooMuch("more than %d lines of notes", maxNotes)
		}
	}
	if count.Keys+count.Utterances == 0 {
		what := "no line of a key"
		if count.Headings > 0 && count.Faults == 0 {
			rd.log.Doubts = append(rd.log.Doubts, files.New(file, 0, what, "some after the headings"))
			return rd.log, nil, nil
		}
		if n := count.Faults; n > 0 {
			what += ", and " + text.Count(n, "line") + " that cannot be understood"
		}
		return nil, rd.faults, files.New(file, 0, what,
			"a keystroke log with lines of "+keyPattern+", or of "+utterancePattern)
	}
	return rd.log, rd.faults, nil
}

// tooMuch returns the error for a log that is larger than any contest's.
func (r *reader) tooMuch(format string, n int) error {
	return files.New(r.file, 0, fmt.Sprintf(format, n), "a keystroke log of less")
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
	blanks  bool           // the key of the last line is followed by a blank
}

func (r *reader) fault(found, expected string) {
	r.log.Lines.Faults++
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, files.New(r.file, r.line, found, expected))
	}
}

func (r *reader) doubt(format string, args ...any) {
	if len(r.log.Doubts) < maxFaults {
		r.log.Doubts = append(r.log.Doubts, &files.Error{File: r.file, Line: r.line,
			Msg: fmt.Sprintf(format, args...)})
	}
}

// first reports whether it is asked about s for the first time.
func (r *reader) first(s string) bool {
	known := r.told[s]
	r.told[s] = true
	return !known
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
			h.number = r.title.number
			h.judge = r.title.judge
			h.program = r.title.program
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
			r.log.Head = append(r.log.Head, trimmed)
			r.heads[trimmed] = true
		}
	case problem == noKey:
		r.fault(text.Quote(trimmed), "a key ("+keyPattern+"), a heading or a note after *")
	default:
		r.fault(problem, keyPattern)
	}
}

func (r *reader) note(text string) {
	if text == "" {
		return
	}
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
	round := Round{Number: c.number, Part: p.number, Judge: cmp.Or(c.judge, p.judge),
		Program: cmp.Or(c.program, p.program), Human: cmp.Or(c.human, p.human), Left: c.left,
		Right: c.right, Other: p.other, Line: r.line, Notes: r.notes}
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
			another.Judge = s.Judge
			another.Line = r.line
			another.Notes = nil
			another.Strokes = nil
			r.log.Rounds = append(r.log.Rounds, another)
			i = n + 1
		}
		r.judges[s.Judge] = i
	}
	r.log.Rounds[i].Strokes = append(r.log.Rounds[i].Strokes, s)
}
