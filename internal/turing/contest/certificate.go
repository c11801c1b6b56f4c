package contest

import (
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/internal/turing/loebner"
)

// certificate holds the facts certified about one entry.
type certificate struct {
	Before string
	Who    string
	Lines  []string
}

// certificates returns one for each place with a prize, the best first.
func (x *Results) certificates() []certificate {
	var list []certificate
	for _, a := range x.Money {
		c := certificate{Before: "This is to certify that", Who: a.Entry}
		if author := x.authorOf(a.Entry); author != "" {
			c.Who += " by " + author
		}
		c.Lines = append(c.Lines, "won "+ordinal(a.Place)+" place"+x.share(a))
		if line := x.totalLine(a.Entry); line != "" {
			c.Lines = append(c.Lines, line)
		}
		if prize := x.prizeLine(a); prize != "" {
			c.Lines = append(c.Lines, prize)
		}
		for _, name := range x.Silver {
			s := x.rules.Silver
			if name == a.Entry && len(x.Silver) == 1 {
				c.Lines = append(c.Lines, fmt.Sprintf("and the %s medal with %s, having been "+
					"taken for a human by enough judges", s.Medal, x.money(float64(s.Amount))))
			}
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		list = append(list, certificate{Before: "This is to certify that", Who: "no entry",
			Lines: []string{"won a prize in this contest"}})
	}
	return list
}

// share returns words that say that a place is shared.
func (x *Results) share(a Award) string {
	for _, b := range x.Money {
		if b.Place == a.Place && b.Entry != a.Entry {
			return ", shared"
		}
	}
	if x.Outcome == loebner.Wins {
		return " as the only compliant entry"
	}
	return ""
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
	return "and receives " + strings.Join(parts, " and ")
}

// totalLine says how often judges named an entry.
func (x *Results) totalLine(entry string) string {
	if x.Score == nil {
		return ""
	}
	met, named := 0, 0
	for _, c := range x.Comparisons {
		if !c.Interview && c.Voted && x.entryOf(c.Entry) == entry {
			met++
			if c.NamedEntry {
				named++
			}
		}
	}
	return fmt.Sprintf("taken for the human in %d of %d comparisons", named, met)
}

func (x *Results) authorOf(entry string) string {
	for _, e := range x.Entries {
		if e.Name == entry {
			return e.Author
		}
	}
	return ""
}

func ordinal(n int) string {
	switch n {
	case 1:
		return "first"
	case 2:
		return "second"
	case 3:
		return "third"
	case 4:
		return "fourth"
	}
	return fmt.Sprint(n, "th")
}

func (x *Results) writeCertificatePage(w io.Writer) error {
	return pages.ExecuteTemplate(w, "certificate.html", struct {
		*Results
		Certificates []certificate
	}{x, x.certificates()})
}

// WriteText writes the result in a few lines.
func (x *Results) WriteText(w io.Writer) error {
	var b strings.Builder
	b.WriteString(x.Headline() + "\n")
	for _, a := range x.Money {
		fmt.Fprintf(&b, "%s place: %s", ordinal(a.Place), a.Entry)
		if line := x.prizeLine(a); line != "" {
			b.WriteString(", " + strings.TrimPrefix(line, "and "))
		}
		if line := x.totalLine(a.Entry); line != "" {
			b.WriteString(", " + line)
		}
		b.WriteString("\n")
	}
	if line := x.SilverLine(); line != "" {
		b.WriteString(line + "\n")
	}
	if x.study() {
		for _, r := range x.Rates {
			fmt.Fprintf(&b, "%-30s %4d of %4d  %4.0f%%  (%s)\n", r.Witness, r.Human, r.Of, 100*r.Rate, interval(r))
		}
	}
	for _, breach := range x.Breaches {
		b.WriteString(breach.String() + "\n")
	}
	if x.Synthetic != "" {
		b.WriteString("SYNTHETIC CONTEST: " + x.Synthetic + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
