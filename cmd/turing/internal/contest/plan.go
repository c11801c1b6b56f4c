package contest

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/design"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// checkPresent checks that there are people for the stages that will be held.
func (c *contest) checkPresent(names []string) error {
	setup := filepath.Join(c.dir, SetupFile)
	for _, name := range names {
		switch stage, _ := c.stage(name); {
		case stage.How == loebner.Questions:
		case len(c.setup.Judges) == 0:
			return files.New(setup, 0, "no judge", "at least one [[judge]], four by the rules")
		case len(c.setup.Confederates) == 0 && stage.How != loebner.Interviews:
			return files.New(setup, 0, "no confederate", "at least one [[confederate]], four by the rules")
		}
	}
	return nil
}

// planRounds makes the schedule of a stage in which judges talk to entries, once.
func (c *contest) planRounds(stage loebner.Stage, entries []string) error {
	if _, planned := c.state.plans[stage.Name]; planned {
		return nil
	}
	p := plan{Finalists: entries, Note: c.chosen}
	schedule, err := c.schedule(stage, entries)
	if err != nil {
		return err
	}
	for _, r := range schedule {
		var pairs []pair
		for _, t := range r.Triples {
			pairs = append(pairs, pair(t))
		}
		p.Rounds = append(p.Rounds, pairs)
	}
	c.sayf("%s: %s, %s", stage.Name, text.Count(len(entries), "program"), text.Count(len(p.Rounds), "round"))
	return c.record(event{Kind: eventPlanned, Stage: stage.Name, Plan: &p})
}

// schedule returns the organiser's schedule if there is one, or the printed one of the rules if it
// is for so many people, or designs one.
func (c *contest) schedule(stage loebner.Stage, entries []string) (loebner.Schedule, error) {
	judges := len(c.setup.Judges)
	known := slices.Concat(loebner.Labels("J", judges), loebner.Labels("E", len(entries)),
		loebner.Labels("C", len(c.setup.Confederates)))
	switch {
	case stage.How == loebner.Interviews:
		return c.design(stage, entries), nil
	case c.setup.Schedule != "":
		return c.readSchedule(known, judges*len(entries))
	}
	printed, err := c.rules.Conversation.Printed()
	if err == nil && !slices.Equal(labelsIn(printed), slices.Sorted(slices.Values(known))) {
		return c.design(stage, entries), nil
	}
	return printed, err
}

// design makes the rounds of a stage.
func (c *contest) design(stage loebner.Stage, entries []string) loebner.Schedule {
	return design.Rounds(stage.How, design.People{
		Judges: len(c.setup.Judges), Entries: len(entries), Confederates: len(c.setup.Confederates),
		Humans: c.setup.Design.Humans,
		Seats: func(label string) int {
			if n := number(label) - 1; label[0] == 'C' {
				return c.seats(c.setup.Confederates[n].By, 0)
			}
			_, e := c.entry(entries[number(label)-1])
			return c.seats(e.By, e.Seats)
		},
	}, numbers.Stream(c.setup.Seed, "contest: design", 0))
}

// seats returns how many judges a participant talks to at once: as many as the setup says, if it
// does. In a study, services and scripts talk to all; elsewhere everybody talks to one.
func (c *contest) seats(by string, said int) int {
	_, own := round.Own(by)
	switch judges := len(c.setup.Judges); {
	case said > 0:
		return min(said, judges)
	case c.rules.Conversation.Rounds > 0, by == Person, own:
		return 1
	default:
		return judges
	}
}

// labelsIn lists the labels of all in a schedule, in the order of the alphabet.
func labelsIn(s loebner.Schedule) (list []string) {
	for _, r := range s {
		for _, t := range r.Triples {
			list = append(list, t.Judge, t.Entry, t.Confederate)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// readSchedule reads the organiser's own schedule, in which each judge meets each entry once.
func (c *contest) readSchedule(known []string, comparisons int) (loebner.Schedule, error) {
	path := inFolder(c.dir, c.setup.Schedule)
	s, err := files.With(path, "a schedule", loebner.ReadSchedule)
	if err != nil {
		return nil, err
	}
	if r := loebner.Check(nil, s); !r.Valid {
		return nil, &files.Error{File: path, Msg: fmt.Sprintf("found a schedule that is not valid: %s; "+
			"'turing loebner check' says more", r.Problems[0].Text)}
	}
	for _, label := range labelsIn(s) {
		if !slices.Contains(known, label) {
			return nil, files.New(path, 0, label, "one of "+strings.Join(known, ", "))
		}
	}
	met := 0
	for _, r := range s {
		met += len(r.Triples)
	}
	if met != comparisons {
		return nil, files.New(path, 0, fmt.Sprint(met, " comparisons"),
			fmt.Sprintf("%d, of each judge with each entry", comparisons))
	}
	return s, nil
}

// number returns the number of a label such as J1, 0 if it has none.
func number(label string) int {
	n, err := strconv.Atoi(strings.TrimLeft(label, "JEC"))
	if err != nil {
		return 0
	}
	return n
}

// interviewed returns the mean of the points that each entry got when it was questioned alone.
func (c *contest) interviewed(stage loebner.Stage) map[string]float64 {
	sums, n := make(map[string]float64), make(map[string]float64)
	for t := range c.tables(stage) {
		if x := t.comparison(); x.Voted {
			sums[x.Entry] += *x.EntryPoints
			n[x.Entry]++
		}
	}
	for name := range sums {
		sums[name] /= n[name]
	}
	return sums
}

// best returns the entries with the highest scores, the best first. Among equals, the one that was
// submitted first goes on: entries are in that order.
func (c *contest) best(scores map[string]float64, entries []string, keep int) []string {
	list := slices.Clone(entries)
	slices.SortStableFunc(list, func(a, b string) int {
		return cmp.Compare(scores[b], scores[a])
	})
	c.chosen = ""
	if keep > 0 && len(list) > keep {
		if scores[list[keep-1]] == scores[list[keep]] {
			c.chosen = fmt.Sprintf("%s and %s had equal scores; the one that was submitted first went on",
				list[keep-1], list[keep])
			c.sayf("%s", c.chosen)
		}
		list = list[:keep]
	}
	// Labels follow the time of submission, not the score, which judges should not guess.
	slices.SortFunc(list, func(a, b string) int {
		return slices.Index(entries, a) - slices.Index(entries, b)
	})
	return list
}
