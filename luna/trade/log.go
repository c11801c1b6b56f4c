package trade

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
)

// maxLine bounds a line of a log: two escaped texts of MaxCharacters fit.
const maxLine = 1 << 20

// Log is the events of a game that ended, from its start to its end.
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

// ReadLogs returns the games of a file of JSON lines: one game after the other, each from its start
// to its end. An error names the file and the line; no game follows it. A line that breaks a rule is
// an error that wraps [ErrRule].
func ReadLogs(r io.Reader, name string) iter.Seq2[*Played, error] {
	return func(yield func(*Played, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, maxLine)
		var p *Played
		n := 0
		fail := func(err error) { yield(nil, fmt.Errorf("%s:%d: %w", name, n, err)) }
		for lines.Scan() {
			n++
			if len(lines.Bytes()) == 0 {
				continue
			}
			var e Event
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				fail(err)
				return
			}
			if p == nil {
				if e.Kind != Start {
					fail(refuse("found an event of the kind %q, expected %q", e.Kind, Start))
					return
				}
				g, err := New(*e.Settings)
				if err != nil {
					fail(refuse("%w", err))
					return
				}
				p = &Played{Game: g, Log: Log{e}}
				continue
			}
			if err := p.Game.Apply(e); err != nil {
				fail(err)
				return
			}
			p.Log = append(p.Log, e)
			if e.Kind == End {
				if !yield(p, nil) {
					return
				}
				p = nil
			}
		}
		if err := lines.Err(); err != nil {
			n++
			fail(err)
			return
		}
		if p != nil {
			fail(refuse("the file ends, and the game has not ended"))
		}
	}
}

// Played is a game that ended, and the events that made it.
type Played struct {
	*Game
	Log Log
}
