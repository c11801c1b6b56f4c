package screening

import (
	"cmp"
	"slices"
)

// Place is an entry's place after screening.
type Place struct {
	Respondent string  `json:"entry"` // the name of the entry
	Points     float64 `json:"points"`
	Of         float64 `json:"of"`       // the points that right answers to all questions are worth
	Place      int     `json:"place"`    // entries with equal points share a place
	Finalist   bool    `json:"finalist"` // the place is certain to be among the finalists
	Tied       bool    `json:"tied"`     // it shares the last place among the finalists with others
}

// Rank orders entries by points, of which the first n are finalists. Where points are equal across
// the border, the rules do not decide: the entries are Tied, none of them is a Finalist, and the
// organiser chooses among them.
func Rank(sheets []*Sheet, n int) []Place {
	var list []Place
	for _, s := range sheets {
		points, of := s.Points()
		list = append(list, Place{Respondent: s.Respondent, Points: points, Of: of})
	}
	slices.SortStableFunc(list, func(a, b Place) int { return cmp.Compare(b.Points, a.Points) })
	for i := range list {
		p := &list[i]
		p.Place = i + 1
		if i > 0 && list[i-1].Points == p.Points {
			p.Place = list[i-1].Place
		}
		last := i // of those with the same points
		for last+1 < len(list) && list[last+1].Points == p.Points {
			last++
		}
		p.Finalist = last < n
		p.Tied = !p.Finalist && p.Place <= n
	}
	return list
}
