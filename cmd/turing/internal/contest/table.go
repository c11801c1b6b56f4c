package contest

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/numbers"
)

// table is the place of a judge in a round, with one or two terminals.
type table struct {
	*heldRound
	pair
	judge judgeSetup
	live  *round.Table // nil while nobody talks or votes
}

// place describes a table: who is at which terminal, and what the judge is asked.
func (t *table) place() *round.Table {
	x := &round.Table{Judge: t.Judge, Name: t.judge.Name, Number: t.number, Dir: t.folder(""), Head: t.logHead(),
		Ask: session.Options{Details: t.details(t.stage)}}
	if t.judge.By == Person { // others answer without a terminal
		x.Ask.Question = questionOf(t.rules, t.stage)
		x.Ask.Keep = func(v session.Verdict) error { return t.Accept(t.voteOf(v)) }
	} else {
		x.Script = &round.Script{Questions: t.judge.list, Ask: cmp.Or(t.judge.Ask, defaultAsk),
			Seed: t.seedOf("judge "+t.Judge+" "+t.stage.Name, t.number)}
	}
	for _, s := range t.sides() {
		x.Ends = append(x.Ends, &round.End{Side: s.side, Label: s.label, Program: s.program, Talker: t.talker(s)})
	}
	t.live = x
	return x
}

// defaultAsk is how many questions a scripted judge asks.
const defaultAsk = 6

// seated says who is at a terminal.
type seated struct {
	side    keylog.Side
	label   string
	program bool
}

// sides draws who sits where. It is drawn again for a person who judges a round again after an
// interruption, who might have learned it.
func (t *table) sides() []seated {
	if t.Confederate == "" || t.Entry == "" {
		return []seated{{keylog.Left, t.Entry + t.Confederate, t.Entry != ""}}
	}
	what := fmt.Sprint("sides ", t.stage.Name, " ", t.Judge)
	if t.judge.By == Person {
		what += fmt.Sprint(" ", t.attempt)
	}
	list := []seated{{keylog.Left, t.Entry, true}, {keylog.Right, t.Confederate, false}}
	if numbers.Stream(t.seedOf(what, t.number), "side", 0).IntN(2) != 0 {
		list = []seated{{keylog.Left, t.Confederate, false}, {keylog.Right, t.Entry, true}}
	}
	return list
}

// programSide returns the terminal of the entry, "" if there is none.
func (t *table) programSide() keylog.Side {
	for _, s := range t.sides() {
		if s.program {
			return s.side
		}
	}
	return ""
}

// ballot returns the judge's ballot, and whether there is one.
func (t *table) ballot() (ballot, bool) {
	b, voted := t.state.ballots[t.Judge]
	return b, voted
}

// inside returns the path of a file of the table, relative to the folder of the contest.
func (t *table) inside(name string) string {
	return path.Join(folderOf(t.stage, t.number), t.Judge, name)
}

func (t *table) folder(name string) string {
	return filepath.Join(t.dir, filepath.FromSlash(t.inside(name)))
}
