package loebner

import (
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/sheet"
)

// Ratings say how often entries and confederates were named as the human on ballots, which may come
// from several contests; the same name is the same participant.
type Ratings struct {
	Comparisons int    `json:"comparisons"` // ballots
	Witnesses   []Rate `json:"witnesses"`   // entries and confederates
	Judges      []Rate `json:"judges"`      // how often each judge named an entry
}

// RateBallots computes the ratings of ballots.
func RateBallots(ballots []Ballot) *Ratings {
	var witnesses, judges []Verdict
	for _, b := range ballots {
		named := b.Named == NamedEntry
		witnesses = append(witnesses, Verdict{b.Judge, b.Entry, b.Confederate, true, named},
			Verdict{b.Judge, b.Confederate, b.Entry, false, !named})
		// Of the entries that a judge meets, others are a sample, as judges are for those of an entry.
		judges = append(judges, Verdict{b.Entry, b.Judge, b.Confederate, true, named})
	}
	r := &Ratings{len(ballots), Rates(witnesses), Rates(judges)}
	r.Judges = r.Judges[:max(0, len(r.Judges)-1)] // all of them say what all programs do
	return r
}

// kind says what a rate is about.
func (r Rate) kind() string {
	if r.Program {
		return "entry"
	}
	return "confederate"
}

// WriteText writes the ratings for people.
func (r *Ratings) WriteText(out io.Writer) error {
	cells := func(x Rate) []string {
		return []string{fmt.Sprintf("%d of %d", x.Human, x.Of), fmt.Sprintf("%.0f%%", 100*x.Rate),
			fmt.Sprintf("%.0f to %.0f%%", 100*x.Low, 100*x.High)}
	}
	witnesses := [][]string{{"name", "kind", "named", "rate", "95% interval"}}
	for _, x := range r.Witnesses {
		witnesses = append(witnesses, append([]string{x.Witness, x.kind()}, cells(x)...))
	}
	judges := [][]string{{"judge", "named an entry", "rate", "95% interval"}}
	for _, x := range r.Judges {
		judges = append(judges, append([]string{x.Witness}, cells(x)...))
	}
	_, err := io.WriteString(out, rightAligned(witnesses)+"\n"+rightAligned(judges))
	return err
}

// WriteCSV writes the ratings as a table. In a row of a judge, human counts the entries that were named.
func (r *Ratings) WriteCSV(out io.Writer) error {
	var rows [][]any
	add := func(r Rate, kind string) {
		rows = append(rows, []any{r.Witness, kind, r.Human, r.Of, r.Rate, r.Low, r.High})
	}
	for _, x := range r.Witnesses {
		add(x, x.kind())
	}
	for _, x := range r.Judges {
		add(x, "judge")
	}
	return sheet.WriteRows(out, []string{"name", "kind", "human", "of", "rate", "low", "high"}, rows)
}
