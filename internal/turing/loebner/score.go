package loebner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
)

// Scoring holds what [Score] takes into account besides the ballots.
type Scoring struct {
	Matrix    *Matrix            // nil if it is not known
	Ranks     []Rank             // of all that each judge met, if the rules ask for them
	Semifinal map[string]float64 // scores of the stage before; higher is better
}

// Score turns ballots into a result. A column total is how often judges took an entry for the
// human; the greatest wins. Entries with equal totals are ordered by the rules for ties. A ballot
// that breaks a rule is an error, with file and line if it was read from a file. Pairs without a
// ballot are listed in the result, which is then provisional.
func Score(r Rules, ballots []Ballot, s Scoring) (*Result, error) {
	sc := scorer{rules: r, scoring: s, ballots: ballots, tally: make(map[string]*tally)}
	if err := sc.collect(); err != nil {
		return nil, err
	}
	if err := sc.rank(); err != nil {
		return nil, err
	}
	return sc.result(), nil
}

// tally holds what is known of an entry.
type tally struct {
	entry   string
	total   int
	of      int
	points  int
	judges  []string // that took it for the human
	others  []string // confederates in front of whom they did
	rankSum int
	ranks   int
}

type scorer struct {
	rules   Rules
	scoring Scoring
	ballots []Ballot
	judges  []string
	entries []string
	tally   map[string]*tally
	missing []string
	notes   []string
}

// errorf returns an error with the place of a ballot or a rank.
func (p place) errorf(found, expected string) error {
	return fileerr.New(p.file, p.line, found, expected)
}

// collect checks the ballots and adds them up.
func (s *scorer) collect() error {
	if len(s.ballots) == 0 {
		return fileerr.New("", 0, "no ballots", "one for each comparison")
	}
	if m := s.scoring.Matrix; m != nil {
		s.judges, s.entries = m.Judges, m.Entries
	} else {
		s.judges = distinct(s.ballots, func(b Ballot) string { return b.Judge })
		s.entries = distinct(s.ballots, func(b Ballot) string { return b.Entry })
	}
	for _, e := range s.entries {
		s.tally[e] = &tally{entry: e}
	}
	if err := s.checkKinds(); err != nil {
		return err
	}
	seen := make(map[Triple]place)
	for _, b := range s.ballots {
		if err := s.add(b, seen); err != nil {
			return err
		}
	}
	for _, j := range s.judges {
		for _, e := range s.entries {
			wanted := s.scoring.Matrix == nil || s.scoring.Matrix.At(j, e) != ""
			if _, has := seen[Triple{Judge: j, Entry: e}]; !has && wanted {
				s.missing = append(s.missing, j+e)
			}
		}
	}
	return nil
}

// distinct returns the different values of a key, in the order of their numbers.
func distinct[T any](list []T, key func(T) string) []string {
	var names []string
	for _, x := range list {
		names = append(names, key(x))
	}
	slices.SortFunc(names, byNumber)
	return slices.Compact(names)
}

// checkKinds checks that nobody is both an entry and a confederate, or a judge and either.
func (s *scorer) checkKinds() error {
	kinds := make(map[string]string)
	for _, b := range s.ballots {
		for _, x := range [][2]string{
			{b.Judge, "judge"}, {b.Entry, "entry"}, {b.Confederate, "confederate"},
		} {
			if known := kinds[x[0]]; known != "" && known != x[1] {
				return b.errorf(fmt.Sprintf("%s %s, who is also %s", x[1], x[0], known),
					"different names")
			}
			kinds[x[0]] = x[1]
		}
	}
	return nil
}

// add checks a ballot and counts it.
func (s *scorer) add(b Ballot, seen map[Triple]place) error {
	if m := s.scoring.Matrix; m != nil {
		want := m.At(b.Judge, b.Entry)
		switch {
		case !slices.Contains(m.Judges, b.Judge):
			return b.errorf("judge "+b.Judge, "one of the matrix: "+strings.Join(m.Judges, ", "))
		case !slices.Contains(m.Entries, b.Entry):
			return b.errorf("entry "+b.Entry, "one of the matrix: "+strings.Join(m.Entries, ", "))
		case want == "":
			return b.errorf(b.triple().String(),
				"no ballot: by the matrix these two do not meet")
		case want != b.Confederate:
			return b.errorf("confederate "+b.Confederate,
				fmt.Sprintf("%s, by the matrix, for %s and %s", want, b.Judge, b.Entry))
		}
	}
	pair := Triple{Judge: b.Judge, Entry: b.Entry}
	if before, again := seen[pair]; again {
		found := fmt.Sprintf("a second ballot of %s on %s", b.Judge, b.Entry)
		if before.line > 0 {
			found += fmt.Sprintf(", the first is on line %d", before.line)
		}
		return b.errorf(found, "one")
	}
	seen[pair] = b.place
	return s.count(b)
}

// count adds a ballot to its entry's tally.
func (s *scorer) count(b Ballot) error {
	if s.rules.Judging.Format == Points {
		checked, err := s.rules.pointsBallot(b.triple(), b.Points)
		if err != nil {
			return &fileerr.Error{File: b.file, Line: b.line, Msg: err.Error()}
		}
		b.Named = checked.Named
	}
	t := s.tally[b.Entry]
	t.of++
	t.points += b.Points
	switch b.Named {
	case NamedEntry:
		t.total++
		t.judges = append(t.judges, b.Judge)
		t.others = append(t.others, b.Confederate)
	case NamedConfederate:
	default:
		return b.errorf("named "+fileerr.Quote(b.Named), NamedEntry+" or "+NamedConfederate)
	}
	return nil
}

// result orders the entries.
func (s *scorer) result() *Result {
	all := make([]*tally, len(s.entries))
	for i, e := range s.entries {
		all[i] = s.tally[e]
	}
	r := &Result{Rules: s.rules.Name, Totals: make(map[string]int), Tied: []string{},
		SilverEntries: []string{}, Missing: append([]string{}, s.missing...), Notes: []string{},
		Currency: s.rules.Currency}
	for _, t := range all {
		r.Totals[t.entry] = t.total
	}
	var groups []group
	for i, g := range split(all, func(a, b *tally) int { return cmp.Compare(b.total, a.total) }) {
		groups = append(groups, s.breakTies(group{g, "totals"}, s.rules.Judging.Ties, i == 0)...)
	}
	if first := groups[0]; len(first.entries) == 1 {
		r.Winner, r.DecidedBy = first.entries[0].entry, first.by
	} else {
		for _, t := range first.entries {
			r.Tied = append(r.Tied, t.entry)
		}
	}
	at := 1
	for _, g := range groups {
		s.award(r, g, at)
		at += len(g.entries)
	}
	s.silver(r)
	if n := len(s.missing); n > 0 {
		s.notes = append(s.notes, fmt.Sprintf("The result is provisional: %s %s missing (%s).",
			fileerr.Count(n, "ballot"), isAre(n), shorten(s.missing)))
	}
	r.Notes = append(r.Notes, s.notes...)
	return r
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// shorten joins words; from a long list, only the first ones.
func shorten(words []string) string {
	const most = 16
	if len(words) > most {
		return strings.Join(words[:most], ", ") + ", …"
	}
	return strings.Join(words, ", ")
}

// split sorts entries and separates those that differ.
func split(list []*tally, compare func(a, b *tally) int) [][]*tally {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, compare)
	var groups [][]*tally
	for i, t := range sorted {
		if i == 0 || compare(sorted[i-1], t) != 0 {
			groups = append(groups, nil)
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], t)
	}
	return groups
}

// group holds the entries in one place, and what put them there.
type group struct {
	entries []*tally
	by      string
}

// breakTies separates entries with equal totals by one criterion after the other. Each criterion is
// used only among entries that the ones before left tied.
func (s *scorer) breakTies(g group, ways []string, first bool) []group {
	if len(g.entries) == 1 || !first && s.rules.Judging.TiesFor == "first" {
		return []group{g}
	}
	if len(ways) == 0 {
		return []group{g}
	}
	compare, why := s.comparison(ways[0], g.entries)
	if compare == nil {
		s.notes = append(s.notes, fmt.Sprintf("%s are tied, and %s.", names(g.entries), why))
		return []group{g}
	}
	var groups []group
	parts := split(g.entries, compare)
	for i, part := range parts {
		by := g.by
		if len(parts) > 1 {
			by = ways[0]
		}
		groups = append(groups, s.breakTies(group{part, by}, ways[1:], first && i == 0)...)
	}
	return groups
}

// comparison returns how a criterion orders tied entries, or why it cannot.
func (s *scorer) comparison(way string, list []*tally) (func(a, b *tally) int, string) {
	switch way {
	case Points:
		return func(a, b *tally) int { return cmp.Compare(b.points, a.points) }, ""
	case Semifinal:
		for _, t := range list {
			if _, known := s.scoring.Semifinal[t.entry]; !known {
				return nil, "the semi-final, which would decide, has no score of " + t.entry
			}
		}
		return func(a, b *tally) int {
			return cmp.Compare(s.scoring.Semifinal[b.entry], s.scoring.Semifinal[a.entry])
		}, ""
	}
	for _, t := range list {
		if t.ranks == 0 {
			return nil, "ranks, which would decide, are not known of " + t.entry
		}
	}
	return func(a, b *tally) int { // means as fractions, so that equal ones are equal
		return cmp.Compare(a.rankSum*b.ranks, b.rankSum*a.ranks)
	}, ""
}

func names(list []*tally) string {
	words := make([]string, len(list))
	for i, t := range list {
		words[i] = t.entry
	}
	return joinAnd(words)
}

// award gives a group its place, prize and medal.
func (s *scorer) award(r *Result, g group, at int) {
	sum, medal := 0, ""
	for _, p := range s.rules.Prizes {
		if p.Place >= at && p.Place < at+len(g.entries) {
			sum += p.Amount
			if p.Medal != "" {
				medal = p.Medal
			}
		}
	}
	share := float64(sum) / float64(len(g.entries))
	if len(g.entries) > 1 && (sum > 0 || medal != "") {
		note := "They divide the money of their places evenly"
		if s.rules.Judging.TiedPrizes == "open" {
			share, note = 0, "The money of their places is not given"
		}
		if medal != "" {
			note += fmt.Sprintf(", and the %s medal is open", medal)
			medal = ""
		}
		s.notes = append(s.notes, fmt.Sprintf("%s remain tied; the rules do not decide. %s.",
			names(g.entries), note))
	}
	for _, t := range g.entries {
		p := Place{Place: at, Entry: t.entry, Total: t.total, Of: t.of, Prize: share, Medal: medal}
		if s.rules.Judging.Format == Points {
			p.Points = &t.points
		}
		if t.ranks > 0 {
			mean := float64(t.rankSum) / float64(t.ranks)
			p.MeanRank = &mean
		}
		if score, known := s.scoring.Semifinal[t.entry]; known {
			p.Semifinal = &score
		}
		r.Places = append(r.Places, p)
	}
}

// silver finds the entries that fulfil the condition of the silver medal.
func (s *scorer) silver(r *Result) {
	condition := s.rules.Silver
	if condition.Judges == 0 {
		return
	}
	for i := range r.Places {
		p := &r.Places[i]
		t := s.tally[p.Entry]
		p.Silver = countDistinct(t.judges) >= condition.Judges &&
			countDistinct(t.others) >= condition.Confederates &&
			(condition.For == "any" || p.Place == 1)
		if p.Silver {
			r.SilverEntries = append(r.SilverEntries, p.Entry)
		}
	}
	r.Silver = len(r.SilverEntries) > 0
	if r.Silver {
		r.SilverAmount = condition.Amount
	}
	if len(r.SilverEntries) > 1 {
		s.notes = append(s.notes, fmt.Sprintf("%s fulfil the condition of the %s medal; the rules do "+
			"not say who gets it.", joinAnd(r.SilverEntries), condition.Medal))
	}
}

func countDistinct(names []string) int {
	return len(distinct(names, func(s string) string { return s }))
}
