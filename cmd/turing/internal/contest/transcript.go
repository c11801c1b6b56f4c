package contest

import (
	"cmp"
	"fmt"
	"io"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/atomicdir"
)

const transcriptFile = "transcript.html"

// transcriptPage is the data of the page of a conversation.
type transcriptPage struct {
	Name, Stage string
	Round       int
	Names       map[string]string // by party: "judge", "left", "right"
	Turns       []keylog.Turn
	speed       float64
}

// At says when a turn begins.
func (p transcriptPage) At(t keylog.Turn) string { return clock(t.T * p.speed) }

// writeTranscript writes the page of a conversation.
func (t *table) writeTranscript(said keylog.Round) error {
	p := transcriptPage{t.setup.Name, t.stage.Name, t.number, map[string]string{
		keylog.Judge: t.nameOf(t.stage.Name, t.Judge)}, keylog.Transcript(said), cmp.Or(t.state.speed, t.Speed)}
	for _, s := range t.sides() {
		what := "confederate"
		if s.program {
			what = "program"
		}
		p.Names[string(s.side)] = fmt.Sprintf("%s (%s)", t.nameOf(t.stage.Name, s.label), what)
	}
	return atomicdir.WriteFile(t.folder(transcriptFile), func(w io.Writer) error {
		return pages["transcript"].Write(w, p)
	})
}

// clock writes seconds as minutes and seconds.
func clock(seconds float64) string {
	s := int(seconds)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
