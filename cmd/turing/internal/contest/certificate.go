package contest

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
)

// author returns words that name the author of an entry, if they are known.
func (x *Results) author(entry string) string {
	i := slices.IndexFunc(x.Entries, func(e EntryResult) bool { return e.Name == entry })
	if i < 0 || x.Entries[i].Author == "" {
		return ""
	}
	return " by " + x.Entries[i].Author
}

// share returns words that say that a place is shared.
func (x *Results) share(a Award) string {
	shared := func(b Award) bool { return b.Place == a.Place && b.Entry != a.Entry }
	switch {
	case slices.ContainsFunc(x.Money, shared):
		return ", shared"
	case x.Outcome == loebner.Wins:
		return " as the only compliant entry"
	}
	return ""
}

// silverLine says that an entry alone has won the silver medal.
func (x *Results) silverLine(entry string) string {
	s := x.rules.Silver
	if !slices.Equal(x.Silver, []string{entry}) {
		return ""
	}
	return fmt.Sprintf("and the %s medal with %s, having been taken for a human by enough judges", s.Medal,
		x.money(float64(s.Amount)))
}

func (x *Results) prizeLine(a Award) string {
	var parts []string
	if a.Amount > 0 {
		parts = append(parts, x.money(a.Amount))
	}
	if a.Medal != "" {
		parts = append(parts, "the "+a.Medal+" medal")
	}
	if len(parts) == 0 {
		return ""
	}
	return "receives " + strings.Join(parts, " and ")
}

// totalLine says how often judges named an entry.
func (x *Results) totalLine(entry string) string {
	if x.Score != nil {
		for _, p := range x.Score.Places {
			if x.entryOf(p.Entry) == entry {
				return fmt.Sprintf("taken for the human in %d of %d comparisons", p.Total, p.Of)
			}
		}
	}
	return ""
}

func ordinal(n int) string {
	if words := []string{"first", "second", "third", "fourth"}; n <= len(words) {
		return words[n-1]
	}
	return fmt.Sprint(n, "th")
}

func (x *Results) writeCertificatePage(w io.Writer) error {
	return pages["certificate"].Write(w, x)
}

// WriteText writes the result in a few lines.
func (x *Results) WriteText(w io.Writer) error {
	lines := []string{x.Headline()}
	for _, a := range x.Money {
		said := []string{ordinal(a.Place) + " place: " + a.Entry, x.prizeLine(a), x.totalLine(a.Entry)}
		lines = append(lines, strings.Join(slices.DeleteFunc(said, func(s string) bool { return s == "" }), ", "))
	}
	if line := x.SilverLine(); line != "" {
		lines = append(lines, line)
	}
	for _, r := range x.Rates {
		if x.study() {
			lines = append(lines, fmt.Sprintf("%-30s %4d of %4d  %4.0f%%  (%s)", r.Witness, r.Human, r.Of, 100*r.Rate,
				interval(r)))
		}
	}
	for _, breach := range x.Breaches {
		lines = append(lines, breach.String())
	}
	if x.Synthetic != "" {
		lines = append(lines, "SYNTHETIC CONTEST: "+x.Synthetic)
	}
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}
