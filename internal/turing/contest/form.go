package contest

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

// formFor returns the form that a secret leads to, and the label of the person.
func (p *people) formFor(secret string) (string, *form) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for label, seat := range p.seats {
		if other := p.c.setup.other(label); seat.Token() == secret && (label[0] == 'J' || p.seats[other] != seat) {
			return label, p.forms[label]
		}
	}
	return "", nil
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

// seenRound is what a judge saw in a round.
type seenRound struct {
	Number    int
	Terminals []seenTerminal
}

type seenTerminal struct {
	Name  string
	Turns []seenTurn
}

type seenTurn struct {
	You  bool
	Text string
}

// seen returns what a judge saw in a stage, by round and terminal.
func (c *contest) seen(stage loebner.Stage, judge string) (list []seenRound) {
	for i, pairs := range c.state.plans[stage.Name].Rounds {
		for _, p := range pairs {
			if p.Judge != judge {
				continue
			}
			x := seenRound{i + 1, []seenTerminal{{Name: "Left"}, {Name: "Right"}}}
			said, err := readBlind(c.folder(stage, i+1, judge, blindFile))
			if err != nil {
				c.sayf("the transcripts of %s: %v", judge, err)
			}
			for _, turn := range keylog.Transcript(said) {
				at, you := &x.Terminals[0], turn.From == keylog.Judge
				if turn.From == string(keylog.Right) || turn.To == string(keylog.Right) {
					at = &x.Terminals[1]
				}
				at.Turns = append(at.Turns, seenTurn{you, turn.Text})
			}
			list = append(list, x)
		}
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

func (p *people) page(secret string) (formPage, *form, bool) {
	label, f := p.formFor(secret)
	if label == "" {
		return formPage{}, nil, false
	}
	x := formPage{Secret: secret, None: f == nil, Title: "Nothing to fill in now"}
	if f == nil {
		return x, nil, true
	}
	x.Title, x.Talks, x.Done = rankTitle, f.talks, f.given != nil
	for i, at := range f.asks { // the page must not say who is a program
		x.Fields = append(x.Fields, formField{fmt.Sprint("f", i+1), at.words, ""})
	}
	return x, f, true
}

// place says where a judge met somebody.
type place struct{ label, words string }

func (p *people) showForm(w http.ResponseWriter, r *http.Request) {
	x, _, ok := p.page(r.PathValue("secret"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	writePage(w, http.StatusOK, "form.html", x)
}

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

// accepts reports whether a form is one of this site, and bounds its size. If it is not, it is refused.
func (p *people) accepts(w http.ResponseWriter, r *http.Request) bool {
	if p.origin.Check(r) != nil {
		http.Error(w, "found a form of another site, expected this one's", http.StatusForbidden)
		return false
	}
	r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
	return true
}

func (p *people) takeForm(w http.ResponseWriter, r *http.Request) {
	x, f, ok := p.page(r.PathValue("secret"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	if !p.accepts(w, r) {
		return
	}
	if f == nil || x.Done || r.ParseForm() != nil {
		writePage(w, http.StatusBadRequest, "form.html", x)
		return
	}
	given, wrong := make(map[string]int), ""
	used := make(map[int]bool)
	for i, field := range x.Fields {
		text := r.PostForm.Get(field.Name)
		x.Fields[i].Value = text
		n, err := strconv.Atoi(text)
		switch {
		case err != nil || n < 1 || n > len(f.asks):
			wrong = fmt.Sprintf("Each field needs a whole number from 1 to %d.", len(f.asks))
		case used[n]:
			wrong = fmt.Sprintf("The rank %d is there twice; each rank is needed once.", n)
		}
		used[n] = true
		given[f.asks[i].label] = n
	}
	if wrong != "" {
		x.Wrong = wrong
		writePage(w, http.StatusUnprocessableEntity, "form.html", x)
		return
	}
	p.mu.Lock()
	f.given = given
	for label, seat := range p.seats {
		if p.forms[label] == f {
			labels := p.labels(label, p.c.setup.Name)
			labels.Last = true
			seat.Say(labels, "Thank you. That was the last question: the contest is over for you.")
		}
	}
	p.mu.Unlock()
	x.Done = true
	writePage(w, http.StatusOK, "form.html", x)
}
