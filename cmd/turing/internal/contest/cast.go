package contest

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/internal/text"
)

// judgeOf returns the judge with a label such as J1.
func (c *contest) judgeOf(label string) judgeSetup { return c.setup.Judges[number(label)-1] }

// nameOf returns the name behind a label in a stage.
func (c *contest) nameOf(stage, label string) string {
	if n := number(label); label != "" && label[0] == 'E' && n <= len(c.state.plans[stage].Finalists) {
		return c.state.plans[stage].Finalists[n-1]
	}
	for _, x := range c.setup.everybody() {
		if x.Label == label {
			return x.Name
		}
	}
	return label
}

// entry returns the number of the entry with a name, from 0, and the entry.
func (c *contest) entry(name string) (int, entrySetup) {
	i := slices.IndexFunc(c.setup.Entries, func(e entrySetup) bool { return e.Name == name })
	return i, c.setup.Entries[i]
}

// entrant returns the talker for the entry with a name.
func (c *contest) entrant(name string) *round.Talker {
	_, e := c.entry(name)
	return &round.Talker{Name: name, By: e.By, Opening: c.opening(e.Persona), Chat: e.Chat.options()}
}

// opening returns the first utterance of somebody who gives themselves a name.
func (c *contest) opening(persona string) string {
	return nameInOpening().ReplaceAllLiteralString(c.rules.Conversation.Opening, persona)
}

// nameInOpening is where an opening has the name of whoever speaks.
var nameInOpening = text.Pattern(`\bX\b`)

// talker returns the talker at one end of a table.
func (t *table) talker(s seated) *round.Talker {
	var x *round.Talker
	if i := number(s.label) - 1; s.program {
		x = t.entrant(t.nameOf(t.stage.Name, s.label))
	} else {
		c := t.setup.Confederates[i]
		x = &round.Talker{Name: c.Name, By: c.By, Number: i, Opening: t.opening(c.Persona)}
	}
	x.Seed = t.seedOf(fmt.Sprint(t.stage.Name, " ", t.Judge, " ", s.label), t.number)
	return x
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// pairsStage returns the stage in which judges meet entries and confederates.
func (c *contest) pairsStage() (loebner.Stage, bool) {
	for _, s := range c.rules.Stages {
		if _, planned := c.state.plans[s.Name]; planned && (s.How == loebner.Pairs || s.How == loebner.Witnesses) {
			return s, true
		}
	}
	return loebner.Stage{}, false
}

// scriptPrefix begins By of a judge who is a script.
const scriptPrefix = round.ByScript + ":"

// rule returns the rule by which a scripted judge decides, "" for a person.
func (j judgeSetup) rule() string {
	_, rule, _ := strings.Cut(j.By, ":")
	return rule
}
