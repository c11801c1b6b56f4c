package contest

import (
	"cmp"
	"context"
	"slices"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
)

// ranked reports whether judges rank all that they met.
func ranked(r loebner.Rules) bool {
	return r.Judging.Ranking != "" && r.Judging.Ranking != "none"
}

// withoutRanks lists the judges who have not yet ranked those that they met.
func (c *contest) withoutRanks(stage loebner.Stage) []string {
	var list []string
	for _, label := range loebner.Labels("J", len(c.setup.Judges)) {
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
			if p.Judge == judge {
				list = append(list, p.Entry, p.Confederate)
			}
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(-cmp.Compare(a[0], b[0]), cmp.Compare(number(a), number(b)))
	})
	return slices.Compact(list)
}

// awaitRanks collects the judges' ranks of all participants, if the rules want them. Judges who are
// people have a break's time for them.
func (c *contest) awaitRanks(ctx context.Context, stage loebner.Stage) error {
	if err := c.takeVotes(); err != nil || stage.How != loebner.Pairs || len(c.withoutRanks(stage)) == 0 {
		return err
	}
	return c.round(stage, c.rounds(stage)).collect(ctx, ranking, true, func() (missing int, err error) {
		for _, label := range c.withoutRanks(stage) {
			var ranks map[string]int
			if person := c.judgeOf(label).By == Person; !person {
				ranks = c.ranksOfScript(stage, label)
			} else if ranks = c.people.ranks(stage, label); ranks == nil {
				missing++
			}
			if ranks == nil {
				continue
			}
			if err := c.record(event{Kind: eventRanks, Judge: label, Ranks: ranks}); err != nil {
				return 0, err
			}
		}
		return missing, nil
	})
}

// ranksOfScript ranks participants by their mean score, nil if the judge has scored nobody.
func (c *contest) ranksOfScript(stage loebner.Stage, judge string) map[string]int {
	sums, n := make(map[string]float64), make(map[string]float64)
	for t := range c.tables(stage) {
		if t.Judge != judge {
			continue
		}
		b, _ := t.ballot()
		for _, s := range t.sides() {
			if score, scored := b.Scores[s.side]; scored {
				sums[s.label] += score
				n[s.label]++
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
	return ranksOf(met)
}

// ballots returns the ballots of a stage of pairs by labels.
func (x *Results) ballots(stage loebner.Stage) (list []loebner.Ballot) {
	for _, p := range x.Comparisons {
		if p.Stage != stage.Name || !p.Voted {
			continue
		}
		b := loebner.Ballot{Judge: p.Judge, Entry: p.Entry, Confederate: p.Confederate,
			Named: loebner.NamedConfederate}
		if p.NamedEntry {
			b.Named = loebner.NamedEntry
		}
		if p.EntryPoints != nil {
			b.Points = int(*p.EntryPoints)
		}
		list = append(list, b)
	}
	return list
}

// allRanks returns the ranks by labels.
func (c *contest) allRanks(stage loebner.Stage) (list []loebner.Rank) {
	for _, label := range loebner.Labels("J", len(c.setup.Judges)) {
		for _, who := range c.state.plans[stage.Name].met(label) {
			if n, ok := c.state.ranks[label][who]; ok {
				list = append(list, loebner.Rank{Judge: label, Participant: who, Rank: float64(n)})
			}
		}
	}
	return list
}
