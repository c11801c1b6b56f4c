package trade

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"time"
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
		err = fmt.Errorf("found %s (%w), expected a JSON object: an event", text.Quote(line), err)
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

// Release is a text and the time from which a bettor sees it.
type Release struct {
	Time float64 `json:"t"`  // seconds
	To   string  `json:"to"` // name of the bettor
	Text string  `json:"text"`
}

// Replay is what happened in a game, with times in seconds.
type Replay struct {
	Game    string            `json:"game,omitempty"`
	Price   [][2]float64      `json:"price"`            // times and the price from each on
	Current []Turn            `json:"current"`          // questions and when they became current
	Release []Release         `json:"release"`          // releases of the texts of answers
	Bettors map[string]Result `json:"bettors"`          // results by name
	Reason  Reason            `json:"reason"`           // why the game ended
	Nature  Side              `json:"nature,omitempty"` // of the target
	Reward  float64           `json:"reward"`           // of the target
}

// Turn is a question that became current: the Time in seconds, the Bettor who asked, and the Text.
// Its JSON form is an array of these three.
type Turn struct {
	Time   float64
	Bettor string
	Text   string
}

// MarshalJSON implements [encoding/json.Marshaler].
func (t Turn) MarshalJSON() ([]byte, error) { return marshal([]any{t.Time, t.Bettor, t.Text}) }

// Replay returns what happened in a game that has ended. Texts that were yet to be released when
// the game ended are listed, too, as are texts for bettors who had left by then.
func (g *Game) Replay() Replay {
	end, _ := g.Ended()
	r := Replay{
		Game: g.settings.Game, Current: []Turn{}, Release: []Release{},
		Bettors: make(map[string]Result), Reason: end.Reason, Nature: end.Nature,
		Reward: g.Reward(),
	}
	for _, p := range g.curve {
		r.Price = append(r.Price, [2]float64{toSeconds(p.Time), p.Price})
	}
	for _, x := range g.asked {
		r.Current = append(r.Current, Turn{toSeconds(x.Asked), g.name(x.Bettor), x.Question})
		if x.Answered < 0 {
			continue
		}
		for i, name := range g.settings.Bettors {
			at := x.Answered
			if i != x.Bettor {
				at += g.settings.delay()
			}
			r.Release = append(r.Release, Release{toSeconds(at), name, x.Answer})
		}
	}
	slices.SortStableFunc(r.Release, func(a, b Release) int { return cmp.Compare(a.Time, b.Time) })
	for i, result := range g.Results() {
		r.Bettors[g.name(i)] = result
	}
	return r
}

// PriceAt returns the price at a time since the start; after the end, it returns the last price.
func (g *Game) PriceAt(t time.Duration) float64 { return PriceAt(g.curve, t) }

// PriceAt returns the price on a curve at a time.
func PriceAt(curve []Point, t time.Duration) float64 {
	i, _ := slices.BinarySearchFunc(curve, t, func(p Point, t time.Duration) int {
		if p.Time <= t {
			return -1
		}
		return 1
	})
	return curve[max(0, i-1)].Price
}
