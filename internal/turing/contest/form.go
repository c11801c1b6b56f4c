package contest

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

// annulled tells the people of a table that their round was annulled.
func (p *people) annulled(t *table) {
	for _, label := range []string{t.Judge, t.Confederate} {
		if seat := p.seats[label]; seat != nil {
			seat.Say(p.labels(label, t.setup.Name), fmt.Sprintf("The organiser has annulled round %d. It is "+
				"held again. Please wait here.", t.number))
		}
	}
}

// ranks asks a judge to rank all that they met, who are named by where they were. It shows a form, once,
// and returns the ranks, nil before they are given.
func (p *people) ranks(stage loebner.Stage, label string) map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.forms[label]
	if f == nil {
		f = &form{asks: p.c.places(stage, label), talks: p.c.seen(stage, label)}
		p.forms[label] = f
		labels := p.labels(label, rankTitle)
		labels.Link = "/form/" + p.seats[label].Token()
		p.seats[label].Say(labels, "Please fill in the form.")
	}
	return f.given
}

const rankTitle = "Rank everybody by how human they seemed"

// seenRound is what a judge saw at the terminals in a round.
type seenRound struct {
	Number      int
	Left, Right []keylog.Turn
}

// seen returns what a judge saw in a stage, by round and terminal.
func (c *contest) seen(stage loebner.Stage, judge string) (list []seenRound) {
	for t := range c.placesIn(stage) {
		if t.Judge != judge {
			continue
		}
		x := seenRound{Number: t.number}
		said, err := t.readLog()
		if err != nil {
			c.sayf("the transcripts of %s: %v", judge, err)
		}
		for _, turn := range keylog.Transcript(said) {
			if right := string(keylog.Right); turn.From == right || turn.To == right {
				x.Right = append(x.Right, turn)
			} else {
				x.Left = append(x.Left, turn)
			}
		}
		list = append(list, x)
	}
	return list
}

// formPage is the data of a form's page.
type formPage struct {
	Title, Secret, Wrong string
	Done, None           bool
	Fields               []formField
	Talks                []seenRound
}

type formField struct{ Name, Label, Value string }

// place says where a judge met somebody.
type place struct{ label, words string }

// writePage writes a page with a form.
func writePage(w http.ResponseWriter, status int, name string, data any) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-src 'self'; "+
			"frame-ancestors 'self'")
	w.WriteHeader(status)
	_ = pages.Lookup(name).Execute(w, data) // fails if the reader has left
}

// form shows a person their form, and takes it.
func (p *people) form(w http.ResponseWriter, r *http.Request, label string) {
	p.mu.Lock()
	f := p.forms[label]
	p.mu.Unlock()
	x := formPage{Secret: r.PathValue("secret"), None: f == nil, Title: "Nothing to fill in now"}
	status := http.StatusOK
	if f != nil {
		x.Title, x.Talks, x.Done = rankTitle, f.talks, f.given != nil
		for i, at := range f.asks { // the page must not say who is a program
			x.Fields = append(x.Fields, formField{fmt.Sprint("f", i+1), at.words, ""})
		}
	}
	switch {
	case r.Method != http.MethodPost:
	case f == nil || x.Done || r.ParseForm() != nil:
		status = http.StatusBadRequest
	default:
		status = p.takeForm(r, label, f, &x)
	}
	writePage(w, status, "form.html", x)
}

// takeForm takes the answers to a form, or says what is wrong with them.
func (p *people) takeForm(r *http.Request, label string, f *form, x *formPage) int {
	given := make(map[string]int)
	used := make(map[int]bool)
	for i, field := range x.Fields {
		text := r.PostForm.Get(field.Name)
		x.Fields[i].Value = text
		n, err := strconv.Atoi(text)
		switch {
		case err != nil || n < 1 || n > len(f.asks):
			x.Wrong = fmt.Sprintf("Each field needs a whole number from 1 to %d.", len(f.asks))
		case used[n]:
			x.Wrong = fmt.Sprintf("The rank %d is there twice; each rank is needed once.", n)
		}
		used[n] = true
		given[f.asks[i].label] = n
	}
	if x.Wrong != "" {
		return http.StatusUnprocessableEntity
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	f.given, x.Done = given, true
	labels := p.labels(label, p.c.setup.Name)
	labels.Last = true
	p.seats[label].Say(labels, "Thank you. That was the last question: the contest is over for you.")
	return http.StatusOK
}
