package contest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
)

const rankTitle = "Rank everybody by how human they seemed"

// form asks a judge to rank those that they met.
type form struct {
	fields []formField
	talks  []seenRound
	given  map[string]int
}

// formField asks for the rank of somebody, whom the words name by where they were: the page must not say
// who is a program.
type formField struct{ Name, Words, Value, label string }

// seenRound is what a judge saw in a round.
type seenRound struct {
	Number int
	Turns  map[keylog.Side][]keylog.Turn // by terminal
}

// newForm returns the form for a judge after a stage.
func (c *contest) newForm(stage loebner.Stage, judge string) *form {
	f := &form{}
	for t := range c.tables(stage) {
		if t.Judge != judge {
			continue
		}
		said, err := t.readLog()
		if err != nil {
			c.sayf("the transcripts of %s: %v", judge, err)
		}
		x := seenRound{t.number, make(map[keylog.Side][]keylog.Turn)}
		for _, s := range t.sides() {
			where := fmt.Sprintf("round %d, %s terminal", t.number, s.side)
			n := slices.IndexFunc(f.fields, func(x formField) bool { return x.label == s.label })
			if n < 0 {
				f.fields = append(f.fields, formField{Name: fmt.Sprint("f", len(f.fields)+1), Words: "R" + where[1:],
					label: s.label})
			} else {
				f.fields[n].Words += "; " + where
			}
			at := string(s.side)
			x.Turns[s.side] = slices.DeleteFunc(keylog.Transcript(said), func(t keylog.Turn) bool {
				return t.From != at && t.To != at
			})
		}
		f.talks = append(f.talks, x)
	}
	return f
}

// ranks asks a judge to rank all that they met. It shows a form, once, and returns the ranks, nil before
// they are given.
func (p *people) ranks(stage loebner.Stage, label string) map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.forms[label]
	if f == nil {
		f = p.c.newForm(stage, label)
		p.forms[label] = f
		labels := p.labels(label, rankTitle)
		labels.Link = "/form/" + p.seats[label].Token()
		p.seats[label].Say(labels, "Please fill in the form.")
	}
	return f.given
}

// formPage is the data of a form's page.
type formPage struct {
	Title, Secret, Wrong string
	Done                 bool
	Fields               []formField
	Talks                []seenRound
}

// rank shows the form of a judge, and takes the ranks.
func (p *people) rank(r *http.Request, label string) (status int, data any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	x, f := formPage{Secret: p.seats[label].Token(), Title: "Nothing to fill in now"}, p.forms[label]
	if f != nil {
		x.Title, x.Talks, x.Done, x.Fields = rankTitle, f.talks, f.given != nil, slices.Clone(f.fields)
	}
	switch {
	case r.Method != http.MethodPost:
		return http.StatusOK, x
	case f == nil || x.Done:
		return http.StatusBadRequest, x
	}
	given, used := make(map[string]int), make(map[int]bool)
	for i, field := range x.Fields {
		x.Fields[i].Value = r.PostForm.Get(field.Name)
		n, err := strconv.Atoi(strings.TrimSpace(x.Fields[i].Value))
		switch {
		case err != nil || n < 1 || n > len(x.Fields):
			x.Wrong = fmt.Sprintf("Each field needs a whole number from 1 to %d.", len(x.Fields))
		case used[n]:
			x.Wrong = fmt.Sprintf("The rank %d is there twice; each rank is needed once.", n)
		}
		used[n], given[field.label] = true, n
	}
	if x.Wrong != "" {
		return http.StatusUnprocessableEntity, x
	}
	f.given, x.Done = given, true
	p.say(label, true, "Thank you. That was the last question: the contest is over for you.")
	return http.StatusOK, x
}
