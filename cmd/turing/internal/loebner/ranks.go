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
// equal ranks count together: 1, 1, 3 or 1.5, 1.5, 3. A confederate whom they met twice may have two
// ranks, one for each time.
func (s *scorer) rank() error {
	ranks := s.scoring.Ranks
	if len(ranks) > 0 && s.rules.Judging.Ranking == "none" {
		return ranks[0].errorf("ranks", fmt.Sprintf("none: by the rules of %s judges do not rank",
			s.rules.Name))
	}
	byJudge := make(map[string][]Rank)
	for _, k := range ranks {
		if !slices.Contains(s.judges, k.Judge) {
			return k.errorf("judge "+k.Judge, "one who has ballots: "+strings.Join(s.judges, ", "))
		}
		byJudge[k.Judge] = append(byJudge[k.Judge], k)
	}
	for _, j := range s.judges {
		met := s.met(j, byJudge[j])
		switch {
		case len(ranks) == 0:
		case len(byJudge[j]) > 0:
			if err := s.rankOf(j, met, byJudge[j]); err != nil {
				return err
			}
		case s.rules.Judging.Format == Ranks:
			s.notes = append(s.notes, fmt.Sprintf("The ranks of %s are missing; means are those of others.", j))
		case slices.ContainsFunc(s.entries, func(e string) bool { return slices.Contains(s.missing, j+e) }):
			s.notes = append(s.notes, fmt.Sprintf("The ranks of %s are missing.", j))
		default:
			return files.New(ranks[0].file, 0, "no ranks of "+j, "those of "+strings.Join(met, ", "))
		}
	}
	return nil
}

// met lists all that a judge met and must rank. If the rules want ranks of the entries only, ranks
// of the confederates may be given besides.
func (s *scorer) met(judge string, ranks []Rank) []string {
	var list []string
	for _, t := range s.meetings {
		if t.Judge == judge {
			list = append(list, t.Entry, t.Confederate)
		}
	}
	given := distinct(ranks, func(k Rank) string { return k.Participant })
	if len(s.meetings) == 0 {
		list = slices.Concat(s.entries, given)
	}
	isOther := func(name string) bool { return s.tally[name] == nil }
	if s.rules.Judging.Ranking == "entries" && !slices.ContainsFunc(given, isOther) {
		list = slices.DeleteFunc(list, isOther)
	}
	return sorted(list)
}

// rankOf checks and adds up the ranks of a judge.
func (s *scorer) rankOf(judge string, met []string, ranks []Rank) error {
	given := make(map[string]int)
	for _, k := range ranks {
		switch {
		case !slices.Contains(met, k.Participant):
			return k.errorf("participant "+k.Participant,
				fmt.Sprintf("one whom %s met: %s", judge, strings.Join(met, ", ")))
		case given[k.Participant] == s.times(judge, k.Participant):
			return k.errorf(fmt.Sprintf("another rank of %s by %s", k.Participant, judge),
				"one for each time that they met")
		}
		given[k.Participant]++
	}
	for _, name := range met {
		if given[name] == 0 {
			return ranks[len(ranks)-1].errorf(fmt.Sprintf("no rank of %s by %s", name, judge),
				fmt.Sprintf("ranks of %s", strings.Join(met, ", ")))
		}
	}
	ranks = slices.SortedStableFunc(slices.Values(ranks), func(a, b Rank) int { return cmp.Compare(a.Rank, b.Rank) })
	tied, wrong := notation(ranks)
	if wrong >= 0 {
		return ranks[wrong].errorf(fmt.Sprintf("rank %v by %s", ranks[wrong].Rank, judge), "each of 1, 2, 3 … once, "+
			"or ties, all as in 1, 1, 3 or all as in 1.5, 1.5, 3")
	}
	if s.rules.Judging.Ranking == "entries" {
		isOther := func(k Rank) bool { return s.tally[k.Participant] == nil }
		ranks = slices.DeleteFunc(slices.Clone(ranks), isOther)
		tied.number(ranks)
	}
	s.addRanks(judge, ranks)
	return nil
}

// times returns how often a judge met somebody. Where there are no ballots, a judge met an entry
// once, and confederates as often as they have ranks.
func (s *scorer) times(judge, name string) (n int) {
	for _, t := range s.meetings {
		if t.Judge == judge && (t.Entry == name || t.Confederate == name) {
			n++
		}
	}
	if len(s.meetings) == 0 && s.tally[name] != nil {
		n = 1
	} else if len(s.meetings) == 0 {
		n = maxBallots
	}
	return n
}

// addRanks adds the ranks of a judge, which are sorted, to those of entries, and notes ties.
func (s *scorer) addRanks(judge string, ranks []Rank) {
	for rest := ranks; len(rest) > 0; {
		n := equal(rest)
		if n > 1 {
			s.notes = append(s.notes, fmt.Sprintf("%s gave %s the same rank.", judge,
				text.And(distinct(rest[:n], func(k Rank) string { return k.Participant }))))
		}
		rest = rest[n:]
	}
	for _, k := range ranks {
		if t := s.tally[k.Participant]; t != nil {
			t.rankSum += k.Rank
			t.ranks++
			mean := t.rankSum / float64(t.ranks)
			t.MeanRank = &mean
		}
	}
}

// ties is a way to write equal ranks: each of g participants behind n others has the rank n+1 as in
// 1, 1, 3, or besides half of g-1 as in 1.5, 1.5, 3, where the sum is that of different ranks.
type ties float64

// rank returns the rank of g participants behind n others.
func (t ties) rank(n, g int) float64 { return float64(n+1) + float64(t)*float64(g-1) }

// notation finds how a judge's ranks, which are sorted, write ties. If they follow neither way,
// wrong is the index of the first that does not, else -1.
func notation(ranks []Rank) (t ties, wrong int) {
	for _, t = range []ties{0, 0.5} {
		at := 0
		for at < len(ranks) && ranks[at].Rank == t.rank(at, equal(ranks[at:])) {
			at += equal(ranks[at:])
		}
		if at == len(ranks) {
			return t, -1
		}
		wrong = max(wrong, at)
	}
	return t, wrong
}

// equal returns how many ranks equal the first one.
func equal(ranks []Rank) int {
	n := 1
	for n < len(ranks) && ranks[n].Rank == ranks[0].Rank {
		n++
	}
	return n
}

// number writes ranks again that are left of a longer list.
func (t ties) number(ranks []Rank) {
	for at := 0; at < len(ranks); {
		n := equal(ranks[at:])
		for i := range ranks[at : at+n] {
			ranks[at+i].Rank = t.rank(at, n)
		}
		at += n
	}
}
