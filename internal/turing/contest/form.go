package contest

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

// ask shows a form to a person, once, and returns their answers, nil before they have given any.
func (p *people) ask(label, title string, write func(*form)) map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	old := p.forms[label]
	if old == nil || old.title != title {
		f := &form{title: title}
		write(f)
		p.forms[label] = f
		seat := p.seats[label]
		labels := p.labels(label, f.title)
		labels.Link = "/form/" + seat.Token()
		seat.Say(labels, "Please fill in the form.")
		return nil
	}
	return old.given
}

// annulled tells the people of a table that their round was annulled, and drops a form about it.
func (p *people) annulled(t *table) {
	p.mu.Lock()
	delete(p.forms, t.Judge)
	p.mu.Unlock()
	for _, label := range []string{t.Judge, t.Confederate} {
		if seat := p.seats[label]; seat != nil {
			seat.Say(p.labels(label, t.setup.Name), fmt.Sprintf("The organiser has annulled round %d. It is "+
				"held again. Please wait here.", t.number))
		}
	}
}

// thanks is the message to a person who has filled in the form.
func (f *form) thanks() string {
	if f.ranks {
		return "Thank you. That was the last question: the contest is over for you."
	}
	return "Thank you. Please wait here: if you are in another round, it begins by itself."
}

// ranks asks a judge to rank all that they met, who are named by where they were.
func (p *people) ranks(stage loebner.Stage, label string) map[string]int {
	return p.ask(label, "Rank everybody by how human they seemed", func(f *form) {
		f.asks, f.ranks, f.talks = p.c.places(stage, label), true, p.c.seen(stage, label)
		f.max = len(f.asks)
	})
}

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

// scored asks a judge for the points of an entry that they questioned alone.
func (p *people) scored(t *table) (float64, bool) {
	given := p.ask(t.Judge, fmt.Sprintf("How human was it in round %d?", t.number), func(f *form) {
		f.asks, f.max = []place{{t.Entry, "Points from 0, surely a machine, to 100, surely a human"}}, 100
	})
	return float64(given[t.Entry]), given != nil
}

// formPage is the data of a form's page.
type formPage struct {
	Title, Secret, Wrong string
	Ranks, Done, None    bool
	Max                  int
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
		x.Title, x.Ranks, x.Max, x.Done, x.Talks = f.title, f.ranks, f.max, f.given != nil, f.talks
		for i, at := range f.asks { // the page must not say who is a program
			x.Fields = append(x.Fields, formField{fmt.Sprint("f", i+1), at.words, ""})
		}
	}
	switch {
	case r.Method != http.MethodPost:
	case f == nil || x.Done || r.ParseForm() != nil:
		status = http.StatusBadRequest
	default:
		status = p.takeForm(r, f, &x)
	}
	if status == http.StatusSeeOther { // the next round waits for the page
		http.Redirect(w, r, "/"+x.Secret+"/", status)
		return
	}
	writePage(w, status, "form.html", x)
}

// takeForm takes the answers to a form, or says what is wrong with them.
func (p *people) takeForm(r *http.Request, f *form, x *formPage) int {
	given := make(map[string]int)
	used := make(map[int]bool)
	for i, field := range x.Fields {
		text := r.PostForm.Get(field.Name)
		x.Fields[i].Value = text
		n, err := strconv.Atoi(text)
		low := 0
		if f.ranks {
			low = 1
		}
		switch {
		case err != nil || n < low || n > f.max:
			x.Wrong = fmt.Sprintf("Each field needs a whole number from %d to %d.", low, f.max)
		case f.ranks && used[n]:
			x.Wrong = fmt.Sprintf("The rank %d is there twice; each rank is needed once.", n)
		}
		used[n] = true
		given[f.asks[i].label] = n
	}
	if x.Wrong != "" {
		return http.StatusUnprocessableEntity
	}
	p.mu.Lock()
	f.given = given
	for label, seat := range p.seats {
		if p.forms[label] == f {
			labels := p.labels(label, p.c.setup.Name)
			labels.Last = f.ranks
			seat.Say(labels, f.thanks())
		}
	}
	p.mu.Unlock()
	if !f.ranks {
		return http.StatusSeeOther
	}
	x.Done = true
	return http.StatusOK
}
