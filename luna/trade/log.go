package trade

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// maxLine bounds the length of a line of a log. It is many times the length of a text of
// maxCharacters with every character escaped.
const maxLine = 1 << 20

// Log is the events of a game that has ended, from its start to its end.
type Log []Event

// WriteLog writes events as JSON lines.
func WriteLog(w io.Writer, events []Event) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	for _, event := range events {
		if err := e.Encode(event); err != nil {
			return err
		}
	}
	return b.Flush()
}

// ReadLogs returns the games in a file of JSON lines: one game after another, each from its start
// to its end. Lines may end in CRLF; empty lines and a byte order mark at the start of the file are
// skipped. The file may be of any size: only one game at a time is in memory.
//
// An error names the file and the line, and no game follows it. The error wraps [ErrRule] for a
// line that breaks a rule, an event of an unknown kind, or a game without an end.
func ReadLogs(r io.Reader, name string) iter.Seq2[*Played, error] {
	return func(yield func(*Played, error) bool) {
		in := files.NewScanner(r, name, maxLine)
		fail := func(err error) {
			yield(nil, files.At(name, in.Line(), err))
		}
		var p *Played
		for in.Scan() {
			if len(bytes.TrimSpace(in.Bytes())) == 0 {
				continue
			}
			e, err := readEvent(in.Bytes())
			if err != nil {
				fail(err)
				return
			}
			if p, err = p.next(e); err != nil {
				fail(err)
				return
			}
			if e.Kind == End {
				if !yield(p, nil) {
					return
				}
				p = nil
			}
		}
		switch err := in.Err(); {
		case err != nil:
			yield(nil, err)
		case p != nil:
			fail(refuse("the file ends, and the game has not ended"))
		}
	}
}

// readEvent reads a line.
func readEvent(line []byte) (e Event, err error) {
	if !utf8.Valid(line) {
		return e, fmt.Errorf("found text that is not UTF-8, expected JSON in UTF-8")
	}
	err = json.Unmarshal(line, &e)
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		err = fmt.Errorf("found %s (%w), expected a JSON object: an event", text.Quote(line),
			err)
	}
	return e, err
}

// next returns the game after an event: p, or a new game if p is nil.
func (p *Played) next(e Event) (*Played, error) {
	if p != nil {
		if err := p.Game.Apply(e); err != nil {
			return nil, err
		}
		p.Log = append(p.Log, e)
		return p, nil
	}
	switch {
	case e.Kind != Start:
		return nil, refuse("found an event of the kind %q, expected %q", e.Kind, Start)
	case e.Time != 0:
		return nil, refuse("the game starts at %v s, 0 is needed", toSeconds(e.Time))
	}
	g, err := New(*e.Settings)
	if err != nil {
		return nil, refuse("%w", err)
	}
	return &Played{Game: g, Log: Log{e}}, nil
}

// Played is a game that has ended, and the events that led to it.
type Played struct {
	*Game
	Log Log // from the start to the end
}
