package grade

import (
	"cmp"
	_ "embed" // for the page
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/style"
	"github.com/luna-rating/luna/internal/text"
)

//go:embed page.html
var pageText string

//go:embed page.js
var script string

var pageTemplate = style.NewDocument(pageText, nil)

// maxPageText bounds the bytes of the texts in a page. Rows beyond have no details.
const maxPageText = 8 << 20

type page struct {
	nouns
	Name, Policy        string
	Script              template.JS
	Unrated             string    // how many are predicted
	Ends                [2]string // of the scale
	Trust               string
	Bad                 bool // the predictions are of no use
	Figures             [][3]string
	Method              string
	Warnings, Notes     []string
	Predicted, Suspects []pageRow
	Questions           []pageQuestion
	Rated, Partial      int
	Graded, Ranges      bool // there are suggested points, or ranges
	PointsText          string
	Others              int      // suspects beyond those that are shown
	Read                []string // how the table was read
	Cut                 bool     // some rows have no details
	Seal                string   // of the table beside it
}

type pageRow struct {
	Rank                     int
	ID, Given, Rating, Range string
	Bar                      template.HTML
	Answers                  []pageAnswer
}

type pageAnswer struct {
	ID, Question, Response, Accepted, Points string
	Bar                                      template.HTML
}

// nouns are what a page calls people and what they are given.
type nouns struct{ Who, Many, Title, Given, Values string }

// nouns returns the words of an exam where ratings are points, and answers have a key or points.
func (r *Result) nouns() nouns {
	w := nouns{"person", "people", "People", "rating", "ratings"}
	if r.Scale.Zero == 0 && !r.Scale.Unit() {
		if w.Given, w.Values = "total", "points"; r.Data.HasKey() || r.Data.Points != nil {
			w.Who, w.Many, w.Title = "student", "students", "Students"
		}
	}
	return w
}

// rewrite puts a page's words into what [Trust] and its warnings say of rated rows.
func (w nouns) rewrite(sentences ...string) (list []string) {
	with := " with a " + w.Given
	rows := strings.NewReplacer("rated rows", w.Many+with, "rated row", w.Who+with, "rows with a rating",
		w.Many+with, "given ratings", "given "+w.Given+"s", "predicted rating", "predicted "+w.Given,
		"No row is rated", "Nobody is rated", "No row has a total", "Nobody has a total",
		" rows and those", " "+w.Many+" and those", " row and those", " "+w.Who+" and those",
		" rows is rated", " "+w.Many+" is rated", " rows are rated", " "+w.Many+" are rated",
		" rows rated", " "+w.Many+" rated")
	for _, s := range sentences {
		list = append(list, rows.Replace(s))
	}
	return list
}

// WriteHTML writes the result as a self-contained page: first how far to trust it, then the unrated
// respondents, those to look at first at the top, then odd ratings in the data. Name is what its
// title calls the data. The page loads nothing. Its script finds and orders respondents; everything
// else works without it, also the choice to print all answers.
func (r *Result) WriteHTML(w io.Writer, name string) error {
	p := page{
		nouns: r.nouns(), Policy: style.Policy(script), Script: template.JS(script),
		Ends: [2]string{fmt.Sprintf("%.6g", r.Scale.Value(0)), fmt.Sprintf("%.6g", r.Scale.Value(1))},
		Name: inLine(name), Rated: r.Trust.Rated, Partial: r.partial,
		Bad: r.Trust.useless(), Method: r.Trust.Method, Seal: r.sealed,
	}
	p.Trust, p.PointsText = p.rewrite(r.Trust.String())[0], p.rewrite(r.PointsText())[0]
	p.Warnings, p.Notes = p.rewrite(Sentences(r.Warnings)...), p.rewrite(Sentences(r.Notes)...)
	p.Graded, p.Read = r.Graded(), Sentences(r.Data.Notes)
	if t := r.Trust; t.estimated() {
		p.Figures = [][3]string{
			{"mean absolute error", r.formatError(t.MAE), r.formatError(t.GuessMAE)},
			{"root mean squared error", r.formatError(t.RMSE), r.formatError(t.GuessRMSE)},
		}
	}
	room := maxPageText
	for _, i := range r.ranked() {
		p.Predicted = append(p.Predicted, r.pageRow(i, &room))
		p.Ranges = p.Ranges || p.Predicted[0].Range != ""
	}
	n := len(p.Predicted)
	p.Unrated = fmt.Sprintf("%d %s without a %s", n, text.Plural(n, p.Who, p.Many), p.Given)
	suspects := r.suspects()
	p.Others = max(0, len(suspects)-maxSuspects)
	for _, i := range suspects[:len(suspects)-p.Others] {
		p.Suspects = append(p.Suspects, r.pageRow(i, &room))
	}
	p.Questions = r.byQuestion()
	p.Cut = room < 0
	return pageTemplate.Write(w, p)
}

// ranked returns the unrated rows, the one to look at first at the top.
func (r *Result) ranked() []int {
	var list []int
	for i := range r.Rows {
		if !r.Rows[i].Rated() {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b int) int { return r.Rows[a].First - r.Rows[b].First })
	return list
}

// maxSuspects bounds the odd ratings in a page.
const maxSuspects = 50

// suspects returns the rows with odd ratings, the farthest from their interval first.
func (r *Result) suspects() []int {
	var list []int
	for i := range r.Rows {
		if r.Rows[i].Odd() {
			list = append(list, i)
		}
	}
	outside := func(i int) float64 {
		row := &r.Rows[i]
		return max(row.Low-row.Given, row.Given-row.High)
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(outside(b), outside(a)) })
	return list
}

func (r *Result) pageRow(i int, room *int) pageRow {
	row := &r.Rows[i]
	unit := func(v float64) float64 { return r.Scale.Rating(v) }
	p := pageRow{
		Rank: row.First, ID: inLine(row.ID), Rating: r.Format(row.Rating), Range: r.Range(row),
	}
	shown, label := row.Rating, p.Rating+r.outOf()+", probably "
	if row.Rated() {
		p.Given = fmt.Sprintf("%.6g", row.Given)
		shown, label = row.Given, p.Given+r.outOf()+", expected "
	}
	if p.Range != "" {
		p.Bar = style.Bar(unit(shown), unit(row.Low), unit(row.High), label+p.Range)
	}
	points := r.Suggested(row)
	for j, q := range r.Data.Questions {
		response := r.Data.Respondents[i].Responses[j]
		key := accepted(q)
		*room -= len(q.Text) + len(key) + len(response) + 300
		if *room < 0 {
			p.Answers = nil
			break
		}
		a := pageAnswer{ID: inLine(q.ID), Question: textOf(q), Response: printable(response),
			Accepted: key}
		if points != nil {
			a.Points, a.Bar = r.FormatPoints(points[j], j), r.pointsBar(points[j], j)
		}
		p.Answers = append(p.Answers, a)
	}
	return p
}

// maxAccepted bounds the acceptable answers shown beside an answer, in characters.
const maxAccepted = 160

// accepted lists the acceptable answers to a question, as many as there is room for.
func accepted(q datasets.Question) string {
	return text.Cut(inLine(strings.Join(q.Key, " / ")), maxAccepted)
}

// textOf returns the text of a question, "" if it is its identifier.
func textOf(q datasets.Question) string {
	if line := inLine(q.Text); line != inLine(q.ID) {
		return line
	}
	return ""
}

// pointsBar draws the suggested points of a question.
func (r *Result) pointsBar(points float64, question int) template.HTML {
	return style.Bar(points/max(r.Points[question], 1e-9), math.NaN(), math.NaN(),
		r.FormatPoints(points, question))
}

// PointsText says what the suggested points add up to, and what they are out of.
func (r *Result) PointsText() string {
	if r.gradesOnly() {
		text := "Grades are from 0 to 1; their mean is the predicted rating."
		if r.skipped > 0 {
			text += " Where questions are unanswered, it is the mean over those that count."
		}
		return text
	}
	say := "Suggested points add up to the predicted rating."
	if r.apart > 0 {
		say += fmt.Sprintf(" In %s they do not, as points of answers that are surely right or wrong, or given, "+
			"stay.", text.Count(r.apart, "row"))
	}
	if r.skipped > 0 {
		say += " Where questions are unanswered, they are the same share of the points that count."
	}
	if r.equalShares {
		say += fmt.Sprintf(" The points of the questions are unknown: each is taken to have an equal "+
			"share, %s.", numbers.Figure(r.Points[0], 3))
	}
	return say
}

// printable replaces characters that control the display, apart from line breaks.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\n' || c == '\t':
			return c
		case unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c):
			return unicode.ReplacementChar
		}
		return c
	}, strings.ToValidUTF8(s, "\ufffd"))
}

// inLine returns a text on one line.
func inLine(s string) string { return strings.Join(strings.Fields(printable(s)), " ") }

// Sentences returns texts as sentences for a page.
func Sentences(texts []string) (list []string) {
	for _, text := range texts {
		list = append(list, sentence(text))
	}
	return list
}

// sentence returns a text with a capital at the beginning and a full stop.
func sentence(s string) string {
	runes := []rune(inLine(s))
	if len(runes) == 0 {
		return ""
	}
	runes[0] = unicode.ToUpper(runes[0])
	if last := runes[len(runes)-1]; last != '.' && last != '!' && last != '?' {
		runes = append(runes, '.')
	}
	return string(runes)
}

const (
	// maxGroups bounds the distinct answers to a question in a page.
	maxGroups = 200
	// maxGroupText bounds the bytes of all answers by question in a page.
	maxGroupText = 2 << 20
)

// pageQuestion is a question with its distinct answers.
type pageQuestion struct {
	ID, Text, Summary, Accepted string
	Groups                      []pageGroup
	Others                      int // answers that are not shown
}

// pageGroup is people who gave the same answer.
type pageGroup struct {
	Answer, Points string
	People         int
	Bar            template.HTML

	sum    float64 // of the suggested points
	graded int     // how many have some
}

func (g *pageGroup) mean() float64 { return g.sum / float64(max(1, g.graded)) }

// byQuestion returns the answers to each question, equal ones together, those with the most points
// first.
func (r *Result) byQuestion() []pageQuestion {
	suggested := make([][]float64, len(r.Rows))
	for i := range r.Rows {
		suggested[i] = r.Suggested(&r.Rows[i])
	}
	var list []pageQuestion
	room := maxGroupText
	for j, q := range r.Data.Questions {
		groups := r.groups(j, suggested)
		p := pageQuestion{ID: inLine(q.ID), Text: textOf(q), Accepted: accepted(q),
			Summary: text.Count(len(groups), "different answer")}
		for _, g := range groups[:min(len(groups), maxGroups)] {
			if room -= len(g.Answer) + 300; room < 0 {
				break
			}
			if g.graded > 0 {
				g.Points = fmt.Sprintf("%.*f", r.pointDecimals(), g.mean())
				g.Bar = r.pointsBar(g.mean(), j)
			}
			p.Groups = append(p.Groups, *g)
		}
		p.Others = len(groups) - len(p.Groups)
		slices.SortStableFunc(p.Groups, func(a, b pageGroup) int {
			return cmp.Compare(b.mean(), a.mean())
		})
		list = append(list, p)
	}
	return list
}

// groups returns the people by their answers to a question, which are the same if case and spaces
// do not matter, the largest group first.
func (r *Result) groups(question int, suggested [][]float64) []*pageGroup {
	var list []*pageGroup
	of := map[string]*pageGroup{}
	for i := range r.Data.Respondents {
		answer := printable(r.Data.Respondents[i].Responses[question])
		same := strings.ToLower(inLine(answer))
		g := of[same]
		if g == nil {
			g = &pageGroup{Answer: strings.TrimSpace(answer)}
			of[same] = g
			list = append(list, g)
		}
		g.People++
		if p := suggested[i]; p != nil {
			g.sum += p[question]
			g.graded++
		}
	}
	slices.SortStableFunc(list, func(a, b *pageGroup) int { return cmp.Compare(b.People, a.People) })
	return list
}
