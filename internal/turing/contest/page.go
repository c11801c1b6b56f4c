package contest

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/pagestyle"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

//go:embed templates
var templateFiles embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"css":      func() template.CSS { return pagestyle.CSS },
	"period":   period,
	"date":     date,
	"points":   screeningPoints,
	"interval": interval,
	"percent":  func(x float64) string { return fmt.Sprintf("%.0f%%", 100*x) },
	"lower":    strings.ToLower,
}).ParseFS(templateFiles, "templates/*.html"))

// period says from when to when a contest was.
func period(from, to time.Time) string {
	if from.IsZero() {
		return ""
	}
	const day, minute = "2 January 2006", "15:04"
	f, t := from.Local(), to.Local()
	if f.Format(day) == t.Format(day) {
		return fmt.Sprintf("%s, %s to %s", f.Format(day), f.Format(minute), t.Format(minute))
	}
	return f.Format(day+", "+minute) + " to " + t.Format(day+", "+minute)
}

func date(t time.Time) string { return t.Local().Format("2 January 2006") }

func screeningPoints(e EntryResult) string {
	if e.Screening == nil {
		return ""
	}
	return fmt.Sprintf("%g of %g", *e.Screening, *e.ScreeningOf)
}

// money writes an amount, such as US$25,000.
func (x *Results) money(amount float64) string {
	digits := fmt.Sprintf("%.2f", amount)
	whole, cents, _ := strings.Cut(digits, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if cents != "00" {
		whole += "." + cents
	}
	return x.rules.Currency + whole
}

// Headline returns a sentence that says who won.
func (x *Results) Headline() string {
	switch {
	case x.study():
		return x.studyLine()
	case x.Winner != "" && x.Outcome == loebner.Wins:
		return x.Winner + " wins outright."
	case x.Winner != "":
		return x.Winner + " wins."
	case x.Score != nil && len(x.Score.Tied) > 0:
		return "The rules do not decide between " + strings.Join(x.tied(), ", ") + "."
	}
	return "Nobody wins."
}

// tied returns the names of the entries that remain tied for the first place.
func (x *Results) tied() []string {
	var list []string
	for _, label := range x.Score.Tied {
		list = append(list, x.entryOf(label))
	}
	return list
}

// entryOf returns the name of the entry with a label.
func (x *Results) entryOf(label string) string {
	for _, e := range x.Entries {
		if e.Label == label {
			return e.Name
		}
	}
	return label
}

func (x *Results) nameOf(label string) string {
	for _, p := range slices.Concat(x.Judges, x.Confederates) {
		if p.Label == label {
			return p.Name
		}
	}
	return x.entryOf(label)
}

// SilverLine returns a sentence that says who wins the silver medal.
func (x *Results) SilverLine() string {
	s := x.rules.Silver
	if x.Score == nil || s.Medal == "" && s.Amount == 0 {
		return ""
	}
	medal := "The " + cmp.Or(s.Medal, "silver") + " medal"
	if s.Amount > 0 {
		medal += " and " + x.money(float64(s.Amount))
	}
	switch {
	case len(x.Silver) == 0:
		return medal + " are not awarded."
	case len(x.Silver) > 1:
		return medal + ": the condition is met by " + strings.Join(x.Silver, ", ") +
			", and the rules do not say who gets them."
	}
	return medal + " go to " + strings.Join(x.Silver, ", ") + "."
}

// cell is a judge's ballot on an entry.
type cell struct {
	Text, Note, Link string
	Fooled           bool
}

type tableRow struct {
	Judge Participant
	Cells []cell
}

type placeRow struct {
	Name, Points, MeanRank string
	Place, Total           int
	Silver                 bool
}

type interviewRow struct {
	Name, Mean, On string
	mean           float64
	Links          []Comparison
}

// page is the data of the page of results.
type page struct {
	*Results
	Prizes         []prize
	Columns        []EntryResult
	Table          []tableRow
	Places         []placeRow
	Interviews     []interviewRow
	InterviewStage string
	Points, Ranked bool
	Screened       bool
	Humans         int // columns of human witnesses
	Troubles       []string
}

func (x *Results) writePage(w io.Writer) error {
	p := page{Results: x, Prizes: x.prizes(), Points: x.rules.Judging.Format == loebner.Points}
	for _, e := range x.Entries {
		if e.Label != "" {
			p.Columns = append(p.Columns, e)
		}
		p.Screened = p.Screened || e.Screening != nil
		p.Troubles = append(p.Troubles, e.Faults...)
	}
	slices.SortFunc(p.Columns, func(a, b EntryResult) int {
		return cmp.Compare(number(a.Label), number(b.Label))
	})
	p.addTable()
	if x.Score != nil {
		for _, place := range x.Score.Places {
			row := placeRow{Name: x.entryOf(place.Entry), Place: place.Place, Total: place.Total,
				Silver: place.Silver}
			if place.Points != nil {
				row.Points = fmt.Sprint(*place.Points)
			}
			if place.MeanRank != nil {
				row.MeanRank = fmt.Sprintf("%.2f", *place.MeanRank)
				p.Ranked = true
			}
			p.Places = append(p.Places, row)
		}
	}
	p.addInterviews()
	p.Troubles = append(p.Troubles, x.troubles()...)
	return pages.ExecuteTemplate(w, "results.html", p)
}

// addTable adds a row for each judge. In a test with two parties, human witnesses have columns too.
func (p *page) addTable() {
	if len(p.Rates) == 0 {
		return
	}
	for _, j := range p.Judges {
		row := tableRow{Judge: j}
		for _, e := range p.Columns {
			row.Cells = append(row.Cells, p.cellOf(j.Label, e.Label))
		}
		for _, c := range p.Comparisons {
			if c.Judge == j.Label && c.Entry == "" {
				row.Cells = append(row.Cells, p.cell(c))
			}
		}
		p.Humans = max(p.Humans, len(row.Cells)-len(p.Columns))
		p.Table = append(p.Table, row)
	}
}

// Opening returns what the rules make each entity say first.
func (p page) Opening() string { return p.rules.Conversation.Opening }

// troubles lists the faults in rounds, each one once with all its rounds.
func (x *Results) troubles() []string {
	var order []string
	rounds := make(map[string][]string)
	add := func(c Comparison, what string) {
		key := c.Stage + ": " + what
		if rounds[key] == nil {
			order = append(order, key)
		}
		rounds[key] = append(rounds[key], fmt.Sprint(c.Round))
	}
	for _, c := range x.Comparisons {
		for _, f := range c.Faults {
			add(c, f)
		}
		if !c.Voted {
			add(c, x.nameOf(c.Judge)+" did not vote")
		}
		if c.VotedBy != "" {
			add(c, fmt.Sprintf("the ballot of %s was given by the %s", x.nameOf(c.Judge),
				c.VotedBy))
		}
		if c.Corrected != "" {
			add(c, fmt.Sprintf("the ballot of %s was corrected: %s", x.nameOf(c.Judge), c.Corrected))
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

// cellOf returns what a judge said of an entry.
func (x *Results) cellOf(judge, entry string) cell {
	for _, c := range x.Comparisons {
		if c.Judge != judge || c.Entry != entry || c.Interview {
			continue
		}
		return x.cell(c)
	}
	return cell{Text: "did not meet"}
}

func (x *Results) cell(c Comparison) cell {
	human := x.nameOf(c.Confederate)
	out := cell{Link: c.Transcript, Fooled: c.NamedEntry, Text: human}
	switch {
	case !c.Voted:
		out.Text = "no ballot"
	case c.Judged != "":
		out.Text = c.Judged
	case c.NamedEntry:
		out.Text = x.entryOf(c.Entry)
	}
	switch {
	case c.Entry == "":
		out.Note = human + ", "
	case c.Confederate != "":
		out.Note = "against " + human + ", "
	}
	if c.EntryPoints != nil {
		out.Text += fmt.Sprintf(" (%g)", *c.EntryPoints)
	}
	out.Note += fmt.Sprintf("round %d", c.Round)
	if c.Confidence != nil {
		out.Note += fmt.Sprintf(", %d of 100 sure", *c.Confidence)
	}
	return out
}

func (p *page) addInterviews() {
	for _, e := range p.Entries {
		if e.Interview == nil {
			continue
		}
		row := interviewRow{Name: e.Name, Mean: fmt.Sprintf("%.1f", *e.Interview), On: e.Label,
			mean: *e.Interview}
		for _, c := range p.Comparisons {
			if c.Interview && c.Entry == e.Name {
				row.Links = append(row.Links, c)
				p.InterviewStage = c.Stage
			}
		}
		p.Interviews = append(p.Interviews, row)
	}
	slices.SortStableFunc(p.Interviews, func(a, b interviewRow) int {
		return cmp.Compare(b.mean, a.mean)
	})
}

// prize is an award as shown on the page.
type prize struct {
	Award
	Money string
}

func (x *Results) prizes() []prize {
	var list []prize
	for _, a := range x.Money {
		list = append(list, prize{a, x.money(a.Amount)})
	}
	return list
}
