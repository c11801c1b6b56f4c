package loebner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
)

// rank checks the ranks and adds them up. Each judge ranks all that they met, from 1 without gaps.
func (s *scorer) rank() error {
	ranks := s.scoring.Ranks
	if len(ranks) == 0 {
		return nil
	}
	if s.rules.Judging.Ranking == "none" {
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
		if err := s.rankOf(j, byJudge[j]); err != nil {
			return err
		}
	}
	return nil
}

// met lists all that a judge met and must rank.
func (s *scorer) met(judge string) []string {
	var list []string
	if m := s.scoring.Matrix; m != nil {
		for _, t := range m.Triples() {
			if t.Judge == judge {
				list = append(list, t.Entry, t.Confederate)
			}
		}
	} else {
		for _, b := range s.ballots {
			if b.Judge == judge {
				list = append(list, b.Entry, b.Confederate)
			}
		}
	}
	return distinct(list, func(name string) string { return name })
}

// rankOf checks and adds up the ranks of a judge.
func (s *scorer) rankOf(judge string, ranks []Rank) error {
	met := s.met(judge)
	if len(ranks) == 0 {
		if s.unfinished(judge) {
			s.notes = append(s.notes, fmt.Sprintf("The ranks of %s are missing.", judge))
			return nil
		}
		return fileerr.New(s.scoring.Ranks[0].file, 0, "no ranks of "+judge,
			"those of "+strings.Join(met, ", "))
	}
	at := make([]place, len(met)+1)
	given := make(map[string]bool)
	for _, k := range ranks {
		switch {
		case !slices.Contains(met, k.Participant):
			return k.errorf("participant "+k.Participant,
				fmt.Sprintf("one whom %s met: %s", judge, strings.Join(met, ", ")))
		case given[k.Participant]:
			return k.errorf(fmt.Sprintf("a second rank of %s by %s", k.Participant, judge), "one")
		case k.Rank < 1 || k.Rank > len(met):
			return k.errorf(fmt.Sprintf("rank %d", k.Rank),
				fmt.Sprintf("from 1 to %d, the number whom %s met", len(met), judge))
		case at[k.Rank] != place{}:
			return k.errorf(fmt.Sprintf("rank %d by %s for a second time", k.Rank, judge),
				"each rank once")
		}
		given[k.Participant] = true
		at[k.Rank] = k.place
		if k.place == (place{}) {
			at[k.Rank].line = -1
		}
		if t := s.tally[k.Participant]; t != nil {
			t.rankSum += k.Rank
			t.ranks++
		}
	}
	for _, name := range met {
		if !given[name] {
			return ranks[len(ranks)-1].errorf(fmt.Sprintf("no rank of %s by %s", name, judge),
				fmt.Sprintf("ranks of %s", strings.Join(met, ", ")))
		}
	}
	return nil
}

// unfinished reports whether ballots of a judge are missing.
func (s *scorer) unfinished(judge string) bool {
	return slices.ContainsFunc(s.entries, func(e string) bool {
		return slices.Contains(s.missing, judge+e)
	})
}
