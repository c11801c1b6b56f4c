package contest

import (
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/turing/keylog"
)

const transcriptFile = "transcript.html"

// transcriptPage is the data of the page of a conversation.
type transcriptPage struct {
	Name, Stage, Judge, Left, Right string
	Round                           int
	Turns                           []transcriptTurn
}

type transcriptTurn struct {
	At, Who, To, Text string
	Judge             bool
}

// writeTranscript writes the page of a conversation from its log.
func (c *contest) writeTranscript(t *table) error {
	said, err := t.readLog()
	if err != nil {
		return err
	}
	p := transcriptPage{Name: c.setup.Name, Stage: t.stage.Name, Round: t.number,
		Judge: c.nameOf(t.stage.Name, t.Judge)}
	names := map[string]string{"judge": p.Judge}
	for _, s := range t.sides(t.pair, t.state.attempts) {
		label, what := t.Confederate, "confederate"
		if s.program {
			label, what = t.Entry, "program"
		}
		name := fmt.Sprintf("%s (%s)", c.nameOf(t.stage.Name, label), what)
		names[string(s.side)] = name
		if s.side == keylog.Left {
			p.Left = name
		} else {
			p.Right = name
		}
	}
	for _, turn := range keylog.Transcript(said) {
		p.Turns = append(p.Turns, transcriptTurn{clock(turn.T * c.Speed), names[turn.From], names[turn.To],
			turn.Text, turn.From == keylog.Judge})
	}
	return atomicdir.WriteFile(t.folder(transcriptFile), func(w io.Writer) error {
		return pages.Lookup("transcript.html").Execute(w, p)
	})
}

// clock writes seconds as minutes and seconds.
func clock(seconds float64) string {
	s := int(seconds)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
