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
	maxBytes   = 16 << 20
	maxKey     = 64 // bytes of a key's name
	maxFaults  = 1000
	keyPattern = "[JUDGE] RECEIVED SEQUENCE local|remote left|right KEY"
)

// Read reads a log of any year, of up to 16 MiB, which may be compressed by gzip or Zstandard.
// Lines that are neither keys, utterances, headings nor notes are faults, which name file and
// line; only the first thousand are kept, while [Lines] counts all. A log of headings alone is a
// doubt, and one without any heading, key or utterance an error.
//
// Keys are found by structure: local or remote, then left or right, then the key. A line that lacks
// the key stands for a space, since lines may end with blanks.
func Read(r io.Reader, file string) (l *Log, faults []error, err error) {
	in, err := sheet.Unpack(r, file)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	raw, err := files.ReadAll(in, "", maxBytes, "a keystroke log")
	if err != nil {
		return nil, nil, files.At(file, 0, err)
	}
	content := strings.TrimPrefix(string(raw), files.ByteOrderMark)
	// On old Macintoshes, CR alone ends lines. Since a CR may also be the key of a line, the
	// beginning decides: it has CRs and no LF.
	if start := content[:min(len(content), 4096)]; strings.Count(start, "\r") > 1 && !strings.Contains(start, "\n") {
		content = strings.ReplaceAll(content, "\r", "\n")
	}
	rd := newReader(file)
	for line := range strings.Lines(content) {
		whole := strings.TrimSuffix(line, "\n")
		rd.take(whole, whole == line)
	}
	if count := rd.log.Lines; count.Keys+count.Utterances == 0 {
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

type reader struct {
	file   string
	line   int
	log    *Log
	faults []error

	title   heading         // of 2012, for the headings after it
	current heading         // of the round
	begun   bool            // whether there is a round
	from    int             // the first round under the last heading
	judges  map[string]int  // the rounds under it of other judges than that one's
	part    int             // of it; 0 outside of sub-rounds
	notes   []string        // before the first round
	heads   map[string]bool // lines of the head
	told    map[string]bool // see first
	last    int64           // when the last key was received
	inOrder bool            // whether the round's keys are in the order of their times
}

func newReader(file string) *reader {
	return &reader{file: file, log: &Log{}, heads: map[string]bool{}, told: map[string]bool{}}
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

// take reads a line. The last one of a file may have been cut.
func (r *reader) take(line string, last bool) {
	count := &r.log.Lines
	count.All++
	r.line = count.All
	trimmed := strings.TrimSpace(line)
	h, isHeading := parseHeading(trimmed)
	if h.title {
		r.title = h
	}
	switch {
	case trimmed == "":
		count.Blank++
	case h.title && r.begun:
		count.Headings++
	case isHeading && !h.title:
		count.Headings++
		r.begin(h)
	case trimmed[0] == '*':
		count.Notes++
		r.note(strings.TrimSpace(strings.Trim(trimmed, "*")))
	case r.utterance(trimmed):
	default:
		r.key(line, trimmed, last)
	}
}

// key reads the line of a key, or one that is of no other kind.
func (r *reader) key(line, trimmed string, last bool) {
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
	switch {
	case text == "":
	case r.begun:
		r.round().Notes = append(r.round().Notes, text)
	default:
		r.notes = append(r.notes, text)
	}
}

// begin begins a round, or a part of it.
func (r *reader) begin(h heading) {
	if h.bare {
		h.number, h.judge, h.program = r.title.number, r.title.judge, r.title.program
	}
	if r.part = 0; h.part {
		r.part, h.number = h.number, 0
	}
	if !h.part || !r.begun {
		r.current = h
		r.open(Round{Number: h.number})
	}
	round := r.round()
	round.Judge = cmp.Or(round.Judge, h.judge)
	round.Program, round.Human = cmp.Or(round.Program, h.program), cmp.Or(round.Human, h.human)
	if round.Left == "" && round.Right == "" {
		round.Left, round.Right = h.left, h.right
	}
}

func (r *reader) open(round Round) {
	round.Line, round.Notes = r.line, r.notes
	r.notes = nil
	r.from, r.judges = len(r.log.Rounds), map[string]int{}
	r.log.Rounds = append(r.log.Rounds, round)
	r.begun, r.inOrder = true, true
}

// round returns the last round.
func (r *reader) round() *Round { return &r.log.Rounds[len(r.log.Rounds)-1] }

// add adds a key to the round of its judge under the last heading.
func (r *reader) add(s Stroke) {
	if !r.begun {
		r.doubt("found a key before any heading, expected the heading of a round")
		r.open(Round{})
	}
	s.Part = r.part
	round := r.roundOf(s.Judge)
	round.Strokes = append(round.Strokes, s)
}

func (r *reader) roundOf(judge string) *Round {
	first := &r.log.Rounds[r.from]
	if judge == "" || judge == first.Judge {
		return first
	}
	if i, known := r.judges[judge]; known {
		return &r.log.Rounds[i]
	}
	if len(first.Strokes) == 0 {
		if first.Judge != "" {
			r.doubt("found a key of judge %.40q, expected %.40q of the heading", judge, first.Judge)
		}
		first.Judge = judge
		return first
	}
	r.doubt("found a key of judge %.40q among those of %.40q, expected a heading before", judge, first.Judge)
	another := *first
	another.Judge, another.Line = judge, r.line
	another.Notes, another.Strokes = nil, nil
	r.judges[judge] = len(r.log.Rounds)
	r.log.Rounds = append(r.log.Rounds, another)
	return r.round()
}
