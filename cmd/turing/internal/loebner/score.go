package loebner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Scoring holds what [Score] takes into account besides the ballots.
type Scoring struct {
	Matrix    Matrix             // nil if it is not known
	Ranks     []Rank             // of all that each judge met, if the rules ask for them
	Semifinal map[string]float64 // scores of the stage before; higher is better
}

// Score turns ballots into a result. A column total is how often judges took an entry for the
// human; the greatest wins, or, if the format of the rules is [Ranks], the best mean of the judges'
// ranks. Entries that are equal are ordered by the rules for ties. A ballot or a rank that breaks a
// rule is an error, with file and line if it was read from a file. Pairs without a ballot are
// listed in the result, which is then provisional.
//
// If ranks decide, there may be no ballots. Whom the ranks call C1, C2 and so on are then
// confederates, and all others entries.
func Score(r Rules, ballots []Ballot, s Scoring) (*Result, error) {
	sc := scorer{scoring: s, ballots: ballots, tally: make(map[string]*tally), Result: &Result{
		Rules: r.Name, Totals: make(map[string]int), Tied: []string{}, SilverEntries: []string{},
		Missing: []string{}, Notes: []string{}, Currency: r.Currency, rules: r}}
	for _, step := range []func() error{sc.people, sc.count, sc.rank} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	sc.place()
	return sc.Result, nil
}

// tally holds what is known of an entry.
type tally struct {
	Place
	judges  []string // that took it for the human
	others  []string // confederates in front of whom they did
	rankSum float64
	ranks   int
}

type scorer struct {
	*Result
	scoring      Scoring
	ballots      []Ballot
	meetings     Matrix // by the matrix, or else by the ballots
	judges       []string
	entries      []string
	confederates []string
	tally        map[string]*tally // by entry
}

// people finds the judges, the entries, the confederates and who meets whom.
func (s *scorer) people() error {
	ranks := s.scoring.Ranks
	if len(s.ballots) == 0 && (len(ranks) == 0 || s.rules.Judging.Format != Ranks) {
		return files.New("", 0, "no ballots", "one for each comparison")
	}
	for _, b := range s.ballots {
		if b.Entry == "" || b.Confederate == "" {
			return b.errorf("a verdict on one witness alone", "one on an entry and a confederate; "+
				"'turing loebner ratings' reads both")
		}
		s.meetings = append(s.meetings, Triple{b.Judge, b.Entry, b.Confederate})
	}
	if m := s.scoring.Matrix; m != nil {
		s.meetings = m
	}
	s.judges, s.entries, s.confederates = s.meetings.Judges(), s.meetings.Entries(), s.meetings.Confederates()
	for _, b := range s.ballots {
		if slices.Contains(s.confederates, b.Entry) {
			return b.errorf(b.Entry+" as entry and confederate", "two names")
		}
	}
	if len(s.meetings) == 0 {
		s.judges = distinct(ranks, func(k Rank) string { return k.Judge })
		for _, name := range distinct(ranks, func(k Rank) string { return k.Participant }) {
			if strings.HasPrefix(person(name), "C") {
				s.confederates = append(s.confederates, name)
			} else {
				s.entries = append(s.entries, name)
			}
		}
	}
	for _, e := range s.entries {
		t := &tally{Place: Place{Entry: e}}
		if score, known := s.scoring.Semifinal[e]; known {
			t.Semifinal = &score
		}
		if s.rules.Judging.Format == Points {
			t.Points = new(int)
		}
		s.tally[e] = t
	}
	return nil
}

// count checks the ballots and counts them, and those that are missing.
func (s *scorer) count() error {
	m := s.scoring.Matrix
	seen := make(map[Triple]*Ballot) // by judge and entry
	for i := range s.ballots {
		b := &s.ballots[i]
		met := Triple{Judge: b.Judge, Entry: b.Entry}
		if before := seen[met]; before != nil {
			found := fmt.Sprintf("a second ballot of %s on %s", b.Judge, b.Entry)
			if before.line > 0 {
				found += fmt.Sprintf(", the first is on line %d", before.line)
			}
			return b.errorf(found, "one")
		}
		seen[met] = b
		if err := s.add(*b); err != nil {
			return err
		}
	}
	for _, j := range s.judges {
		for _, e := range s.entries {
			t := Triple{Judge: j, Entry: e}
			if seen[t] == nil && len(s.ballots) > 0 && (m == nil || m.find(j, e) >= 0) {
				s.Missing = append(s.Missing, t.pair())
			}
		}
	}
	return nil
}

// add adds a ballot to its entry's tally.
func (s *scorer) add(b Ballot) error {
	t := s.tally[b.Entry]
	if t.Points != nil {
		if err := b.name(s.rules.Judging); err != nil {
			return err
		}
		*t.Points += b.Points
	}
	t.Of++
	switch b.Named {
	case NamedEntry:
		t.Total++
		t.judges = append(t.judges, b.Judge)
		t.others = append(t.others, b.Confederate)
	case NamedConfederate:
	default:
		return b.errorf("named "+text.Quote(b.Named), NamedEntry+" or "+NamedConfederate)
	}
	return nil
}
