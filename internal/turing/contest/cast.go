package contest

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/loebner"
	"github.com/luna-rating/luna/luna/responder"
)

// judgeOf returns the judge with a label such as J1.
func (c *contest) judgeOf(label string) judgeSetup { return c.setup.Judges[number(label)-1] }

// nameOf returns the name behind a label in a stage.
func (c *contest) nameOf(stage, label string) string {
	n := number(label) - 1
	switch {
	case n < 0:
		return ""
	case strings.HasPrefix(label, "E") && n < len(c.state.plans[stage].Finalists):
		return c.state.plans[stage].Finalists[n]
	case strings.HasPrefix(label, "C") && n < len(c.setup.Confederates):
		return c.setup.Confederates[n].Name
	case strings.HasPrefix(label, "J") && n < len(c.setup.Judges):
		return c.setup.Judges[n].Name
	}
	return label
}

// entrant returns the talker for the entry with a name.
func (c *contest) entrant(name string) talker {
	i := slices.IndexFunc(c.setup.Entries, func(e entrySetup) bool { return e.Name == name })
	e := c.setup.Entries[i]
	return talker{name: name, by: e.By, number: i, speed: c.Speed, faults: &faults{who: name},
		opening: c.opening(e.Persona), dir: c.dir, chat: e.Chat, account: c.account}
}

// opening returns what an entity says first, with a human name, or nothing.
func (c *contest) opening(persona string) string {
	return withPersona(c.rules.Conversation.Opening, persona)
}

// withPersona replaces the X of an opening.
func withPersona(opening, persona string) string {
	words := strings.Split(opening, " ")
	for i, w := range words {
		if w == "X" {
			words[i] = persona
		}
	}
	return strings.Join(words, " ")
}

// talker returns the talker at one end of a table.
func (r *round) talker(t *table, label string, program bool) talker {
	name := r.nameOf(r.stage.Name, label)
	var x talker
	if program {
		x = r.entrant(name)
	} else {
		i := number(label) - 1
		c := r.setup.Confederates[i]
		x = talker{name: name, by: c.By, number: i, speed: r.Speed, faults: &faults{who: name},
			opening: r.opening(c.Persona), dir: r.dir}
	}
	x.seed = r.seedOf(fmt.Sprint(r.stage.Name, " ", t.Judge, " ", label), r.number)
	return x
}

// inDir returns the description of a responder with its path relative to the contest's folder.
func inDir(dir, spec string) string {
	kind, path, ok := strings.Cut(spec, ":")
	if !ok || filepath.IsAbs(path) || !slices.ContainsFunc(responder.Kinds(),
		func(k responder.Kind) bool { return k.Name == kind && k.ReadsPath() }) {
		return spec
	}
	if inside := filepath.Join(dir, path); exists(inside) {
		return kind + ":" + inside
	}
	return spec
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

// placesIn yields the place of each judge in each round of a stage.
func (c *contest) placesIn(stage loebner.Stage) iter.Seq[*table] {
	return func(yield func(*table) bool) {
		for i, pairs := range c.state.plans[stage.Name].Rounds {
			r := &round{contest: c, stage: stage, number: i + 1, state: c.state.round(stage.Name, i+1)}
			for _, p := range pairs {
				if !yield(&table{round: r, pair: p}) {
					return
				}
			}
		}
	}
}

// labelAt returns who was at a terminal in the attempt that counts.
func (t *table) labelAt(side keylog.Side) string {
	if side == t.programSide(t.pair) {
		return t.Entry
	}
	return t.Confederate
}
