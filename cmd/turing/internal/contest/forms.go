package contest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

const rankTitle = "Rank everybody by how human they seemed"

// form asks a judge to rank those that they met.
type form struct {
	fields []formField
	talks  []seenRound
	given  map[string]int
}

// formField asks for the rank of somebody, whom the words name by where they were: the page must
// not say who is a program.
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

// ranks asks a judge to rank all that they met. It shows a form, once, and returns the ranks, nil
// before they are given.
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
		x.Title = rankTitle
		x.Talks = f.talks
		x.Done = f.given != nil
		x.Fields = slices.Clone(f.fields)
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

// consent shows what a person agrees to, and takes their consent.
func (p *people) consent(r *http.Request, label string) (status int, data any) {
	p.mu.Lock()
	done := p.agreed[label]
	p.agreed[label] = done || r.Method == http.MethodPost
	p.mu.Unlock()
	secret := p.seats[label].Token()
	if r.Method == http.MethodPost {
		if !done {
			p.welcome(label)
		}
		p.mu.Lock()
		show := p.later[p.seats[label]]
		p.mu.Unlock()
		if show != nil {
			show()
		}
		return http.StatusSeeOther, "/" + secret + "/"
	}
	return http.StatusOK, map[string]any{"Title": p.c.setup.Name, "Text": p.c.setup.consentText,
		"Secret": secret, "Done": done}
}

// welcome asks a person for their consent, or to wait for their first round.
func (p *people) welcome(label string) {
	labels, text := p.labels(label, p.c.setup.Name), "Welcome. Please wait here. Your round begins when "+
		"everybody is there."
	if p.undecided(label) {
		labels.Link, text = "/consent/"+p.seats[label].Token(), "Welcome. Please read what this is about first."
	}
	p.seats[label].Say(labels, text)
}

// undecided reports whether a person has yet to agree.
func (p *people) undecided(label string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.c.setup.Consent != "" && !p.agreed[label]
}

// takeConsents writes to the journal who has agreed.
func (p *people) takeConsents() error {
	p.mu.Lock()
	list := maps.Clone(p.agreed)
	p.mu.Unlock()
	for label, agreed := range list {
		if !agreed || p.c.state.consents[label] {
			continue
		}
		if err := p.c.record(event{Kind: eventConsent, Who: label}); err != nil {
			return err
		}
	}
	return nil
}

// corrections are the ballots that judges have given at their pages and can correct, as the votes
// that they are. Pages read them while the contest goes on.
type corrections struct {
	settled map[string]bool // stages of which nothing can be corrected

	mu   sync.Mutex
	list map[string][]Vote // by judge
}

func (c *corrections) of(judge string) []Vote {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.list[judge])
}

// learn finds out which ballots judges can correct.
func (p *people) learn() {
	list := make(map[string][]Vote)
	for _, stage := range p.c.rules.Stages {
		if p.c.state.finished != nil || p.corrections.settled[stage.Name] || p.c.used(stage) {
			continue
		}
		for t := range p.c.tables(stage) {
			b, voted := t.ballot()
			if !voted || b.By != "" || p.seats[t.Judge] == nil {
				continue
			}
			v := Vote{Stage: stage.Name, Round: t.number, Judge: t.Judge, Own: true, Human: b.Human, Is: b.Is,
				Left: -1}
			if questionOf(p.c.rules, stage) == session.Points {
				v.Human, v.Left = "", b.Left
			}
			list[t.Judge] = append(list[t.Judge], v)
		}
	}
	p.corrections.mu.Lock()
	defer p.corrections.mu.Unlock()
	p.corrections.list = list
}

// settle ends the corrections of a stage. Those that were noted before are taken up with the next
// votes.
func (p *people) settle(stage loebner.Stage) {
	p.corrections.settled[stage.Name] = true
	p.learn()
}

// correctPath returns the path of the page on which a judge corrects ballots.
func (p *people) correctPath(label string) string { return "/verdicts/" + p.seats[label].Token() }

// correct shows a judge's ballots, and takes a correction.
func (p *people) correct(r *http.Request, label string) (status int, data any) {
	status = http.StatusOK
	wrong := ""
	posted := r.Method == http.MethodPost
	if posted {
		wrong = p.takeCorrection(r, label)
	}
	if wrong != "" {
		status = http.StatusUnprocessableEntity
	}
	return status, map[string]any{"Secret": p.seats[label].Token(), "Wrong": wrong,
		"Done": posted && wrong == "", "Given": p.corrections.of(label)}
}

// takeCorrection stores a correction for the contest, which takes it up as it does the organiser's
// votes, and says what is wrong with it, if anything.
func (p *people) takeCorrection(r *http.Request, judge string) (wrong string) {
	p.corrections.mu.Lock()
	defer p.corrections.mu.Unlock()
	list := p.corrections.list[judge]
	i := slices.IndexFunc(list, func(v Vote) bool {
		return v.Stage == r.PostForm.Get("stage") && fmt.Sprint(v.Round) == r.PostForm.Get("round")
	})
	if i < 0 {
		return "This verdict cannot be corrected any more."
	}
	v := list[i]
	stage, _ := p.c.stage(v.Stage)
	question := questionOf(p.c.rules, stage)
	switch question {
	case session.Single:
		v.Is = r.PostForm.Get("is")
	case session.Choice:
		v.Human = keylog.Side(r.PostForm.Get("human"))
	case session.Points:
		n, err := strconv.Atoi(r.PostForm.Get("points"))
		if err != nil {
			return "Give the points as a whole number."
		}
		v.Left = float64(n)
	}
	if err := question.Check(v.verdict()); err != nil {
		return err.Error()
	}
	if err := v.store(p.c.dir); err != nil {
		p.c.sayf("correction of %s: %v", judge, err)
		return "The correction could not be stored. Tell the organiser."
	}
	list[i] = v
	return ""
}
