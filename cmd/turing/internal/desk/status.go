package desk

import (
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
)

// statusData is the data of the part of the control page that renews itself.
type statusData struct {
	Where, Clock string
	Paused       bool
	Ranks        bool // whether judges rank all that they met
	People       []personRow
	Entries      []round.Row
	News         []string
}

type personRow struct {
	Person
	Here          bool
	Voted, Ranked string // "yes" and so on, "" for confederates
}

// row says what a person has done in a scene.
func (d *Desk) row(p Person, s Scene) personRow {
	x := personRow{Person: p, Here: d.Here(p.Label)}
	if p.kind() == "judge" {
		x.Voted, x.Ranked = "no", "no"
		if s.Round != nil {
			x.Voted = s.Round.Voted(p.Label)
		}
		if len(d.contest.Ranked(p.Label)) > 0 {
			x.Ranked = "yes"
		}
	}
	return x
}

// status shows what the contest is doing. It tells neither which entity a judge has at which
// terminal nor what they say.
func (d *Desk) status(*http.Request, string) (status int, data any) {
	s := d.now()
	x := statusData{Where: s.where(), Ranks: d.Options.Ranked}
	if s.Clock != nil {
		x.Clock = keylog.Minutes(math.Ceil(s.Clock.Left().Seconds() * d.Speed))
		x.Paused = s.Clock.State().Paused
	}
	for _, p := range d.People {
		x.People = append(x.People, d.row(p, s))
	}
	if s.Phase == Talking {
		x.Entries = s.Round.Entries()
	}
	slices.SortFunc(x.Entries, func(a, b round.Row) int { return strings.Compare(a.Name, b.Name) })
	d.mu.Lock()
	defer d.mu.Unlock()
	x.News = slices.Clone(d.news)
	slices.Reverse(x.News)
	return http.StatusOK, x
}
