package desk

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
)

// Talk is what a judge saw in a round.
type Talk struct {
	Number int                           // of the round
	Turns  map[keylog.Side][]keylog.Turn // by terminal
}

// field asks for the rank of whoever was at a terminal of a round.
type field struct{ Name, Words, Value, terminal string }

// fieldsOf returns a field for each terminal of each round, since one for each person would tell
// who was met in several rounds.
func fieldsOf(talks []Talk) (list []field) {
	for _, t := range talks {
		for _, side := range slices.Sorted(maps.Keys(t.Turns)) {
			list = append(list, field{Name: fmt.Sprint("f", len(list)+1),
				Words: fmt.Sprintf("Round %d, %s terminal", t.Number, side), terminal: Terminal(t.Number, side)})
		}
	}
	return list
}

// Terminal names a terminal of a round in ranks, such as 2-left.
func Terminal(round int, side keylog.Side) string { return fmt.Sprintf("%d-%s", round, side) }

const (
	rankTitle = "Rank everybody by how human they seemed"
	// ranksNoted thanks a judge for ranks.
	ranksNoted = "Thank you. That was the last question. You can correct your ranks at the form until " +
		"everybody's are there; then the contest is over."
)

// AskRanks asks a judge to rank those at the terminals of rounds. Those who have done so can
// correct it.
func (d *Desk) AskRanks(judge string, talks []Talk) {
	d.mu.Lock()
	d.forms[judge] = talks
	d.mu.Unlock()
	message := "Please fill in the form."
	if len(d.contest.Ranked(judge)) > 0 {
		message = ranksNoted
	}
	d.showForm(judge, message)
}

// CloseForms ends the ranking of terminals until [Desk.AskRanks].
func (d *Desk) CloseForms() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.forms)
}

// showForm shows a judge the way to the form.
func (d *Desk) showForm(label, message string) {
	l := d.labels(label, rankTitle)
	l.Link = "/form/" + d.seats[label].Token()
	d.say(label, l, message)
}

// rankForm is the data of the page with the form.
type rankForm struct {
	Title, Secret, Wrong string
	Given                string // the ranks that the page shows
	Fields               []field
	Talks                []Talk
}

// rank shows the form of a judge, and takes the ranks.
func (d *Desk) rank(r *http.Request, label string) (status int, data any) {
	d.ranking.Lock()
	defer d.ranking.Unlock()
	d.mu.Lock()
	talks, asked := d.forms[label]
	d.mu.Unlock()
	x := rankForm{Secret: d.seats[label].Token(), Title: rankTitle, Talks: talks, Fields: fieldsOf(talks)}
	ranked := d.contest.Ranked(label)
	x.Given = strings.Join(ranked, ",")
	post := r.Method == http.MethodPost
	switch {
	case !asked:
		x.Title = "Nothing to fill in now"
		if post {
			x.Wrong = "Ranks are not asked for now, so these were not taken."
		}
	case !post:
		x.fill(ranked)
	case r.PostForm.Get("given") != x.Given:
		x.fill(ranked)
		x.Wrong = "You have ranked everybody in the meantime, at another page, so these ranks were not taken. " +
			"The form shows those that were. To correct them, change them here."
	default:
		if x.Wrong = d.takeRanks(&x, r, label); x.Wrong != "" {
			return http.StatusUnprocessableEntity, x
		}
		d.showForm(label, ranksNoted)
		return http.StatusSeeOther, "/" + x.Secret + "/"
	}
	if x.Wrong != "" {
		return http.StatusConflict, x
	}
	return http.StatusOK, x
}

// fill shows ranks in the fields.
func (x *rankForm) fill(ranked []string) {
	for i, f := range x.Fields {
		if n := slices.Index(ranked, f.terminal); n >= 0 {
			x.Fields[i].Value = fmt.Sprint(n + 1)
		}
	}
}

// takeRanks stores the ranks of a form, or says what is wrong with them.
func (d *Desk) takeRanks(x *rankForm, r *http.Request, label string) (wrong string) {
	ranks := make([]string, len(x.Fields))
	for i, f := range x.Fields {
		x.Fields[i].Value = r.PostForm.Get(f.Name)
		n, err := numberIn(r, f.Name)
		switch {
		case err != nil || n < 1 || n > len(ranks):
			wrong = fmt.Sprintf("Each field needs a whole number from 1 to %d.", len(ranks))
		case ranks[n-1] != "":
			wrong = fmt.Sprintf("The rank %d is there twice; each rank is needed once.", n)
		default:
			ranks[n-1] = f.terminal
		}
	}
	if wrong != "" {
		return wrong
	}
	return d.accept(Vote{Judge: label, Left: -1, Ranks: ranks, Own: true})
}
