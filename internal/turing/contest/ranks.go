package contest

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/loebner"
	"github.com/luna-rating/luna/internal/turing/session"
)

// ranked reports whether judges rank all that they met.
func ranked(r loebner.Rules) bool {
	return r.Judging.Ranking != "" && r.Judging.Ranking != "none"
}

// withoutRanks lists the judges who have not yet ranked those that they met.
func (c *contest) withoutRanks(stage loebner.Stage) []string {
	var list []string
	for i := range c.setup.Judges {
		label := fmt.Sprint("J", i+1)
		if ranked(c.rules) && c.state.ranks[label] == nil &&
			len(c.state.plans[stage.Name].met(label)) > 0 {
			list = append(list, label)
		}
	}
	return list
}

// met lists the labels of the entries and confederates that a judge met.
func (p plan) met(judge string) []string {
	var list []string
	for _, pairs := range p.Rounds {
		for _, p := range pairs {
			if p.Judge != judge {
				continue
			}
			for _, label := range []string{p.Entry, p.Confederate} {
				if !slices.Contains(list, label) {
					list = append(list, label)
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(-cmp.Compare(a[0], b[0]), cmp.Compare(number(a), number(b)))
	})
	return list
}

// places lists where a judge met somebody, in the order of the rounds.
func (c *contest) places(stage loebner.Stage, judge string) []place {
	var list []place
	for t := range c.placesIn(stage) {
		if t.Judge != judge {
			continue
		}
		for _, s := range t.sides(t.pair, t.state.attempts) {
			label, where := t.labelAt(s.side), fmt.Sprintf("round %d, %s terminal", t.number, s.side)
			n := slices.IndexFunc(list, func(x place) bool { return x.label == label })
			if n < 0 {
				list = append(list, place{label, "R" + where[1:]})
			} else {
				list[n].words += "; " + where
			}
		}
	}
	return list
}

// awaitRanks collects the judges' ranks of all participants, if the rules want them. Judges who are
// people have a break's time for them.
func (c *contest) awaitRanks(ctx context.Context) error {
	stage, ok := c.pairsStage()
	if !ok || !ranked(c.rules) {
		return nil
	}
	if err := c.takeVotes(); err != nil {
		return err
	}
	clock := session.NewClock(c.real(c.breakTime()))
	n := len(c.state.plans[stage.Name].Rounds)
	c.enter(scene{stage: stage.Name, phase: ranking, round: n, rounds: n, clock: clock})
	for {
		missing := 0
		for i, j := range c.setup.Judges {
			label := fmt.Sprint("J", i+1)
			if c.state.ranks[label] != nil || len(c.state.plans[stage.Name].met(label)) == 0 {
				continue
			}
			var ranks map[string]int
			if j.By == Person {
				ranks = c.people.ranks(stage, label)
			} else {
				ranks = c.ranksOfScript(stage, label)
			}
			if ranks == nil {
				if j.By == Person {
					missing++
				}
				continue
			}
			if err := c.record(event{Kind: eventRanks, Judge: label, Ranks: ranks}); err != nil {
				return err
			}
		}
		if missing == 0 || clock.Left() == 0 {
			return nil
		}
		if _, err := c.await(ctx, nil, votePoll); err != nil {
			return err
		}
	}
}

// ranksOfScript ranks participants by their mean score, nil if the judge has scored nobody.
func (c *contest) ranksOfScript(stage loebner.Stage, judge string) map[string]int {
	sums, n := make(map[string]float64), make(map[string]float64)
	for t := range c.placesIn(stage) {
		if t.Judge == judge {
			for side, score := range t.state.ballots[judge].Scores {
				sums[t.labelAt(side)] += score
				n[t.labelAt(side)]++
			}
		}
	}
	met := c.state.plans[stage.Name].met(judge)
	if len(sums) < len(met) {
		return nil // a judge ranks all or nobody
	}
	slices.SortStableFunc(met, func(a, b string) int {
		return -cmp.Compare(sums[a]/n[a], sums[b]/n[b])
	})
	ranks := make(map[string]int)
	for i, label := range met {
		ranks[label] = i + 1
	}
	return ranks
}

// ballots returns the ballots of the pairs by labels, and the ranks, as the rules count them.
func (c *contest) ballots(stage loebner.Stage) (list []loebner.Ballot, ranks []loebner.Rank) {
	for t := range c.placesIn(stage) {
		b, voted := t.state.ballots[t.Judge]
		if !voted {
			continue
		}
		x := loebner.Ballot{Judge: t.Judge, Entry: t.Entry, Confederate: t.Confederate,
			Named: loebner.NamedConfederate}
		program := t.programSide(t.pair)
		if c.rules.Judging.Format == loebner.Points {
			x.Points = int(b.of(program))
		}
		if c.namesEntry(b, program) {
			x.Named = loebner.NamedEntry
		}
		list = append(list, x)
	}
	for i := range c.setup.Judges {
		label := fmt.Sprint("J", i+1)
		for _, who := range c.state.plans[stage.Name].met(label) {
			if n, ok := c.state.ranks[label][who]; ok {
				ranks = append(ranks, loebner.Rank{Judge: label, Participant: who, Rank: n})
			}
		}
	}
	return list, ranks
}

// namesEntry reports whether a ballot takes the entry for the human, or for the more human one.
func (c *contest) namesEntry(b ballot, program keylog.Side) bool {
	if c.rules.Judging.Format == loebner.Points {
		return b.of(program) >= float64(c.rules.Judging.Least)
	}
	return b.Human == program
}

// of returns the points of a terminal.
func (b ballot) of(side keylog.Side) float64 {
	if side == keylog.Right {
		return 100 - b.Left
	}
	return b.Left
}

// points returns how human the only witness seemed, from 0 to 100: sure or not, 50 is the middle.
func (b ballot) points() float64 {
	sure := 0.0
	if b.Confidence != nil {
		sure = float64(*b.Confidence)
	}
	if b.Is == session.Human {
		return 50 + sure/2
	}
	return 50 - sure/2
}
