package loebner

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/luna-rating/luna/internal/interval"
)

// Ratings say how often each entry and confederate was named as the human.
type Ratings struct {
	Comparisons int `json:"comparisons"` // ballots
	// Participants lists entries and confederates, those named most often first.
	Participants []Participant `json:"participants"`
	// Judges says on how many of their ballots they named an entry.
	Judges []Participant `json:"judges"`
}

// Participant is how often somebody was named, or how often a judge named an entry.
type Participant struct {
	Name  string  `json:"name"`  // the label or name on the ballots
	Kind  string  `json:"kind"`  // "entry", "confederate" or "judge"
	Named int     `json:"named"` // ballots on which it was named, or on which the judge named an entry
	Of    int     `json:"of"`    // ballots about it, or of the judge
	Rate  float64 `json:"rate"`  // the pass rate, Named of Of
	Low   float64 `json:"low"`   // the lower end of its 95% interval by Wilson
	High  float64 `json:"high"`  // the upper end
}

// Rate says how often entries and confederates were named. Ballots may come from several contests;
// the same name is the same participant. The intervals take ballots for independent.
func Rate(ballots []Ballot) (*Ratings, error) {
	if len(ballots) == 0 {
		return nil, fmt.Errorf("found no ballots, expected one for each comparison")
	}
	counts := make(map[[2]string]*Participant) // by kind and name
	count := func(kind, name string, named bool) {
		key := [2]string{kind, name}
		if counts[key] == nil {
			counts[key] = &Participant{Name: name, Kind: kind}
		}
		counts[key].Of++
		if named {
			counts[key].Named++
		}
	}
	for _, b := range ballots {
		named := b.Named == NamedEntry
		count("entry", b.Entry, named)
		count("confederate", b.Confederate, !named)
		count("judge", b.Judge, named)
	}
	r := &Ratings{Comparisons: len(ballots)}
	for _, p := range counts {
		p.Rate = float64(p.Named) / float64(p.Of)
		ends := interval.Wilson(p.Named, p.Of)
		p.Low, p.High = ends[0], ends[1]
		if p.Kind == "judge" {
			r.Judges = append(r.Judges, *p)
		} else {
			r.Participants = append(r.Participants, *p)
		}
	}
	slices.SortFunc(r.Participants, func(a, b Participant) int {
		return cmp.Or(cmp.Compare(b.Rate, a.Rate), cmp.Compare(b.Of, a.Of), -strings.Compare(a.Kind, b.Kind),
			byNumber(a.Name, b.Name))
	})
	slices.SortFunc(r.Judges, func(a, b Participant) int { return byNumber(a.Name, b.Name) })
	return r, nil
}

// WriteText writes the ratings for people.
func (r *Ratings) WriteText(out io.Writer) error {
	var b strings.Builder
	table := func(head string, rows []Participant, words func(p Participant) string) {
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, head+"\trate\t95% interval\t")
		for _, p := range rows {
			fmt.Fprintf(t, "%s\t%d of %d\t%.0f%%\t%.0f to %.0f%%\t\n", words(p), p.Named, p.Of, 100*p.Rate,
				100*p.Low, 100*p.High)
		}
		t.Flush() // to b, which never fails
	}
	table("name\tkind\tnamed", r.Participants, func(p Participant) string { return p.Name + "\t" + p.Kind })
	b.WriteString("\n")
	table("judge\tnamed an entry", r.Judges, func(p Participant) string { return p.Name })
	_, err := io.WriteString(out, trimLines(b.String()))
	return err
}
