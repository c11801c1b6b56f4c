package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/desk"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/scripted"
)

// ranked reports whether judges rank all that they met.
func ranked(r loebner.Rules) bool {
	return r.Judging.Ranking != "" && r.Judging.Ranking != "none"
}

// met is somebody whom a judge met. Ranks are of terminals, since a form with a field for each
// person would tell who was met in several rounds, as humans are.
type met struct {
	terminal string // such as 2-left: of round 2
	label    string
	score    float64 // by a script
}

// meetings lists whom a judge met, by rounds and terminals.
func (c *contest) meetings(stage loebner.Stage, judge string) (list []met) {
	for t := range c.tables(stage) {
		if t.Judge != judge || t.skipped() {
			continue
		}
		scores := t.scores()
		for _, s := range t.sides() {
			list = append(list, met{desk.Terminal(t.number, s.side), s.label, scores[s.side]})
		}
	}
	return list
}

// withoutRanks lists the judges who have not yet ranked those that they met.
func (c *contest) withoutRanks(stage loebner.Stage) []string {
	return slices.DeleteFunc(loebner.Labels("J", len(c.setup.Judges)), func(label string) bool {
		return !ranked(c.rules) || c.state.ranks[label] != nil || len(c.meetings(stage, label)) == 0
	})
}

// checkRanks checks ranks, and turns participants into their terminals.
func (c *contest) checkRanks(stage loebner.Stage, v Vote) (Vote, error) {
	list := c.meetings(stage, v.Judge)
	switch {
	case !ranked(c.rules):
		return v, errors.New("found ranks, expected none by these rules")
	case len(list) == 0:
		return v, fmt.Errorf("found judge %q, expected one who has met somebody", v.Judge)
	case c.pending(stage) >= 0:
		return v, errors.New("found ranks before the last round is over, expected them afterwards")
	case c.state.ranks[v.Judge] != nil && v.Reason == "" && !v.Own:
		return v, fmt.Errorf("%s has ranked everybody already; a reason (--reason) corrects the ranks", v.Judge)
	}
	var labels, terminals, ranks []string
	for _, m := range list {
		labels, terminals = append(labels, m.label), append(terminals, m.terminal)
	}
	wrong := false
	for _, name := range v.Ranks {
		before := len(ranks)
		for _, m := range list {
			if m.label == name || m.terminal == name {
				ranks = append(ranks, m.terminal)
			}
		}
		wrong = wrong || len(ranks) == before
	}
	if wrong || !slices.Equal(slices.Sorted(slices.Values(ranks)), slices.Sorted(slices.Values(terminals))) {
		slices.Sort(labels)
		return v, fmt.Errorf("found ranks of %s, expected each of %s once, the most human first, or each terminal: %s",
			strings.Join(v.Ranks, ", "), strings.Join(slices.Compact(labels), ", "), strings.Join(terminals, ", "))
	}
	v.Ranks = ranks
	return v, nil
}

// enterRanks writes ranks to the journal.
func (c *contest) enterRanks(v Vote) error {
	old, note := c.state.ranks[v.Judge], ""
	e := event{Kind: eventRanks, Judge: v.Judge, Ranks: ranksOf(v.Ranks)}
	if v.Own && maps.Equal(old, e.Ranks) {
		return nil
	}
	switch name := c.nameOf("", v.Judge); {
	case !v.Own:
		note = "The organiser gave the ranks of " + name
	case old != nil:
		note = name + " gave other ranks than before"
	}
	if v.Reason != "" {
		note += ": " + v.Reason
	}
	if note != "" {
		e.Note = note + "."
		c.warnf("%s", note)
	}
	return c.record(e)
}

// ranksOf returns the ranks of terminals in a list, the first one's being 1.
func ranksOf(list []string) map[string]int {
	ranks := make(map[string]int)
	for i, terminal := range list {
		ranks[terminal] = i + 1
	}
	return ranks
}

// awaitRanks collects the judges' ranks, if the rules want them. Judges who are people have a
// break's time for them, and their verdicts stay as they are from now on.
func (c *contest) awaitRanks(ctx context.Context, stage loebner.Stage) error {
	if err := c.takeVotes(); err != nil || stage.How != loebner.Pairs || len(c.withoutRanks(stage)) == 0 {
		return err
	}
	if err := c.settle(stage, false); err != nil {
		return err
	}
	for _, label := range c.withoutRanks(stage) {
		if list := c.ranksOfScript(stage, label); list != nil {
			if err := c.record(event{Kind: eventRanks, Judge: label, Ranks: ranksOf(list)}); err != nil {
				return err
			}
		}
	}
	c.openForms(stage)
	return c.round(stage, c.rounds(stage)).collect(ctx, desk.Ranking, true, func() (missing int, err error) {
		if err := c.takeVotes(); err != nil {
			return 0, err
		}
		if c.pending(stage) >= 0 {
			return 0, annulment("by the organiser")
		}
		return len(slices.DeleteFunc(c.withoutRanks(stage), func(label string) bool {
			return c.judgeOf(label).By != Person
		})), nil
	})
}

// settle ends the corrections of a stage's verdicts, and at the end those of the ranks. What was
// given before is taken up.
func (c *contest) settle(stage loebner.Stage, ranks bool) error {
	c.mu.Lock()
	c.settled[stage.Name] = true
	c.ranksIn = ranks
	c.mu.Unlock()
	return c.takeVotes()
}

// ranksOfScript ranks the terminals of a judge who is a script and votes.
func (c *contest) ranksOfScript(stage loebner.Stage, judge string) (terminals []string) {
	if rule := c.judgeOf(judge).rule(); rule == "" || rule == scripted.Never {
		return nil
	}
	list := c.meetings(stage, judge)
	slices.SortStableFunc(list, func(a, b met) int { return -cmp.Compare(a.score, b.score) })
	for _, m := range list {
		terminals = append(terminals, m.terminal)
	}
	return terminals
}

// ballots returns the ballots of a stage of pairs by labels.
func (x *Results) ballots(stage loebner.Stage) (list []loebner.Ballot) {
	for _, c := range x.Comparisons {
		if c.Stage == stage.Name && c.Voted {
			list = append(list, c.ballot())
		}
	}
	return list
}

// allRanks returns the ranks by labels: one for each meeting, or for each participant in journals
// of before.
func (c *contest) allRanks(stage loebner.Stage) (list []loebner.Rank) {
	for _, judge := range loebner.Labels("J", len(c.setup.Judges)) {
		ranks, seen := c.state.ranks[judge], make(map[string]bool)
		meetings := c.meetings(stage, judge)
		slices.SortStableFunc(meetings, func(a, b met) int { return cmp.Compare(a.label, b.label) })
		for _, m := range meetings {
			n, ok := ranks[m.terminal]
			if !ok && !seen[m.label] {
				n, ok = ranks[m.label]
			}
			if seen[m.label] = true; ok {
				list = append(list, loebner.Rank{Judge: judge, Participant: m.label, Rank: float64(n)})
			}
		}
	}
	return list
}
