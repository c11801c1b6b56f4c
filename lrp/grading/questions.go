package grading

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
)

const (
	// maxGroups bounds the distinct answers to a question in a page.
	maxGroups = 200
	// maxGroupText bounds the bytes of all answers by question in a page.
	maxGroupText = 2 << 20
)

// pageQuestion is a question with its distinct answers.
type pageQuestion struct {
	ID, Text, Summary string
	Groups            []pageGroup
	Others            int // answers that are not shown
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
		p := pageQuestion{ID: inLine(q.ID), Text: inLine(q.Text),
			Summary: fileerr.Count(len(groups), "different answer")}
		if p.Text == p.ID {
			p.Text = ""
		}
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

// groups returns the people by their answers to a question, which are the same if case and spaces do
// not matter, the largest group first.
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
