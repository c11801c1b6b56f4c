package loebner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// rank checks the ranks and adds them up. Each judge ranks all that they met, from 1 on, where
// equal ranks count together: 1, 1, 3 or 1.5, 1.5, 3. A confederate whom they met twice may have
// two ranks, one for each time.
func (s *scorer) rank() error {
	ranks := s.scoring.Ranks
	if len(ranks) > 0 && s.rules.Judging.Ranking == "none" {
		return ranks[0].errorf("ranks", fmt.Sprintf("none: by the rules of %s judges do not rank", s.rules.Name))
	}
	byJudge := make(map[string][]Rank)
	for _, k := range ranks {
		if !slices.Contains(s.judges, k.Judge) {
			return k.errorf("judge "+k.Judge, "one who has ballots: "+strings.Join(s.judges, ", "))
		}
		byJudge[k.Judge] = append(byJudge[k.Judge], k)
	}
	for _, j := range s.judges {
		switch {
		case len(ranks) == 0:
		case len(byJudge[j]) > 0:
			if err := s.rankOf(j, byJudge[j]); err != nil {
				return err
			}
		case s.rules.Judging.Format == Ranks:
			s.Notes = append(s.Notes, fmt.Sprintf("The ranks of %s are missing; means are those of others.", j))
		case slices.ContainsFunc(s.entries, func(e string) bool { return s.lacks(j, e) }):
			s.Notes = append(s.Notes, fmt.Sprintf("The ranks of %s are missing.", j))
		default:
			return files.New(ranks[0].file, 0, "no ranks of "+j, "those of "+strings.Join(sorted(s.met(j)), ", "))
		}
	}
	return nil
}

// lacks reports whether the ballot of a judge on an entry is missing.
func (s *scorer) lacks(judge, entry string) bool {
	return slices.Contains(s.Missing, Triple{Judge: judge, Entry: entry}.pair())
}

// met lists whom a judge met, as often as they met.
func (s *scorer) met(judge string) (list []string) {
	for _, t := range s.meetings {
		if t.Judge == judge {
			list = append(list, t.Entry, t.Confederate)
		}
	}
	if len(s.meetings) == 0 {
		list = slices.Clone(s.entries)
	}
	return list
}

// checkRanks checks that a judge ranks all whom they met, once for each time. If the rules want
// ranks of the entries only, those of confederates may be missing together. There may be ranks of
// entries on which there is no ballot, as on a verdict that is void, and of as many confederates.
func (s *scorer) checkRanks(judge string, ranks []Rank) error {
	ranked := distinct(ranks, func(k Rank) string { return k.Participant })
	left, others := s.met(judge), 0
	if len(s.meetings) == 0 {
		others = len(ranks)
	}
	for _, name := range ranked {
		if s.lacks(judge, name) && !slices.Contains(left, name) {
			left = append(left, name)
			others++
		}
	}
	met := sorted(left)
	for _, k := range ranks {
		switch i := slices.Index(left, k.Participant); {
		case i >= 0:
			left = slices.Delete(left, i, i+1)
		case others > 0 && slices.Contains(s.confederates, k.Participant):
			others--
		case slices.Contains(met, k.Participant):
			return k.errorf(fmt.Sprintf("another rank of %s by %s", k.Participant, judge),
				"one for each time that they met")
		default:
			return k.errorf("participant "+k.Participant,
				fmt.Sprintf("one whom %s met: %s", judge, strings.Join(met, ", ")))
		}
	}
	all := s.rules.Judging.Ranking != "entries" || slices.ContainsFunc(ranks, s.isOther)
	for _, name := range met {
		if !slices.Contains(ranked, name) && (all || s.tally[name] != nil) {
			return ranks[len(ranks)-1].errorf(fmt.Sprintf("no rank of %s by %s", name, judge),
				"ranks of "+strings.Join(met, ", "))
		}
	}
	return nil
}

// isOther reports whether a rank is that of a confederate.
func (s *scorer) isOther(k Rank) bool { return s.tally[k.Participant] == nil }

// rankOf checks and adds up the ranks of a judge.
func (s *scorer) rankOf(judge string, ranks []Rank) error {
	if err := s.checkRanks(judge, ranks); err != nil {
		return err
	}
	groups := grouped(ranks, byRank)
	ties := first
	wrong := ties.wrong(groups)
	if wrong != nil && mean.wrong(groups) == nil {
		ties, wrong = mean, nil
	}
	if wrong != nil {
		return wrong.errorf(fmt.Sprintf("rank %v by %s", wrong.Rank, judge), "each of 1, 2, 3 … once, "+
			"or ties, all as in 1, 1, 3 or all as in 1.5, 1.5, 3")
	}
	s.addRanks(judge, groups, ties)
	return nil
}

// addRanks adds a judge's ranks to those of the entries, and notes ties.
func (s *scorer) addRanks(judge string, groups [][]Rank, t ties) {
	before := 0
	for _, g := range groups {
		if s.rules.Judging.Ranking == "entries" {
			g = slices.DeleteFunc(g, s.isOther)
		}
		if len(g) > 1 {
			s.Notes = append(s.Notes, fmt.Sprintf("%s gave %s the same rank.", judge,
				text.And(distinct(g, func(k Rank) string { return k.Participant }))))
		}
		for _, k := range g {
			if entry := s.tally[k.Participant]; entry != nil {
				entry.rankSum += t.rank(before, len(g))
				entry.ranks++
				mean := entry.rankSum / float64(entry.ranks)
				entry.MeanRank = &mean
			}
		}
		before += len(g)
	}
}

// ties is a way to write equal ranks: what is added to the first of their places for each rank
// beyond the first.
type ties float64

const (
	first ties = 0   // 1, 1, 3
	mean  ties = 0.5 // 1.5, 1.5, 3, whose sum is that of different ranks
)

// rank returns the rank of n equals behind others.
func (t ties) rank(before, n int) float64 { return float64(before+1) + float64(t)*float64(n-1) }

// wrong returns a rank that is written in another way, nil if there is none.
func (t ties) wrong(groups [][]Rank) *Rank {
	before := 0
	for _, g := range groups {
		if g[0].Rank != t.rank(before, len(g)) {
			return &g[0]
		}
		before += len(g)
	}
	return nil
}

// byRank compares ranks.
func byRank(a, b Rank) int { return cmp.Compare(a.Rank, b.Rank) }

// grouped groups what is equal, the least first. Equals keep their order.
func grouped[T any](list []T, compare func(a, b T) int) (groups [][]T) {
	for _, x := range slices.SortedStableFunc(slices.Values(list), compare) {
		if n := len(groups) - 1; n >= 0 && compare(groups[n][0], x) == 0 {
			groups[n] = append(groups[n], x)
		} else {
			groups = append(groups, []T{x})
		}
	}
	return groups
}
