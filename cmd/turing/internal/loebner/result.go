package loebner

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/luna-rating/luna/internal/text"
)

// Result is the outcome of a contest.
type Result struct {
	Rules string `json:"rules"`
	// Winner is the entry in the first place. It is empty if the rules do not decide; Tied then
	// lists the entries that are tied.
	Winner string   `json:"winner"`
	Tied   []string `json:"tied"`
	// Totals holds how often each entry was taken for the human: its column total.
	Totals map[string]int `json:"totals"`
	// DecidedBy says what decided the first place: "totals", "ranks", or one of the ways to break
	// ties. It is empty without a winner.
	DecidedBy string `json:"decided_by"`
	// Silver reports whether any entry fulfils the condition of the silver medal, and SilverEntries
	// lists those that do.
	Silver        bool     `json:"silver"`
	SilverEntries []string `json:"silver_entries"`
	// SilverAmount is the money of the silver medal if it is won.
	SilverAmount int `json:"silver_amount"`
	// Currency stands before amounts.
	Currency string `json:"currency"`
	// Places lists all entries, the best first.
	Places []Place `json:"places"`
	// Missing lists pairs of judge and entry without a ballot. While there are any, the result is
	// provisional.
	Missing []string `json:"missing"`
	// Notes say what the rules leave open.
	Notes []string `json:"notes"`

	rules Rules
}

// Place is the result of an entry.
type Place struct {
	// Place counts from 1. Entries that remain tied share the place.
	Place int    `json:"place"`
	Entry string `json:"entry"`
	Total int    `json:"total"` // how often it was taken for the human
	// Of is the number of ballots on the entry.
	Of int `json:"of"`
	// Points is the sum of the entry's points if judges divide points, else nil.
	Points *int `json:"points,omitempty"`
	// MeanRank is the mean of the judges' ranks, nil if there are none.
	MeanRank *float64 `json:"mean_rank,omitempty"`
	// Semifinal is the entry's score in the stage before, nil if it is not known.
	Semifinal *float64 `json:"semifinal,omitempty"`
	// Prize is the money of the place, without that of the silver medal.
	Prize float64 `json:"prize"`
	// Medal is the medal of the place, empty if there is none or a tie leaves it open.
	Medal string `json:"medal"`
	// Silver reports whether the entry fulfils the condition of the silver medal.
	Silver bool `json:"silver"`
}

// Text returns the result for people.
func (r *Result) Text() string {
	var b strings.Builder
	switch {
	case r.Winner != "" && r.DecidedBy == r.rules.Judging.first():
		fmt.Fprintf(&b, "The winner is %s.\n\n", r.Winner)
	case r.Winner != "":
		fmt.Fprintf(&b, "The winner is %s, by %s after a tie.\n\n", r.Winner, r.DecidedBy)
	default:
		fmt.Fprintf(&b, "No winner: %s remain tied.\n\n", text.And(r.Tied))
	}
	first := r.Places[0]
	rows := make([][]string, len(r.Places)+1)
	column := func(used bool, head string, cell func(p Place) string) {
		if !used {
			return
		}
		rows[0] = append(rows[0], head)
		for i, p := range r.Places {
			rows[i+1] = append(rows[i+1], cell(p))
		}
	}
	column(true, "place", func(p Place) string { return fmt.Sprint(p.Place) })
	column(true, "entry", func(p Place) string { return p.Entry })
	column(first.Of > 0, "named", func(p Place) string { return fmt.Sprintf("%d of %d", p.Total, p.Of) })
	column(first.Points != nil, "points", func(p Place) string { return fmt.Sprint(*p.Points) })
	column(first.MeanRank != nil, "mean rank", func(p Place) string { return optional(p.MeanRank, "%.2f") })
	column(first.Semifinal != nil, "semi-final", func(p Place) string { return optional(p.Semifinal, "%g") })
	column(true, "prize", func(p Place) string { return r.money(p.Prize) })
	column(true, "medal", func(p Place) string { return p.Medal })
	b.WriteString(rightAligned(rows))
	switch {
	case r.Silver:
		fmt.Fprintf(&b, "\nThe silver medal and %s are won by %s.\n", r.money(float64(r.SilverAmount)),
			text.And(r.SilverEntries))
	case first.Of > 0 && r.rules.Silver.Judges > 0:
		b.WriteString("\nThe condition of the silver medal is not fulfilled.\n")
	}
	for _, note := range r.Notes {
		b.WriteString(note + "\n")
	}
	return b.String()
}

// rightAligned returns a table for people.
func rightAligned(rows [][]string) string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range rows {
		fmt.Fprintln(t, strings.Join(row, "\t")+"\t")
	}
	t.Flush() // to b, which never fails
	return blanks().ReplaceAllString(b.String(), "\n")
}

// blanks are the spaces that a table leaves at the ends of lines.
var blanks = text.Pattern(` *\n`)

// money formats an amount, with cents if there are any.
func (r *Result) money(x float64) string {
	switch x {
	case 0:
		return "–"
	case float64(int(x)):
		return fmt.Sprintf("%s%d", r.Currency, int(x))
	}
	return fmt.Sprintf("%s%.2f", r.Currency, x)
}

func optional(x *float64, format string) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprintf(format, *x)
}
