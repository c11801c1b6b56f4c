package contest

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/style"
)

//go:embed templates
var templateFiles embed.FS

// pages are all pages by their names.
var pages = style.Documents(templateFiles, template.FuncMap{
	"interval": interval,
	"money":    (*Results).money,
	"author":   (*Results).author,
	"won":      (*Results).won,
	"silver":   (*Results).silverLine,
	"name":     (*Results).nameOf,
	"fixed":    func(digits int, x float64) string { return fmt.Sprintf("%.*f", digits, x) },
	"percent":  func(x float64) string { return fmt.Sprintf("%.0f%%", 100*x) },
})

// money writes an amount, such as US$25,000.
func (x *Results) money(amount float64) string {
	return x.rules.Currency + strings.TrimSuffix(humanize.FormatFloat("#,###.##", amount), ".00")
}

// Headline returns a sentence that says who won.
func (x *Results) Headline() string {
	var tied []string // for the first place
	if x.Score != nil {
		for _, label := range x.Score.Tied {
			tied = append(tied, x.nameOf(label))
		}
	}
	switch {
	case x.study():
		return x.studyLine()
	case x.Winner != "" && x.Outcome == loebner.Wins:
		return x.Winner + " wins outright."
	case x.Winner != "":
		return x.Winner + " wins."
	case len(tied) > 0:
		return "The rules do not decide between " + strings.Join(tied, ", ") + "."
	}
	return "Nobody wins."
}

// nameOf returns the name behind a label.
func (x *Results) nameOf(label string) string {
	for _, p := range slices.Concat(x.Judges, x.Confederates) {
		if p.Label == label {
			return p.Name
		}
	}
	for _, e := range x.Entries {
		if label != "" && e.Label == label {
			return e.Name
		}
	}
	return label
}

// SilverLine returns a sentence that says who wins the silver medal.
func (x *Results) SilverLine() string {
	s := x.rules.Silver
	if x.Score == nil || s.Medal == "" && s.Amount == 0 {
		return ""
	}
	medal, is, goes, it := "The "+cmp.Or(s.Medal, "silver")+" medal", "is", "goes", "it"
	if s.Amount > 0 {
		medal += " and " + x.money(float64(s.Amount))
		is, goes, it = "are", "go", "them"
	}
	names := strings.Join(x.Silver, ", ")
	switch len(x.Silver) {
	case 0:
		return fmt.Sprintf("%s %s not awarded.", medal, is)
	case 1:
		return fmt.Sprintf("%s %s to %s.", medal, goes, names)
	}
	return fmt.Sprintf("%s: the condition is met by %s, and the rules do not say who gets %s.", medal, names, it)
}

// cell is a judge's ballot on an entry.
type cell struct {
	Text, Note, Link string
	Fooled, Void     bool
}

type tableRow struct {
	Judge Participant
	Cells []cell
}

// page is the data of the page of results.
type page struct {
	*Results
	Columns    []EntryResult // those with a label
	Table      []tableRow
	Interviews []EntryResult // the best first
	Points     bool
	Screened   bool
	Humans     int // columns of human witnesses
	Troubles   []string
}

func (x *Results) writePage(w io.Writer) error {
	p := page{Results: x, Points: x.rules.Judging.Format == loebner.Points}
	for _, e := range x.Entries {
		if e.Label != "" {
			p.Columns = append(p.Columns, e)
		}
		if e.Interview != nil {
			p.Interviews = append(p.Interviews, e)
		}
		p.Screened = p.Screened || e.Screening != nil
		p.Troubles = append(p.Troubles, e.Faults...)
	}
	slices.SortStableFunc(p.Interviews, func(a, b EntryResult) int {
		return cmp.Compare(*b.Interview, *a.Interview)
	})
	p.addTable()
	p.Troubles = append(p.Troubles, x.troubles()...)
	return pages["results"].Write(w, p)
}

// addTable adds a row for each judge. In a test with two parties, human witnesses have columns too.
func (p *page) addTable() {
	if len(p.Rates) == 0 {
		return
	}
	for _, j := range p.Judges {
		row := tableRow{j, slices.Repeat([]cell{{Text: "did not meet"}}, len(p.Columns))}
		for _, c := range p.Comparisons {
			i := slices.IndexFunc(p.Columns, func(e EntryResult) bool { return e.Label == c.Entry })
			switch {
			case c.Judge != j.Label || c.Interview:
			case i < 0:
				row.Cells = append(row.Cells, p.cell(c))
			default:
				row.Cells[i] = p.cell(c)
			}
		}
		p.Humans = max(p.Humans, len(row.Cells)-len(p.Columns))
		p.Table = append(p.Table, row)
	}
}

// InterviewsOf returns the comparisons in which an entry was questioned alone.
func (p page) InterviewsOf(name string) []Comparison {
	return slices.DeleteFunc(slices.Clone(p.Comparisons), func(c Comparison) bool {
		return !c.Interview || c.Entry != name
	})
}

// troubles lists the faults in rounds, each one once with all its rounds.
func (x *Results) troubles() []string {
	var order []string
	rounds := make(map[string][]string)
	add := func(c Comparison, what string) {
		key := c.Stage + ": " + what
		if rounds[key] == nil {
			order = append(order, key)
		}
		if n := fmt.Sprint(c.Round); !slices.Contains(rounds[key], n) {
			rounds[key] = append(rounds[key], n)
		}
	}
	for _, c := range x.Comparisons {
		for _, f := range c.Faults {
			add(c, f)
		}
		judge := x.nameOf(c.Judge)
		switch {
		case c.Void != "":
			what := fmt.Sprintf("the verdict of %s is void: %s", judge, c.Void)
			if c.given {
				what += "; it was " + x.cell(c).Text
			}
			add(c, what)
		case !c.Voted:
			add(c, judge+" did not vote")
		case c.VotedBy != "":
			add(c, fmt.Sprintf("the ballot of %s was given by the %s", judge, c.VotedBy))
		}
		if c.Corrected != "" {
			add(c, fmt.Sprintf("the ballot of %s was corrected: %s; it was %s", judge, c.Corrected,
				cmp.Or(c.Earlier, "missing")))
		}
	}
	for i, key := range order {
		word := " (round "
		if len(rounds[key]) > 1 {
			word = " (rounds "
		}
		order[i] += word + strings.Join(rounds[key], ", ") + ")"
	}
	return order
}

func (x *Results) cell(c Comparison) cell {
	human := x.nameOf(c.Confederate)
	out := cell{Link: c.Transcript, Fooled: c.Voted && c.NamedEntry, Void: c.Void != "", Text: human}
	switch {
	case !c.given:
		out.Text = "no ballot"
	case c.Judged != "":
		out.Text = c.Judged
	case c.NamedEntry:
		out.Text = x.nameOf(c.Entry)
	}
	if c.Entry == "" {
		out.Note = human + ", "
	} else if c.Confederate != "" {
		out.Note = "against " + human + ", "
	}
	if c.EntryPoints != nil {
		out.Text += fmt.Sprintf(" (%g)", *c.EntryPoints)
	}
	out.Note += fmt.Sprintf("round %d", c.Round)
	if c.Confidence != nil {
		out.Note += fmt.Sprintf(", %d of 100 sure", *c.Confidence)
	}
	if c.Void != "" {
		out.Note += ", void: " + c.Void
	}
	if c.Corrected != "" {
		out.Note += ", corrected"
	}
	if c.Silent {
		out.Note += ", entry silent"
	}
	return out
}
