package loebner

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// group holds the entries in one place, and what put them there.
type group struct {
	entries []*tally
	by      string
	open    bool // whether it is not known what decides first, so that there are no prizes yet
}

// first returns what decides before ties are broken.
func (j Judging) first() string {
	if j.Format == Ranks {
		return Ranks
	}
	return Totals
}

// place orders the entries.
func (s *scorer) place() {
	all := group{by: s.rules.Judging.first()}
	for _, e := range s.entries {
		all.entries = append(all.entries, s.tally[e])
		s.Totals[e] = s.tally[e].Total
	}
	groups := s.order(all, append([]string{all.by}, s.rules.Judging.Ties...), true)
	if first := groups[0]; len(first.entries) == 1 {
		s.Winner, s.DecidedBy = first.entries[0].Entry, first.by
	} else {
		s.Tied = names(first.entries)
	}
	for _, g := range groups {
		s.award(g, len(s.Places)+1)
	}
	s.silver()
	if n := len(s.Missing); n > 0 {
		const most = 16 // are listed
		list := s.Missing
		if n > most {
			list = append(list[:most:most], "…")
		}
		s.Notes = append(s.Notes, fmt.Sprintf("The result is provisional, without %s (%s).",
			text.Count(n, "ballot"), strings.Join(list, ", ")))
	}
}

// order separates entries by one criterion after the other. Each criterion is used only among
// entries that the ones before left tied.
func (s *scorer) order(g group, ways []string, first bool) []group {
	if len(g.entries) == 1 || len(ways) == 0 || !first && s.rules.Judging.TiesFor == "first" {
		return []group{g}
	}
	value, why := s.value(ways[0], g.entries)
	if value == nil {
		s.Notes = append(s.Notes, fmt.Sprintf("%s are tied, and %s.", text.And(names(g.entries)), why))
		g.open = ways[0] == s.rules.Judging.first()
		return []group{g}
	}
	compare := func(a, b *tally) int { return cmp.Compare(value(a), value(b)) }
	var groups []group
	for i, equals := range grouped(g.entries, compare) {
		part := group{entries: equals, by: g.by}
		if len(equals) < len(g.entries) {
			part.by = ways[0]
		}
		groups = append(groups, s.order(part, ways[1:], first && i == 0)...)
	}
	return groups
}

// value returns by what a criterion orders entries, the least first, or why it cannot.
func (s *scorer) value(way string, list []*tally) (func(t *tally) float64, string) {
	for _, t := range list {
		switch {
		case way == Semifinal && t.Semifinal == nil:
			return nil, "the semi-final, which would decide, has no score of " + t.Entry
		case way == Ranks && t.MeanRank == nil:
			return nil, "ranks, which would decide, are not known of " + t.Entry
		}
	}
	return map[string]func(t *tally) float64{
		Totals:    func(t *tally) float64 { return -float64(t.Total) },
		Points:    func(t *tally) float64 { return -float64(*t.Points) },
		Semifinal: func(t *tally) float64 { return -*t.Semifinal },
		Ranks:     func(t *tally) float64 { return *t.MeanRank }, // equal fractions are equal as quotients
	}[way], ""
}

func names(list []*tally) []string { return distinct(list, func(t *tally) string { return t.Entry }) }

// award gives a group its place, prize and medal.
func (s *scorer) award(g group, at int) {
	sum, medal := 0, ""
	for _, p := range s.rules.Prizes {
		if p.Place >= at && p.Place < at+len(g.entries) {
			sum += p.Amount
			medal = cmp.Or(p.Medal, medal)
		}
	}
	share := float64(sum) / float64(len(g.entries))
	switch {
	case g.open:
		share, medal = 0, ""
	case len(g.entries) > 1 && (sum > 0 || medal != ""):
		note := "They divide the money of their places evenly"
		if s.rules.Judging.TiedPrizes == "open" {
			share, note = 0, "The money of their places is not given"
		}
		if medal != "" {
			note += fmt.Sprintf(", and the %s medal is open", medal)
			medal = ""
		}
		s.Notes = append(s.Notes, fmt.Sprintf("%s remain tied; the rules do not decide. %s.",
			text.And(names(g.entries)), note))
	}
	for _, t := range g.entries {
		t.Place.Place = at
		t.Prize = share
		t.Medal = medal
		s.Places = append(s.Places, t.Place)
	}
}

// silver finds the entries that fulfil the condition of the silver medal.
func (s *scorer) silver() {
	condition := s.rules.Silver
	enough := func(names []string, needed float64, all []string) bool {
		if needed < 1 {
			needed *= float64(len(all))
		}
		return float64(len(sorted(names))) >= needed
	}
	for i := range s.Places {
		p := &s.Places[i]
		t := s.tally[p.Entry]
		p.Silver = condition.Judges > 0 && t.Total > 0 && enough(t.judges, condition.Judges, s.judges) &&
			enough(t.others, condition.Confederates, s.confederates) &&
			(condition.For == "any" || p.Place == 1)
		if p.Silver {
			s.SilverEntries = append(s.SilverEntries, p.Entry)
			s.Silver, s.SilverAmount = true, condition.Amount
		}
	}
	if len(s.SilverEntries) > 1 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s fulfil the condition of the %s medal; the rules do "+
			"not say who gets it.", text.And(s.SilverEntries), condition.Medal))
	}
}
