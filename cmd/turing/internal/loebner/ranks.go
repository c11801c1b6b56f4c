package loebner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
)

// rank checks the ranks and adds them up. Each judge ranks all that they met, from 1 without gaps.
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
	if unjudged := s.unjudged(judge); len(unjudged) > 0 {
		list = append(list, slices.DeleteFunc(slices.Clone(given), func(name string) bool {
			return !slices.Contains(unjudged, name) && !slices.Contains(s.confederates, name)
		})...)
	}
	isOther := func(name string) bool { return s.tally[name] == nil }
	if s.rules.Judging.Ranking == "entries" && !slices.ContainsFunc(given, isOther) {
		list = slices.DeleteFunc(list, isOther)
	}
	return sorted(list)
}

// times returns in how many meetings a judge met somebody.
func (s *scorer) times(judge, name string) (n int) {
	for _, t := range s.meetings {
		if t.Judge == judge && (t.Entry == name || t.Confederate == name) {
			n++
		}
	}
	return n
}

// unjudged lists the entries on which a judge has no ballot. They may be ranked, with those beside
// whom they were met.
func (s *scorer) unjudged(judge string) []string {
	return slices.DeleteFunc(slices.Clone(s.entries), func(e string) bool {
		return !slices.Contains(s.missing, judge+e)
	})
}

// rankOf checks and adds up the ranks of a judge, of all whom they met or, if somebody has several,
// of all meetings.
func (s *scorer) rankOf(judge string, met []string, ranks []Rank) error {
	at := make(map[int]string)
	given := make(map[string]int)
	most := max(len(met), len(ranks))
	for _, k := range ranks {
		switch {
		case !slices.Contains(met, k.Participant):
			return k.errorf("participant "+k.Participant,
				fmt.Sprintf("one whom %s met: %s", judge, strings.Join(met, ", ")))
		case given[k.Participant] >= max(1, s.times(judge, k.Participant)+len(s.unjudged(judge))):
			return k.errorf(fmt.Sprintf("a second rank of %s by %s", k.Participant, judge), "one")
		case k.Rank < 1 || k.Rank > most:
			return k.errorf(fmt.Sprintf("rank %d", k.Rank),
				fmt.Sprintf("from 1 to %d, the number whom %s met", most, judge))
		case at[k.Rank] != "":
			return k.errorf(fmt.Sprintf("rank %d by %s for a second time", k.Rank, judge), "each rank once")
		}
		at[k.Rank] = k.Participant
		given[k.Participant]++
	}
	for _, name := range met {
		if n := given[name]; n == 0 || len(ranks) > len(met) && n < s.times(judge, name) {
			return ranks[len(ranks)-1].errorf(fmt.Sprintf("no rank of %s by %s", name, judge),
				fmt.Sprintf("ranks of %s", strings.Join(met, ", ")))
		}
	}
	entries := 0
	for _, k := range slices.SortedFunc(slices.Values(ranks), func(a, b Rank) int {
		return cmp.Compare(a.Rank, b.Rank)
	}) {
		t := s.tally[k.Participant]
		if t == nil {
			continue
		}
		if entries++; s.rules.Judging.Ranking == "entries" {
			k.Rank = entries
		}
		t.rankSum += k.Rank
		t.ranks++
		mean := float64(t.rankSum) / float64(t.ranks)
		t.MeanRank = &mean
	}
	return nil
}
